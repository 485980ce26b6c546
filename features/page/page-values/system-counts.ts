// Counts of a project on its pages: devices and alarms, counted by the platform and requested once a minute. [S3 Data
// binding: systemKey] [S7 equip/queryCount, alarm/queryCount]
import { ApiError, call } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { ProjectId } from '../../../contract/fields.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import type { LiveSource } from '../../../signal/web/values.ts'
import { queryAlarmCount, queryEquipCount } from './contract.ts'

/** The keys as stored in bindings. */
export const systemKeys = ['equipCount', 'onlineCount', 'offlineCount', 'alarmEquipCount', 'alarmCount'] as const
export type SystemKey = (typeof systemKeys)[number]

const isKey = (key: unknown): key is SystemKey => systemKeys.includes(key as SystemKey)

/** The number of the cell of a count; undefined for an unknown key. */
export const systemCell = (key: unknown): number | undefined => (isKey(key) ? systemKeys.indexOf(key) + 1 : undefined)

const asked = {
  equipCount: { kind: 'equip' },
  onlineCount: { kind: 'equip', online: true },
  offlineCount: { kind: 'equip', online: false },
  alarmEquipCount: { kind: 'equip', alarm: true },
  alarmCount: { kind: 'alarm' },
} as const

export const askedFor = (key: SystemKey) => asked[key]

function countOf(projectId: ProjectId, key: SystemKey, ending: { signal: AbortSignal }): Promise<number> {
  const { kind, ...flags } = askedFor(key)
  if (kind === 'alarm') return call(queryAlarmCount, { projectId }, ending)
  return call(queryEquipCount, { projectId, ...flags }, ending)
}

const everyMs = 60_000
const againMs = 10_000
/** Counts are stale after two intervals without an answer. */
export const countedAround = { staleMs: 2 * everyMs + againMs, isReachable: true }

type Ask = (key: SystemKey, ending: { signal: AbortSignal }) => Promise<number>

/** The platform has answered: with a count, or that the viewer may not see it. */
function answerOf(count: PromiseSettledResult<number>): { value: number | null; code: number } | undefined {
  if (count.status === 'fulfilled') return { value: count.value, code: 200 }
  const code = errorCode('noPermission')
  return count.reason instanceof ApiError && count.reason.code === code ? { value: null, code } : undefined
}

/** Polls counts. `keys` are separated by commas. Returns a function that stops polling. */
export function pollCounts(
  project: number,
  keys: string,
  source: Pick<LiveSource, 'take'>,
  ask: Ask = (key, ending) => countOf(ProjectId.parse(project), key, ending),
): () => void {
  const wanted = keys.split(',').filter(isKey)
  if (wanted.length === 0) return () => undefined
  const ending = new AbortController()
  const { signal } = ending
  let timer: ReturnType<typeof setTimeout>
  const turn = async () => {
    const told = await Promise.allSettled(wanted.map((key) => ask(key, { signal })))
    if (signal.aborted) return
    const time = serverClock.now()
    const answers = told.map(answerOf)
    for (const [index, answer] of answers.entries()) {
      // A count without an answer keeps its last value until that value is stale.
      if (!answer) continue
      const reading = { ids: [systemCell(wanted[index])!], values: [answer.value], codes: [answer.code], times: [time] }
      source.take({ type: 'signalVal', equipmentId: 0, receivedAt: time, isStanding: true, ...reading })
    }
    const isWhole = answers.every((answer) => answer !== undefined)
    timer = setTimeout(turn, isWhole ? everyMs : againMs)
  }
  void turn()
  return () => {
    ending.abort()
    clearTimeout(timer)
  }
}
