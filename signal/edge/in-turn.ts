// Acts that must not overlap: each begins when the one before has ended, well or badly.

/** Runs an act after all that were handed in before; the answer is the act's own. */
export type InTurn = <T>(act: () => Promise<T>) => Promise<T>

export function createTurn(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const mine = last.then(act)
    last = mine.catch(() => undefined)
    return mine
  }
}
