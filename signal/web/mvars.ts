// Intermediate variables in the browser: told over the socket of their page, drawn like any value.
import type { MvarVal } from '../../contract/sockets.ts'
import type { LiveSource } from './values.ts'

const head = '{"type":"mvarVal"'

/** Takes a message of a page's socket; false: it is of something else. Each is as old as what it is made of. */
export function takeMvars(data: unknown, source: Pick<LiveSource, 'take'>): boolean {
  if (typeof data !== 'string' || !data.startsWith(head)) return false
  const { ids, values, codes, times, heardAt } = JSON.parse(data) as MvarVal
  ids.forEach((id, i) => {
    const time = times[i] ?? null
    // Nothing in it was ever read.
    if (time === null) return
    const reading = { ids: [id], values: [values[i] ?? null], codes: [codes[i] ?? 0], times: [time] }
    source.take({ type: 'signalVal', equipmentId: 0, receivedAt: heardAt[i] ?? time, isStanding: true, ...reading })
  })
  return true
}

/** How the devices are of which a value is made, as one: the worst of them. */
export function worstOf<A extends { staleMs: number | null; isReachable: boolean }>(
  around: readonly A[],
): Pick<A, 'staleMs' | 'isReachable'> {
  return {
    isReachable: around.every(({ isReachable }) => isReachable),
    staleMs: around.some(({ staleMs }) => staleMs === null)
      ? null
      : Math.max(0, ...around.map(({ staleMs }) => staleMs ?? 0)),
  }
}
