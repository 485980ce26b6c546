// Long calculations beside which everybody else is served.
import { setImmediate as turn } from 'node:timers/promises'

/** So long one calculation keeps the process to itself, ms. */
const mostMs = 8

/** To be awaited between the steps of a calculation, however short they are: others have their turn when it is due. */
export function givingWay(now: () => number = () => performance.now()): () => Promise<void> {
  let since = now()
  return async () => {
    if (now() - since < mostMs) return
    await turn()
    since = now()
  }
}

/** `list.map`, for lists of any length: others have their turn between the entries. */
export async function mapInTurns<T, R>(
  list: readonly T[],
  change: (entry: T) => R,
  giveWay: () => Promise<void> = givingWay(),
): Promise<R[]> {
  const changed: R[] = []
  for (const entry of list) {
    changed.push(change(entry))
    await giveWay()
  }
  return changed
}
