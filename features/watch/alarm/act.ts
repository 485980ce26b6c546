// Changes many alarms: the changes in one transaction, and one line in the operation log.
import { fail } from '../../../contract/errors.ts'
import type { AlarmId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import type { Change, ChangeCall } from '../../frame/serve.ts'
import type { Act } from '../../platform/operation-log/contract.ts'
import {
  actOn,
  type By,
  commentOn,
  loadNamed,
  loadShelves,
  lockShelves,
  type Named,
  note,
  putOnShelf,
  takeOffShelf,
} from './act-store.ts'

type Done = { done: number }
type Asked = Pick<ChangeCall, 'sight' | 'user' | 'now'>

/** Maximum number of alarms that the log lists by name; the line contains the total count. */
const namedInLog = 20

const byOf = ({ user, now }: Asked): By => ({ accountId: user.accountId, name: user.name || user.loginname, at: now() })

const rulesOf = (named: readonly Named[]) => [...new Set(named.map(({ ruleId }) => ruleId))]
const oneARule = (named: readonly Named[]) => [...new Map(named.map((each) => [each.ruleId, each])).values()]

/** The name of an alarm with its device: `Well level high (Intake station 1)`. */
const nameOf = ({ name, equipmentName }: Named) => `${name} (${equipmentName})`

function lineOf(act: Act, named: readonly Named[], done: number, after: object): Change<Done> {
  const [first] = named
  if (!first) throw fail('notFound')
  const more = named.length > 1 ? ` +${named.length - 1}` : ''
  const all = named.length > 1 ? { names: named.slice(0, namedInLog).map(nameOf).join(', ') } : {}
  const object = { type: 'alarm', id: named.length > 1 ? null : first.id, name: nameOf(first) + more } as const
  return { act, object, after: { ...after, count: done, ...all }, data: { done } }
}

const held = (sight: WritableSight, ids: readonly AlarmId[]) => loadNamed(sight, [...new Set(ids)])

/** Acknowledges or resets the named alarms, and the open alarms of the same rules that were raised before them. */
export async function actOnAlarms(
  act: 'acknowledged' | 'reset',
  { alarmIds, comment }: { alarmIds: readonly AlarmId[]; comment: string | null },
  asked: Asked,
): Promise<Change<Done>> {
  const { sight } = asked
  const named = await held(sight, alarmIds)
  const ids = await actOn(sight, named, act, { ...byOf(asked), comment })
  const said = comment === null ? {} : { comment }
  return lineOf(act === 'reset' ? 'resetAlarm' : 'acknowledgeAlarm', named, ids.length, said)
}

export async function commentAlarm(
  { alarmIds, comment }: { alarmIds: readonly AlarmId[]; comment: string },
  asked: Asked,
): Promise<Change<Done>> {
  const { sight } = asked
  const named = await held(sight, alarmIds)
  await commentOn(
    sight,
    named.map(({ id }) => id),
    byOf(asked),
    comment,
  )
  return lineOf('commentAlarm', named, named.length, { comment })
}

/**
 * Shelves the rules of the alarms. Rules that are out of service are skipped, because a shelf would end after its time,
 * which would put them back into service.
 */
export async function shelve(
  shelf: { kind: 'shelved' | 'outOfService'; until: number | null; reason: string },
  alarmIds: readonly AlarmId[],
  asked: Asked,
): Promise<Change<Done>> {
  const { sight, now } = asked
  const by = byOf(asked)
  await lockShelves(sight)
  const named = await held(sight, alarmIds)
  const silent = await loadShelves(sight, rulesOf(named), now())
  const isOut = new Set(silent.filter(({ kind }) => kind === 'outOfService').map(({ ruleId }) => ruleId))
  const some = oneARule(named).filter(({ ruleId }) => !isOut.has(ruleId))
  await putOnShelf(sight, some, shelf, by)
  const ids = some.map(({ id }) => id)
  await note(sight, ids, shelf.kind, by, shelf.reason)
  const { kind, until, reason } = shelf
  return lineOf(kind === 'shelved' ? 'shelveAlarm' : 'takeOutOfService', named, some.length, {
    ...(until === null ? {} : { until }),
    reason,
  })
}

export async function unshelve(alarmIds: readonly AlarmId[], asked: Asked): Promise<Change<Done>> {
  const { sight, now } = asked
  const by = byOf(asked)
  await lockShelves(sight)
  const named = await held(sight, alarmIds)
  const kinds = new Map((await loadShelves(sight, rulesOf(named), now())).map(({ ruleId, kind }) => [ruleId, kind]))
  const some = oneARule(named).filter(({ ruleId }) => kinds.has(ruleId))
  await takeOffShelf(sight, rulesOf(some))
  for (const [kind, act] of [
    ['shelved', 'unshelved'],
    ['outOfService', 'inService'],
  ] as const) {
    const ids = some.filter(({ ruleId }) => kinds.get(ruleId) === kind).map(({ id }) => id)
    await note(sight, ids, act, by, null)
  }
  return lineOf('unshelveAlarm', named, some.length, {})
}
