// A per-caller quota for a scarce resource; callers over quota wait in a queue.
type Line = { held: number; waiting: Set<() => void> }

type Shares<K> = {
  /** Waits for a share; returns the function that releases it. Throws `late()` after waiting too long. */
  take(key: K): Promise<() => void>
}

export function createShares<K>(max: number, patienceMs: number, late: () => Error): Shares<K> {
  const lines = new Map<K, Line>()

  const turn = ({ waiting }: Line) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(go)
        reject(late())
      }, patienceMs)
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(go)
    })

  /** Passes the share to the next waiting caller, if any. */
  function give(key: K, line: Line): void {
    const [next] = line.waiting
    if (next) {
      line.waiting.delete(next)
      next()
      return
    }
    line.held -= 1
    if (line.held === 0) lines.delete(key)
  }

  return {
    async take(key) {
      const line = lines.get(key) ?? { held: 0, waiting: new Set() }
      lines.set(key, line)
      if (line.held < max) line.held += 1
      else await turn(line)
      let isHeld = true
      return () => {
        if (isHeld) give(key, line)
        isHeld = false
      }
    },
  }
}
