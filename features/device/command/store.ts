import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Driver, Signal } from '../../../contract/equipment-config.ts'
import { fail } from '../../../contract/errors.ts'
import type { AccountId, EquipmentId, GatewayId, ProjectId, SignalId } from '../../../contract/fields.ts'
import type { DB, OperationResult } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'

/** A variable of a visible device with its bound gateway; undefined if not found. */
export async function loadTarget(sight: Sight, equipmentId: EquipmentId, signalId: SignalId) {
  const equipment = await sight
    .from('equipment')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .leftJoin(sight.table('signal'), (join) =>
      join.onRef('signal.equipmentId', '=', 'equipment.id').on('signal.id', '=', signalId),
    )
    .select([
      'equipment.name as equipmentName',
      'binding.id as bindingId',
      'gateway.id as gatewayId',
      'gateway.sn',
      'gateway.abilities',
    ])
    .leftJoin(sight.table('driver'), 'driver.id', 'signal.driverId')
    .select(['signal.spec', 'driver.spec as driverSpec'])
    .where('equipment.id', '=', equipmentId)
    .executeTakeFirst()
  if (!equipment) return undefined
  const { spec, driverSpec, ...rest } = equipment
  return { ...rest, signal: spec as unknown as Signal | null, driver: driverSpec as unknown as Driver | null }
}

/** The device of a variable, if the device is in the project and visible to the caller. */
export async function loadDeviceOf(sight: Sight, projectId: ProjectId, signalId: SignalId) {
  const row = await sight
    .from('signal')
    .innerJoin(sight.table('projectEquip'), 'projectEquip.equipmentId', 'signal.equipmentId')
    .select('signal.equipmentId')
    .where('signal.id', '=', signalId)
    .where('projectEquip.projectId', '=', projectId)
    .executeTakeFirst()
  return row?.equipmentId
}

/** The state of a gateway that a command needs. */
export const loadState = (sight: Sight, gatewayId: GatewayId) =>
  sight
    .from('gateway')
    .select(['gateway.state', 'gateway.vpn', 'gateway.mode'])
    .where('gateway.id', '=', gatewayId)
    .executeTakeFirst()

type NewCommand = {
  uuid: string
  accountId: AccountId | null
  shareId: number | null
  gatewayId: GatewayId
  equipmentId: EquipmentId | null
  signalId: SignalId | null
  kind: 'write' | 'configure' | 'release' | 'probe' | 'browse' | 'box'
  payload: object
  createdAt: number
  expiresAt: number
}

/**
 * Limits the commands of a kind that an account, or all visitors of a share, may issue per minute; also counts
 * concurrent ones.
 */
async function mustBeFew(sight: WritableSight, { kind, accountId, shareId, createdAt }: NewCommand, max: number) {
  await sight.lock(`${kind} of ${accountId ?? `share ${shareId}`}`)
  const { count } = await sight
    .from('command')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('command.kind', '=', kind)
    .where('command.accountId', 'is not distinct from', accountId)
    .where('command.shareId', 'is not distinct from', shareId)
    .where('command.createdAt', '>', createdAt - 60_000)
    .executeTakeFirstOrThrow()
  if (Number(count) >= max) throw fail('tooFrequent')
}

/**
 * Stores a command. Result `known`: a command with this uuid exists and is not issued again. `signedOut`: the session
 * ended. The session row is locked until the command is committed, so that ending the session also revokes the command.
 */
export const insertCommand = (
  sight: WritableSight,
  sessionHash: Buffer | null,
  command: NewCommand,
  perMinute?: number,
): Promise<'new' | 'known' | 'signedOut'> =>
  sight.transaction(async (inner) => {
    if (sessionHash && !(await inner.holdSession(sessionHash))) return 'signedOut'
    if (perMinute !== undefined) await mustBeFew(inner, command, perMinute)
    const row = await inner
      .insert('command', { ...command, payload: JSON.stringify(command.payload), status: 'waiting' })
      .onConflict((conflict) => conflict.column('uuid').doNothing())
      .returning('uuid')
      .executeTakeFirst()
    return row ? 'new' : 'known'
  })

