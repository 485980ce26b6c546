// Combines many small queries into few large ones: calls that arrive during a query form the next one. A thousand
// gateways that reconnect cost a handful of statements; a single call does not wait.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseDown } from '../../db/database-down.ts'

/** While many calls arrive: how long to collect a batch, and how long collecting continues after the last batch. */
const lingerMs = 10
const rushMs = 50

type Waiting<A, B> = { ask: A; resolve(answer: B): void; reject(error: unknown): void }

/**
 * Collects calls and passes at most `most` of them to `act`, which returns the results in the order of the calls. If it
 * fails for several, each is tried alone, so that one failure affects no other; an unreachable database is reported to
 * all callers.
 */
export function gather<A, B>(act: (asks: readonly A[]) => Promise<readonly B[]>, most = 500): (ask: A) => Promise<B> {
  let waiting: Waiting<A, B>[] = []
  let isBusy = false
  let rushUntil = 0

  async function settle(batch: readonly Waiting<A, B>[]): Promise<void> {
    try {
      const answers = await act(batch.map(({ ask }) => ask))
      for (const [i, { resolve }] of batch.entries()) resolve(answers[i] as B)
    } catch (error) {
      if (batch.length === 1 || isDatabaseDown(error)) for (const { reject } of batch) reject(error)
      else for (const one of batch) await settle([one])
    }
  }

  async function work(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) {
      // Calls of the same turn of the event loop form one batch.
      await (performance.now() < rushUntil ? sleep(lingerMs) : nextTurn())
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await settle(batch)
      if (batch.length > 1) rushUntil = performance.now() + rushMs
    }
    isBusy = false
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject })
      if (!isBusy) void work()
    })
}
