// How sharp a map is drawn: where a picture takes too long, half as sharp while it moves, and whole once it rests. Names and
// marks stand over it and stay what they are. Pure but for what it is given.

/** A hand feels pictures that are further apart, in ms; those further apart than `pauseMs` were not wanted sooner. */
const [slowMs, pauseMs] = [28, 250]
/** So many of them tell. */
const enough = 6

export type Sharpness = {
  moving(): void
  /** A picture was drawn at this time, in ms. */
  drawn(at: number): void
  resting(): void
}

/** `set` draws with so many of the screen's pixels, 1 or a half. */
export function createSharpness(set: (share: number) => void): Sharpness {
  let apart: number[] = []
  let last: number | undefined
  let isMoving = false
  let isSlow = false
  let share = 1
  const draw = (next: number) => {
    if (next === share) return
    share = next
    set(next)
  }
  return {
    moving() {
      if (isMoving) return
      isMoving = true
      apart = []
      last = undefined
      if (isSlow) draw(0.5)
    },
    drawn(at) {
      if (!isMoving || isSlow) return
      if (last !== undefined && at - last < pauseMs) apart.push(at - last)
      last = at
      if (apart.length < enough) return
      const middle = apart.sort((a, b) => a - b)[enough >> 1]!
      apart = []
      isSlow = middle > slowMs
      if (isSlow) draw(0.5)
    },
    resting() {
      isMoving = false
      draw(1)
    },
  }
}
