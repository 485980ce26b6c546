// At most so many pieces of work at once; the others wait in the order they came.

export type Turns = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Whoever is aborted while waiting never begins. */
export function createTurns(most: number): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  const enter = async (signal?: AbortSignal): Promise<void> => {
    if (running >= most) {
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(begin), 1)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(begin)
      })
    } else running += 1
  }
  return async (work, signal) => {
    signal?.throwIfAborted()
    await enter(signal)
    try {
      return await work()
    } finally {
      // The next one takes the place as it is.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
