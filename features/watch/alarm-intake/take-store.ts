// Stores alarm events of gateways in the list. One transaction stores the alarms and removes the events from the queue,
// so that a kill at any point neither loses nor duplicates an alarm. Works across all organisations: each row contains
// its organisation.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { AlarmId, AlarmRuleId, EquipmentId, OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { DB } from '../../../db/schema.ts'
import type { ActiveAlarms } from '../../../signal/cloud/cloud-needs.ts'
import type { JudgedEvent } from '../../../signal/cloud/judging.ts'
import type { EventBody } from '../../../signal/cloud/record-owner.ts'
import { subjectOf } from '../../device/alarm-rules/rules.ts'
import type { AlarmChange } from './contract.ts'
import { isBindingJudgedHere } from './judge-store.ts'
import { contentOf, limitText, type ToldSignal } from './wording.ts'

type Db = Kysely<DB>
type Tx = Transaction<DB>
type Told = EventBody['events'][number] & {
  orgId: OrgId
  equipmentId: EquipmentId
  bindingId: number | null
  receivedAt: number
}

const changed = [
  ...(['id', 'orgId', 'equipmentId', 'ruleId', 'signalId', 'level', 'name', 'content', 'isBacklog'] as const),
] as const

/** Work in the transaction of the changes; returns what is to run after the commit. */
export type Within = (changes: readonly AlarmChange[], tx: Tx) => Promise<() => void>
/** `tell`: to be called after the commit. */
type Taken = { changes: AlarmChange[]; tell(): void }

const nothingChanged: Taken = { changes: [], tell: () => undefined }

async function done(tx: Tx, changes: AlarmChange[], within: Within): Promise<Taken> {
  if (changes.length === 0) return nothingChanged
  await note(tx, changes)
  return { changes, tell: await within(changes, tx) }
}

/**
 * Stores the oldest queued events and returns how many, with the changes. A lock keeps other transactions out, so that
 * the order is preserved.
 */
export async function takeEvents(db: Db, most: number, within: Within): Promise<Taken & { taken: number }> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('alarm events'))`.execute(tx)
    const rows = await tx.selectFrom('historyEvent').selectAll().orderBy('id').limit(most).execute()
    if (rows.length === 0) return { taken: 0, ...nothingChanged }
    const told = rows.flatMap(({ body, orgId, equipmentId, bindingId, receivedAt }) =>
      (body as EventBody).events.map((event): Told => ({ ...event, orgId, equipmentId, bindingId, receivedAt })),
    )
    const taken = await put(tx, told, within)
    await tx
      .deleteFrom('historyEvent')
      .where('id', '=', sql<number>`any(${rows.map(({ id }) => id)}::bigint[])`)
      .execute()
    return { taken: rows.length, ...taken }
  })
}

/** Stores events that the platform evaluated, in their order, all or none. */
export async function takeJudged(db: Db, events: readonly JudgedEvent[], within: Within): Promise<Taken> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('alarm events'))`.execute(tx)
    return put(tx, events as readonly Told[], within)
  })
}

async function put(tx: Tx, told: readonly Told[], within: Within): Promise<Taken> {
  const changes: AlarmChange[] = []
  for (const some of inTurns(told)) changes.push(...(await raise(tx, some)), ...(await clear(tx, some)))
  return done(tx, changes, within)
}

/**
 * Splits events in order so that no part raises two alarms of one rule: the first is cleared before the second is
 * raised.
 */
function inTurns<T extends Pick<Told, 'ruleId' | 'kind'>>(told: readonly T[]): T[][] {
  const parts: T[][] = []
  let raised = new Set<number>()
  for (const one of told) {
    const isSecond = one.kind === 'raised' && raised.has(one.ruleId)
    if (isSecond) raised = new Set()
    if (isSecond || parts.length === 0) parts.push([])
    if (one.kind === 'raised') raised.add(one.ruleId)
    parts.at(-1)!.push(one)
  }
  return parts
}

/**
 * Moves the oldest event to quarantine if no transaction can store it, so that it does not block the following ones.
 */
export async function setEventApart(db: Db, reason: string): Promise<void> {
  await sql`with gone as (
      delete from history_event where id = (select min(id) from history_event) returning *)
    insert into history_quarantine (org_id, gateway_id, binding_id, epoch, lane, seq, received_at, reason, payload)
    select org_id, gateway_id, binding_id, '', 0, 0, received_at, ${reason.replaceAll('\0', '').slice(0, 500)},
      convert_to(body::text, 'UTF8') from gone`.execute(db)
}

