// Acknowledging, resetting, commenting and shelving alarms. Rows are locked in the order of their ids first, so that
// concurrent actions run one after the other and the second sees the result of the first.
import { sql } from 'kysely'
import type { AccountId, AlarmId, AlarmRuleId, EquipmentId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import type { NoteAct } from './contract.ts'
import { type AlarmAct, type AlarmFacts, after } from './rules.ts'

export type By = { accountId: AccountId; name: string; at: number }

/** An alarm that a user action names by its id. */
export type Named = { id: AlarmId; ruleId: AlarmRuleId; equipmentId: EquipmentId; name: string; equipmentName: string }

/** Rows per statement, so that the statement stays below the maximum number of parameters. */
const portion = 1000

const among = <Id>(ids: readonly Id[]) => sql<Id>`any(${ids}::int[])`

function* portions<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += portion) yield all.slice(from, from + portion)
}

/** The alarms that a user action names, in the order of their ids. */
export const loadNamed = (sight: WritableSight, ids: readonly AlarmId[]): Promise<Named[]> =>
  sight
    .from('alarm')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'alarm.equipmentId')
    .select(['alarm.id', 'alarm.ruleId', 'alarm.equipmentId', 'alarm.name', 'equipment.name as equipmentName'])
    .where('alarm.id', '=', among(ids))
    .orderBy('alarm.id')
    .execute()

type Held = AlarmFacts & { id: AlarmId }

/**
 * An alarm that a user has seen. An action on it does not affect newer alarms of the same rule, which the user has not
 * seen.
 */
type Seen = Pick<Named, 'id' | 'ruleId'>

/** The open alarms of the rules up to and including the seen ones, locked until the transaction ends. */
async function holdOpen(sight: WritableSight, seen: readonly Seen[]): Promise<Held[]> {
  const ruleIds = seen.map(({ ruleId }) => ruleId)
  const ids = seen.map(({ id }) => id)
  const isSeen = sql<boolean>`exists (select from unnest(${ruleIds}::int[], ${ids}::int[]) as seen (rule, id)
    where seen.rule = alarm.rule_id and alarm.id <= seen.id)`
  const rows = await sight
    .from('alarm')
    .select(['alarm.id', 'alarm.latched as isLatched', 'alarm.clearedAt', 'alarm.acknowledgedAt', 'alarm.resetAt'])
    .where('alarm.ruleId', '=', among(ruleIds))
    .where('alarm.isOpen', '=', true)
    .where(isSeen)
    .orderBy('alarm.id')
    .forUpdate()
    .execute()
  return rows
}

/** Acknowledges or resets the seen alarms and older open alarms of their rules. Returns the ids of the changed ones. */
export async function actOn(
  sight: WritableSight,
  seen: readonly Seen[],
  act: Exclude<AlarmAct, 'cleared'>,
  by: By & { comment: string | null },
): Promise<AlarmId[]> {
  const moved = (await holdOpen(sight, seen)).filter((held) => after(held, act, by.at) !== held)
  for (const isNew of [true, false]) {
    const some = moved.filter(({ acknowledgedAt }) => (acknowledgedAt === null) === isNew).map(({ id }) => id)
    const acknowledged = isNew ? { acknowledgedAt: by.at, acknowledgedBy: by.accountId, acknowledgedName: by.name } : {}
    const reset = act === 'reset' ? { resetAt: by.at } : {}
    const said = by.comment === null ? {} : { comment: by.comment }
    await change(sight, some, { ...acknowledged, ...reset, ...said })
  }
  const ids = moved.map(({ id }) => id)
  await note(sight, ids, act === 'reset' ? 'reset' : 'acknowledged', by, by.comment)
  return ids
}

type Changed = Parameters<typeof setAlarms>[1]
const setAlarms = (sight: WritableSight, change: Parameters<typeof sight.update<'alarm'>>[1]) =>
  sight.update('alarm', change)

async function change(sight: WritableSight, ids: readonly AlarmId[], to: Changed): Promise<void> {
  // Nothing to change: the alarms were acknowledged before, and there is no new comment.
  if (ids.length > 0 && Object.keys(to).length > 0) await setAlarms(sight, to).where('id', '=', among(ids)).execute()
}

/** Adds one line to the history of each alarm. */
export async function note(
  sight: WritableSight,
  alarmIds: readonly AlarmId[],
  act: NoteAct,
  { accountId, name: accountName, at }: By,
  text: string | null,
): Promise<void> {
  for (const some of portions(alarmIds)) {
    const rows = some.map((alarmId) => ({ alarmId, at, act, accountId, accountName, text }))
    await sight.insert('alarmNote', rows).execute()
  }
}

export async function commentOn(sight: WritableSight, ids: readonly AlarmId[], by: By, text: string): Promise<void> {
  await change(sight, ids, { comment: text })
  await note(sight, ids, 'commented', by, text)
}

/** Takes the organisation's lock for changes to shelves. */
export const lockShelves = (sight: WritableSight): Promise<void> => sight.lock('alarm shelf')

export const loadShelves = (sight: WritableSight, ruleIds: readonly AlarmRuleId[], now: number) =>
  sight
    .from('alarmShelf')
    .select(['alarmShelf.ruleId', 'alarmShelf.kind'])
    .where('alarmShelf.ruleId', '=', among(ruleIds))
    .where((eb) => eb.or([eb('alarmShelf.until', 'is', null), eb('alarmShelf.until', '>', now)]))
    .execute()

export async function putOnShelf(
  sight: WritableSight,
  rules: readonly Pick<Named, 'ruleId' | 'equipmentId'>[],
  shelf: { kind: 'shelved' | 'outOfService'; until: number | null; reason: string },
  { accountId, name: accountName, at }: By,
): Promise<void> {
  if (rules.length === 0) return
  await takeOffShelf(
    sight,
    rules.map(({ ruleId }) => ruleId),
  )
  const rows = rules.map(({ ruleId, equipmentId }) => ({ ruleId, equipmentId, ...shelf, accountId, accountName, at }))
  await sight.insert('alarmShelf', rows).execute()
}

export const takeOffShelf = async (sight: WritableSight, ruleIds: readonly AlarmRuleId[]): Promise<void> =>
  void (await sight.remove('alarmShelf').where('ruleId', '=', among(ruleIds)).execute())
