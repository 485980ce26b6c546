// Intermediate variables where a page is not watched through its project, as in the designer: asked for now and then.
import { call } from '../../../contract/call.ts'
import { ProjectId } from '../../../contract/fields.ts'
import type { LiveSource } from '../../../signal/web/values.ts'
import { queryAllMvars } from '../../watch/mvar/contract.ts'

const everyMs = 2000
/** They are as old as their readings. */
export const polledAround = { staleMs: 15_000, isReachable: true }

/** Answers the act that ends it. Who may not see how a project is made is told nothing. */
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
      // Asked again: what is shown grows old meanwhile.
    }
    if (!signal.aborted) timer = setTimeout(ask, everyMs)
  }
  void ask()
  return () => {
    ending.abort()
    clearTimeout(timer)
  }
}
