// A queue of asynchronous functions that must not overlap: each starts when the one before has succeeded or failed.

/** Runs `act` after all functions queued before; settles as `act` does. */
type InTurn = <T>(act: () => Promise<T>) => Promise<T>

export function createTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const mine = last.then(act)
    last = mine.catch(() => undefined)
    return mine
  }
}
