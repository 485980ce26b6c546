// Rules and alarms as rows: for tests of what people do with them, without a gateway that raises them.
import type { AlarmRule } from '../contract/equipment-config.ts'
import { type AlarmId, type AlarmRuleId, type EquipmentId, OrgId, type SignalId } from '../contract/fields.ts'
import type { Platform } from '../features/frame/serve.ts'
import type { AlarmFacts } from '../features/watch/alarm/rules.ts'

type Db = Platform['db']
export type RuleRow = Partial<Omit<AlarmRule, 'id'>> & { equipmentId: EquipmentId; orgId?: OrgId }

let drawn = 0
/** Higher than any number that a sequence of a test's database reaches. */
const firstRule = 1_000_000

/** A rule of a device: above a limit of a variable, unless said otherwise. */
export async function alarmRule(
  db: Db,
  { equipmentId, orgId = OrgId.parse(1), ...given }: RuleRow,
): Promise<AlarmRuleId> {
  drawn += 1
  const id = (firstRule + drawn) as AlarmRuleId
  const condition = { kind: 'limit', signalId: 1 as SignalId, is: 'above', limit: 4.5 } as const
  const spec = { id, name: 'Level high', level: 'important', condition, ...given } as AlarmRule
  await db
    .insertInto('alarmRule')
    .values({
      ...{ id, orgId, equipmentId, position: drawn, name: spec.name, level: spec.level, platformKind: null },
      ...{ spec: JSON.stringify(spec), enabled: true, createdAt: 1, removedAt: null },
    })
    .execute()
  return id
}

type AlarmGiven = Partial<Omit<AlarmFacts, 'isLatched'>> & {
  ruleId: AlarmRuleId
  raisedAt: number
  latched?: boolean
  value?: number | string | boolean | null
  content?: string
  acknowledgedName?: string
  comment?: string
}

/** The device is bound to a gateway that is not connected: alarms of a device without a gateway would end. */
async function bindingOf(db: Db, { orgId, equipmentId }: { orgId: OrgId; equipmentId: EquipmentId }): Promise<number> {
  const living = db.selectFrom('binding').select('id').where('unboundAt', 'is', null)
  const bound = await living.where('equipmentId', '=', equipmentId).executeTakeFirst()
  if (bound) return bound.id
  drawn += 1
  const none = Buffer.alloc(32)
  const { id: gatewayId } = await db
    .insertInto('gateway')
    .values({
      ...{
        orgId,
        sn: `ALARM${String(drawn).padStart(6, '0')}`,
        series: 'test',
        model: 'test',
        createdAt: 1,
        claimedAt: 1,
      },
      ...{ claimCodeHash: none, secretHash: none, secretSealed: none },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('binding')
    .values({ orgId, equipmentId, gatewayId, boundAt: 1, unboundAt: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds an alarm of a rule, with the texts and settings of that rule. */
export async function alarm(db: Db, { ruleId, ...given }: AlarmGiven): Promise<AlarmId> {
  const rule = await db.selectFrom('alarmRule').selectAll().where('id', '=', ruleId).executeTakeFirstOrThrow()
  const { condition, name, level } = rule.spec as unknown as AlarmRule
  drawn += 1
  const { latched = false, value = 4.82, content = name, raisedAt, comment = null, acknowledgedName = null } = given
  const { clearedAt = null, acknowledgedAt = null, resetAt = null } = given
  const isOfSignal = 'signalId' in condition
  const { id } = await db
    .insertInto('alarm')
    .values({
      ...{ orgId: rule.orgId, equipmentId: rule.equipmentId, ruleId, occurrence: `occurrence-${drawn}` },
      ...{
        bindingId: await bindingOf(db, rule),
        kind: condition.kind,
        level,
        name,
        content,
        raisedAt,
        receivedAt: raisedAt,
      },
      signalId: isOfSignal ? condition.signalId : null,
      unit: isOfSignal ? 'm' : null,
      decimals: isOfSignal ? 2 : null,
      value: value === null ? null : JSON.stringify({ of: value }),
      limitText: condition.kind === 'limit' ? `${condition.is === 'above' ? '>' : '<'} ${condition.limit}` : null,
      ...{ latched, clearedAt, acknowledgedAt, acknowledgedBy: null, acknowledgedName, comment, resetAt },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const notes = { orgId: rule.orgId, alarmId: id, accountId: null, accountName: null, text: null }
  await db
    .insertInto('alarmNote')
    .values({ ...notes, at: raisedAt, act: 'raised' })
    .execute()
  if (clearedAt !== null)
    await db
      .insertInto('alarmNote')
      .values({ ...notes, at: clearedAt, act: 'cleared' })
      .execute()
  return id
}
