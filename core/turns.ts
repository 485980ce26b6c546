// Limits how many pieces of work run at the same time; the others wait in order of arrival.

type Turns = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Work that is aborted while waiting never starts. */
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
      // The next waiting task takes over the slot.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
