// Lets the event loop run during long calculations.
import { nextTurn } from './next-turn.ts'

/** Maximum time without letting the event loop run, ms. */
const mostMs = 8

/**
 * Returns a function to await between the short steps of a calculation: it lets the event loop run when 8 ms have
 * passed.
 */
export function givingWay(now: () => number = () => performance.now(), next = nextTurn): () => Promise<void> {
  let since = now()
  return async () => {
    if (now() - since < mostMs) return
    await next()
    since = now()
  }
}

/** Like `list.map`, for lists of any length: yields to other tasks between the entries. */
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
