// The resolution of a map: half while it moves on a machine that draws too slowly, full when it rests. Names and marks
// above it do not change. Pure, except for the callback.

/** Time between frames that a user notices, in ms; a longer time than `pauseMs` is a pause of the hand. */
const [slowMs, pauseMs] = [28, 250]
/** Number of measured frames on which the resolution is decided. */
const enough = 6

type Sharpness = {
  moving(): void
  /** A frame was drawn at this time, in ms. */
  drawn(at: number): void
  resting(): void
}

/** Reduces the resolution of a slow map. `set` receives the share of the screen's resolution, 1 or 0.5. */
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
