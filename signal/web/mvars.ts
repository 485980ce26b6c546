// Intermediate variables in the browser: received over the socket of their page, drawn like any value.
import type { MvarVal } from '../../contract/sockets.ts'
import type { LiveSource } from './values.ts'

const head = '{"type":"mvarVal"'

/** Processes a message of a page's socket; false if it is of another type. A value is as old as its oldest input. */
export function takeMvars(data: unknown, source: Pick<LiveSource, 'take'>): boolean {
  if (typeof data !== 'string' || !data.startsWith(head)) return false
  const { ids, values, codes, times, heardAt } = JSON.parse(data) as MvarVal
  ids.forEach((id, i) => {
    const time = times[i] ?? null
    // No input of the variable was ever read.
    if (time === null) return
    const reading = { ids: [id], values: [values[i] ?? null], codes: [codes[i] ?? 0], times: [time] }
    source.take({ type: 'signalVal', equipmentId: 0, receivedAt: heardAt[i] ?? time, isStanding: true, ...reading })
  })
  return true
}

/** The combined state of the devices that a value is calculated from: the worst of them. */
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