/** Whether the permissions of the account have changed since the command was issued. */
export async function isRevoked(sight: Sight, uuid: string): Promise<boolean> {
  const row = await sight.from('command').select('command.revoked').where('command.uuid', '=', uuid).executeTakeFirst()
  return row?.revoked ?? true
}

/** Finds a command by its uuid, for any account. */
export const findCommand = (db: Kysely<DB>, uuid: string) =>
  db
    .selectFrom('command')
    .select(['uuid', 'orgId', 'gatewayId', 'signalId', 'payload'])
    .where('uuid', '=', uuid)
    .executeTakeFirst()

export const setLogId = (sight: WritableSight, uuid: string, logId: number) =>
  sight.update('command', { logId }).where('uuid', '=', uuid).execute()

/** The gateway of a button press that the account started and may still be holding. */
export async function loadHeld(
  sight: Sight,
  press: {
    uuid: string
    equipmentId?: EquipmentId
    accountId: AccountId | null
    shareId: number | null
    since: number
  },
): Promise<string | undefined> {
  const row = await sight
    .from('command')
    .innerJoin(sight.table('gateway'), 'gateway.id', 'command.gatewayId')
    .select('gateway.sn')
    .where('command.uuid', '=', press.uuid)
    .$if(press.equipmentId !== undefined, (query) => query.where('command.equipmentId', '=', press.equipmentId!))
    .where('command.accountId', 'is not distinct from', press.accountId)
    .where('command.shareId', 'is not distinct from', press.shareId)
    .where('command.kind', '=', 'write')
    .where('command.revoked', '=', false)
    .where('command.createdAt', '>', press.since)
    .where(sql<SqlBool>`command.payload -> 'hold' is not null`)
    .executeTakeFirst()
  return row?.sn
}

export const loadCommand = (sight: Sight, uuid: string) =>
  sight.from('command').selectAll('command').where('command.uuid', '=', uuid).executeTakeFirst()

export type Outcome = {
  status: OperationResult
  code: number
  value?: unknown
  reason?: string | undefined
  details?: object | undefined
  tookMs?: number | undefined
  at: number
}

/** Ends a command once; an answer that arrives after a timeout still corrects the record. */
export const finishCommand = (
  db: Kysely<DB>,
  uuid: string,
  gatewaySn: string | null,
  { status, code, value, reason, details, tookMs, at }: Outcome,
) =>
  db
    .updateTable('command')
    .set({
      status,
      code,
      value: value === undefined ? null : JSON.stringify(value),
      reason: reason ?? null,
      details: details === undefined ? null : JSON.stringify(details),
      tookMs: tookMs ?? null,
      finishedAt: at,
    })
    .where('uuid', '=', uuid)
    .where('status', 'in', gatewaySn === null ? ['waiting'] : ['waiting', 'timeout', 'cancelled'])
    .$if(gatewaySn !== null, (query) =>
      query.where('gatewayId', '=', (eb) =>
        eb
          .selectFrom('gateway')
          .select('gateway.id')
          .where('gateway.sn', '=', gatewaySn!)
          // The next owner of the gateway could read these commands in its journal.
          .whereRef('gateway.orgId', '=', 'command.orgId'),
      ),
    )
    .returning(['uuid', 'logId', 'kind', 'gatewayId', 'payload'])
    .executeTakeFirst()

/** Commands that expired without an answer. */
export const loadOverdue = (db: Kysely<DB>, before: number) =>
  db
    .selectFrom('command')
    .select('uuid')
    .where('status', '=', 'waiting')
    .where('expiresAt', '<', before)
    .limit(500)
    .execute()

/** Commands of accounts whose permissions were changed since. */
export const loadRevoked = (db: Kysely<DB>) =>
  db
    .selectFrom('command')
    .select('uuid')
    .where('status', '=', 'waiting')
    .where('revoked', '=', true)
    .limit(500)
    .execute()

/** Stores the configuration that the gateway has now. */
export const setApplied = (
  db: Kysely<DB>,
  gatewayId: GatewayId,
  applied: { configHash: string | null; configBindingId: number | null },
) => db.updateTable('gateway').set(applied).where('id', '=', gatewayId).execute()
