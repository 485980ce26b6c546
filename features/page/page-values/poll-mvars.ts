// Polls intermediate variables where a page is not watched through its project, as in the designer.
import { call } from '../../../contract/call.ts'
import { ProjectId } from '../../../contract/fields.ts'
import type { LiveSource } from '../../../signal/web/values.ts'
import { queryAllMvars } from '../../watch/mvar/contract.ts'

const everyMs = 2000
/** The age of these values is that of their readings. */
export const polledAround = { staleMs: 15_000, isReachable: true }

/** Returns a function that stops polling. Users who may not see a project's definitions get no values. */
export function pollMvars(project: number, ids: string, source: Pick<LiveSource, 'take'>): () => void {
  const projectId = ProjectId.parse(project)
  const ending = new AbortController()
  const { signal } = ending
  let timer: ReturnType<typeof setTimeout>
  const ask = async () => {
    try {
      for (const { id, value, code, time } of await call(queryAllMvars, { projectId, ids }, { signal })) {
        if (time === null) continue
        const reading = { ids: [id], values: [value], codes: [code], times: [time] }
        source.take({ type: 'signalVal', equipmentId: 0, receivedAt: time, isStanding: true, ...reading })
      }
    } catch {
      // The next poll may succeed; meanwhile the shown values become stale.
    }
    if (!signal.aborted) timer = setTimeout(ask, everyMs)
  }
  void ask()
  return () => {
    ending.abort()
    clearTimeout(timer)
  }
}
