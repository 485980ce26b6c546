// A queue of asynchronous acts that must not overlap: each starts when the one before has succeeded or failed.

/** Runs `act` after all acts queued before; settles as the act does. */
type InTurn = <T>(act: () => Promise<T>) => Promise<T>

export function createTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const mine = last.then(act)
    last = mine.catch(() => undefined)
    return mine
  }
}
