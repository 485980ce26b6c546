import { fail } from '../../../contract/errors.ts'
import type { AlarmId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { isAmong } from '../../../db/sight.ts'
import { type Call, type RoomServer, serve, type User } from '../../frame/serve.ts'
import { alarmFile, confirmAlarms, isSentBy, listedAlarms } from '../open/alarm-listed.ts'
import { actOnAlarms, commentAlarm, shelve, unshelve } from './act.ts'
import {
  acknowledgeAlarms,
  alarmInfo,
  commentAlarms,
  countAlarms,
  deleteAlarmFilter,
  exportAlarms,
  isReleaseByAlarmId,
  queryAlarmFilters,
  queryAlarms,
  resetAlarms,
  saveAlarmFilter,
  shelveAlarms,
  takeOutOfService,
  unshelveAlarms,
} from './contract.ts'
import { countFilters, insertFilter, loadFilters, removeFilter, withCounts } from './kept-store.ts'
import { isResolved, median, mustSpan } from './rules.ts'
import { countOpen, loadColumn, loadLimits, loadNotes, loadRows, loadRule, loadSame } from './store.ts'
import { withTold } from './told-store.ts'

const dayMs = 24 * 3600_000
const sameDays = 30

async function oneAlarm(alarmId: AlarmId, { sight, now }: Pick<Call, 'sight' | 'now'>) {
  const [row] = await loadRows(sight, [{ id: alarmId, count: 1, firstAt: null }], now())
  if (!row) throw fail('notFound', {}, { field: 'alarmId' })
  return row
}

async function infoOf(alarmId: AlarmId, { sight, user, now, use }: Pick<Call, 'sight' | 'user' | 'now' | 'use'>) {
  const asked = { isGuest: user.isGuest, isSent: isSentBy(use) }
  const [row] = await withTold(sight, [await oneAlarm(alarmId, { sight, now })], asked)
  if (!row) throw fail('notFound', {}, { field: 'alarmId' })
  const [rule, notes] = [await loadRule(sight, row.ruleId), await loadNotes(sight, alarmId)]
  const same = await loadSame(sight, row.ruleId, now() - sameDays * dayMs)
  const mayWrite = user.auths.includes('signal:write') && isAmong(user.writable, row.equipmentId)
  return {
    ...row,
    advice: rule?.advice ?? null,
    setPointIds: mayWrite ? (rule?.setPointIds ?? []) : [],
    columnId: row.signalId === null ? null : await loadColumn(sight, row.signalId),
    limits: row.signalId === null ? [] : await loadLimits(sight, row.signalId),
    limit: rule?.condition.kind === 'limit' ? rule.condition.limit : null,
    notes,
    same,
    medianMs: median(same.flatMap(({ raisedAt, clearedAt }) => (clearedAt === null ? [] : [clearedAt - raisedAt]))),
  }
}

const shown = [
  serve(queryAlarms, listedAlarms),

  serve(countAlarms, ({ equipmentId }, { sight, now }) => countOpen(sight, equipmentId ?? null, now())),

  serve(alarmInfo, ({ alarmId }, call) => infoOf(alarmId, call)),

  serve(isReleaseByAlarmId, async ({ alarmId }, call) => isResolved(await oneAlarm(alarmId, call))),

  serve(exportAlarms, { kind: 'stream' }, alarmFile),
] satisfies RoomServer

const dealtWith = [
  serve(acknowledgeAlarms, { kind: 'change' }, confirmAlarms),

  serve(resetAlarms, { kind: 'change' }, (input, call) => actOnAlarms('reset', input, call)),

  serve(commentAlarms, { kind: 'change' }, commentAlarm),

  serve(shelveAlarms, { kind: 'change' }, ({ alarmIds, minutes, reason }, call) =>
    shelve({ kind: 'shelved', until: call.now() + minutes * 60_000, reason }, alarmIds, call),
  ),

  serve(takeOutOfService, { kind: 'change' }, ({ alarmIds, reason }, call) =>
    shelve({ kind: 'outOfService', until: null, reason }, alarmIds, call),
  ),

  serve(unshelveAlarms, { kind: 'change' }, ({ alarmIds }, call) => unshelve(alarmIds, call)),
] satisfies RoomServer

/** External accounts do not see the company's shared filters. */
const readerOf = ({ accountId, roleType }: User) => ({ accountId, isOwnOnly: roleType === 'external' })

const kept = [
  serve(queryAlarmFilters, async (_, { sight, user, now }) =>
    withCounts(sight, await loadFilters(sight, readerOf(user)), now()),
  ),

  serve(saveAlarmFilter, { kind: 'change' }, async ({ name, isShared, ...filter }, { sight, user, now }) => {
    mustSpan(filter, now())
    await sight.lock('alarm filter')
    const { accountId } = user
    if ((await countFilters(sight, accountId, isShared)) >= limits.namedAlarmFilters)
      throw fail('alarmFilterCapacity', { limit: limits.namedAlarmFilters })
    const id = await insertFilter(sight, { accountId, isShared, name, filter, createdAt: now() })
    return { act: 'add', object: { type: 'alarmFilter', id, name }, after: { name, isShared }, data: { id } }
  }),

  serve(deleteAlarmFilter, { kind: 'change' }, async ({ id }, { sight, user }) => {
    const name = await removeFilter(sight, id, user.accountId)
    if (name === undefined) throw fail('notFound', {}, { field: 'id' })
    return { act: 'delete', object: { type: 'alarmFilter', id, name }, data: null }
  }),
] satisfies RoomServer

export default [...shown, ...dealtWith, ...kept] satisfies RoomServer