/** The rules and variables that the events name, only of the events' own devices. */
async function known(tx: Tx, told: readonly Told[]) {
  const ruleIds = [...new Set(told.map(({ ruleId }) => ruleId))]
  const rules = await tx
    .selectFrom('alarmRule')
    .leftJoin('mvar', 'mvar.id', 'alarmRule.mvarId')
    .select(['alarmRule.id', 'alarmRule.orgId', 'alarmRule.equipmentId', 'alarmRule.spec', 'alarmRule.mvarId'])
    .select(['mvar.title', 'mvar.unit', 'mvar.decimals'])
    .where('alarmRule.id', '=', sql<AlarmRuleId>`any(${ruleIds}::int[])`)
    .execute()
  const signals = await tx
    .selectFrom('signal')
    .select(['id', 'spec'])
    .where(
      'equipmentId',
      '=',
      sql<EquipmentId>`any(${[...new Set(rules.map(({ equipmentId }) => equipmentId))]}::int[])`,
    )
    .execute()
  return {
    rules: new Map(rules.map((rule) => [rule.id as number, rule])),
    signals: new Map<number, ToldSignal>(signals.map(({ id, spec }) => [id, spec as unknown as ToldSignal])),
  }
}

/** The only variable of a rule over an intermediate variable. */
const calculatedOf = ({ mvarId, unit, decimals }: { mvarId: number; unit: string | null; decimals: number | null }) =>
  new Map<number, ToldSignal>([[mvarId, { id: mvarId, unit, decimals } as unknown as ToldSignal]])

async function raise(tx: Tx, told: readonly Told[]): Promise<AlarmChange[]> {
  const { rules, signals } = await known(tx, told)
  const rows = told.flatMap(({ kind, ruleId, alarm, at, values = [], ...of }) => {
    const rule = rules.get(ruleId)
    if (kind !== 'raised' || rule?.equipmentId !== of.equipmentId || rule.orgId !== of.orgId) return []
    const { spec, mvarId, title } = rule
    const named = mvarId === null ? signals : calculatedOf({ ...rule, mvarId })
    const subject = subjectOf(spec.condition)
    const about = subject === undefined ? undefined : named.get(subject)
    const told = new Map(values)
    return {
      ...of,
      ruleId: rule.id,
      occurrence: alarm,
      kind: spec.condition.kind,
      level: spec.level,
      name: spec.name,
      content: contentOf(spec, named, told),
      signalId: mvarId === null ? (about?.id ?? null) : null,
      mvarTitle: title,
      unit: about?.unit ?? null,
      decimals: about?.decimals ?? null,
      value: subject === undefined ? null : JSON.stringify({ of: told.get(subject) ?? null }),
      limitText: limitText(spec, named),
      latched: spec.latched ?? false,
      raisedAt: at,
      isBacklog: of.receivedAt - at > limits.alarmBacklogMs,
    }
  })
  if (rows.length === 0) return []
  const made = await tx
    .insertInto('alarm')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['equipmentId', 'occurrence']).doNothing())
    .returning([...changed, 'raisedAt as at'])
    .execute()
  return [...(await endOlder(tx, made)), ...made.map((row) => ({ kind: 'raised' as const, ...row }))]
}

/**
 * Ends active alarms; `which` selects ids and end times. Locks in the order of ids, as acknowledging does, to prevent
 * deadlocks.
 */
async function end(tx: Tx, which: RawBuilder<unknown>): Promise<AlarmChange[]> {
  const { rows } = await sql<Omit<AlarmChange, 'kind'>>`
    with which as materialized (${which}),
    held as materialized (
      select alarm.id, which.at from alarm join which on which.id = alarm.id
      where alarm.cleared_at is null order by alarm.id for update of alarm)
    update alarm set cleared_at = greatest(alarm.raised_at, held.at) from held where alarm.id = held.id
    returning alarm.id, alarm.org_id, alarm.equipment_id, alarm.rule_id, alarm.signal_id, alarm.level, alarm.name,
      alarm.content, alarm.is_backlog, alarm.cleared_at as at`.execute(tx)
  return rows.map((row) => ({ kind: 'cleared' as const, ...row }))
}

/** A rule has one active alarm at a time: ends older ones, whose clearing was lost. */
const endOlder = (tx: Tx, made: readonly { id: AlarmId }[]): Promise<AlarmChange[]> =>
  end(
    tx,
    sql`select older.id, min(newer.raised_at) as at
      from alarm older join alarm newer on newer.rule_id = older.rule_id and newer.id > older.id
      where newer.id = any(${made.map(({ id }) => id)}::int[]) and older.cleared_at is null group by older.id`,
  )

async function clear(tx: Tx, told: readonly Told[]): Promise<AlarmChange[]> {
  const over = told.filter(({ kind }) => kind === 'cleared')
  if (over.length === 0) return []
  const rows = over.map(({ equipmentId, alarm, at }) => ({ equipment: equipmentId, occurrence: alarm, at }))
  return end(
    tx,
    sql`select alarm.id, min(told.at) as at
      from alarm join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (equipment int, occurrence text, at bigint)
        on alarm.equipment_id = told.equipment and alarm.occurrence = told.occurrence
      where alarm.cleared_at is null group by alarm.id`,
  )
}

/**
 * Raises alarms that are active on a gateway but not in the list: the event was lost with its disk or for lack of
 * space.
 */
async function raiseUnknown(tx: Tx, { alarms, ...of }: ActiveAlarms): Promise<AlarmChange[]> {
  const known = await tx
    .selectFrom('alarm')
    .select('occurrence')
    .where('equipmentId', '=', of.equipmentId)
    .where('occurrence', '=', sql<string>`any(${alarms.map(({ alarm }) => alarm)}::text[])`)
    .execute()
  const names = new Set(known.map(({ occurrence }) => occurrence))
  const unknown = alarms.filter(({ alarm }) => !names.has(alarm))
  if (unknown.length === 0) return []
  const owner = { ...of, orgId: of.orgId as OrgId, receivedAt: of.at }
  return raise(
    tx,
    unknown.map((each) => ({ ...each, ...owner, kind: 'raised' as const })),
  )
}

/**
 * Clears alarms of a binding that are no longer active on its gateway, and raises those that are active only there.
 * Does nothing if the platform evaluates the rules.
 */
export async function reconcile(db: Db, standing: ActiveAlarms, within: Within): Promise<Taken> {
  const { equipmentId, bindingId, at, alarms } = standing
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('alarm events'))`.execute(tx)
    if (await isBindingJudgedHere(tx, bindingId)) return nothingChanged
    const names = alarms.map(({ alarm }) => alarm)
    const cleared = await end(
      tx,
      sql`select id, ${at}::bigint as at from alarm
        where equipment_id = ${equipmentId} and binding_id = ${bindingId} and cleared_at is null
          and raised_at < ${at}::bigint and occurrence <> all(${names}::text[])`,
    )
    return done(tx, [...cleared, ...(await raiseUnknown(tx, standing))], within)
  })
}

/** Raises and clears alarms of the platform itself: gateways that are offline, and rules or bindings that ended. */
export async function judgeOnPlatform(db: Db, now: number, within: Within): Promise<Taken> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('alarm events'))`.execute(tx)
    const raised = await sql<Omit<AlarmChange, 'kind'>>`
      insert into alarm (org_id, equipment_id, rule_id, occurrence, binding_id, kind, level, name, content, latched, raised_at,
        received_at)
      select r.org_id, r.equipment_id, r.id, replace(gen_random_uuid()::text, '-', ''), b.id, r.platform_kind, r.level, r.name,
        coalesce(r.spec ->> 'content', r.name), coalesce((r.spec ->> 'latched')::boolean, false),
        least(${now}::bigint, g.last_seen_at + coalesce((r.spec ->> 'onDelayS')::bigint, 0) * 1000), ${now}::bigint
      from alarm_rule r
        join binding b on b.equipment_id = r.equipment_id and b.unbound_at is null
        join gateway g on g.id = b.gateway_id
      where r.platform_kind in ('offline', 'powerOff') and r.enabled and r.removed_at is null and g.state = 'offline'
        and g.last_seen_at + coalesce((r.spec ->> 'onDelayS')::bigint, 0) * 1000 <= ${now}::bigint
        and (r.platform_kind = 'offline' or g.power_off_at is not null)
        and not exists (select from alarm a where a.rule_id = r.id and a.cleared_at is null)
      returning id, org_id, equipment_id, rule_id, signal_id, level, name, content, is_backlog, raised_at as at`.execute(
      tx,
    )
    // Ends alarms whose rule or binding is gone, wherever they were evaluated: no later event would clear them.
    const cleared = await end(
      tx,
      sql`select a.id, ${now}::bigint as at
        from alarm a join alarm_rule r on r.id = a.rule_id
          left join lateral (select b.id, g.state, g.online_since from binding b join gateway g on g.id = b.gateway_id
            where b.equipment_id = r.equipment_id and b.unbound_at is null) bound on true
        where a.cleared_at is null
          and ((a.binding_id is not null and bound.id is distinct from a.binding_id)
            or (r.platform_kind is not null and (not r.enabled or r.removed_at is not null or (bound.state = 'online'
              and r.platform_kind <> 'mvar' and bound.online_since + coalesce((r.spec ->> 'offDelayS')::bigint, 0) * 1000 <= ${now}::bigint))))`,
    )
    const changes: AlarmChange[] = [...raised.rows.map((row) => ({ kind: 'raised' as const, ...row })), ...cleared]
    return done(tx, changes, within)
  })
}

async function note(tx: Tx, changes: readonly AlarmChange[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ kind, id, orgId, at }) => ({ org: orgId, alarm: id, at, act: kind }))
  await sql`insert into alarm_note (org_id, alarm_id, at, act)
    select n.org, n.alarm, n.at, n.act
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (org int, alarm int, at bigint, act text)`.execute(tx)
}
