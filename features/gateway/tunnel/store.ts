import type { Kysely, Selectable } from 'kysely'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { TunnelEnd } from '../../../contract/tunnel.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { TunnelGrant } from '../../../signal/cloud/tunnels.ts'

/** A visible device with its bound gateway; undefined if not found. */
export const loadServed = (sight: Sight, equipmentId: EquipmentId) =>
  sight
    .from('equipment')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select(['equipment.name', 'binding.id as bindingId', 'gateway.id as gatewayId', 'gateway.sn'])
    .select(['gateway.abilities', 'gateway.state', 'gateway.vpn', 'gateway.mode'])
    .where('equipment.id', '=', equipmentId)
    .executeTakeFirst()

/** Drivers of a device in order, without those that have no variables: the gateway does not receive them. */
export async function loadDrivers(sight: Sight, equipmentId: EquipmentId) {
  const rows = await sight
    .from('driver')
    .select(['driver.id', 'driver.name', 'driver.spec'])
    .where('driver.equipmentId', '=', equipmentId)
    .where(
      'driver.id',
      'in',
      sight.from('signal').select('signal.driverId').where('signal.equipmentId', '=', equipmentId),
    )
    .orderBy('driver.id')
    .execute()
  return rows.map(({ id, name, spec }) => ({ id, name, ...(spec as unknown as { type: string; params: object }) }))
}

const columns = [
  ...(['tunnel.id', 'tunnel.accountId', 'tunnel.loginname', 'tunnel.host', 'tunnel.port'] as const),
  ...(['tunnel.createdAt', 'tunnel.openedAt', 'tunnel.expiresAt', 'tunnel.endedAt'] as const),
  ...(['tunnel.why', 'tunnel.code', 'tunnel.bytesUp', 'tunnel.bytesDown', 'tunnel.ticketUntil'] as const),
] as const

/** The newest tunnel of a device that is active, or that has ended. */
export const loadNewest = (sight: Sight, equipmentId: EquipmentId, isOn: boolean) =>
  sight
    .from('tunnel')
    .select(columns)
    .where('tunnel.equipmentId', '=', equipmentId)
    .where('tunnel.endedAt', isOn ? 'is' : 'is not', null)
    .orderBy('tunnel.id', 'desc')
    .limit(1)
    .executeTakeFirst()

type NewTunnel = Pick<
  Selectable<DB['tunnel']>,
  | 'equipmentId'
  | 'gatewayId'
  | 'bindingId'
  | 'accountId'
  | 'loginname'
  | 'ip'
  | 'driverId'
  | 'host'
  | 'port'
  | 'ticketHash'
  | 'ticketUntil'
  | 'sessionHash'
  | 'createdAt'
  | 'expiresAt'
>

/** Returns false if the gateway has another active tunnel. */
export async function insertTunnel(sight: WritableSight, tunnel: NewTunnel): Promise<boolean> {
  const added = await sight
    .insert('tunnel', tunnel)
    .onConflict((conflict) => conflict.column('gatewayId').where('endedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Changes the expiry of an active tunnel. */
export const setExpiry = (sight: WritableSight, id: number, expiresAt: number) =>
  sight.update('tunnel', { expiresAt }).where('id', '=', id).where('endedAt', 'is', null).execute()

/** Ends a tunnel whose program has not connected, and voids its ticket. */
export async function endWaiting(sight: WritableSight, id: number, at: number): Promise<boolean> {
  const ended = await sight
    .update('tunnel', { endedAt: at, why: 'ended', ticketHash: null })
    .where('id', '=', id)
    .where('openedAt', 'is', null)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Redeems a ticket: it works once, while it and its session are valid. */
export async function redeemTunnel(db: Kysely<DB>, ticketHash: Buffer, at: number): Promise<TunnelGrant | undefined> {
  const row = await db
    .updateTable('tunnel')
    .set({ ticketHash: null, openedAt: at })
    .where('ticketHash', '=', ticketHash)
    .where('ticketUntil', '>=', at)
    .where('endedAt', 'is', null)
    .where('sessionHash', 'in', db.selectFrom('session').select('tokenHash'))
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  const { id, orgId, equipmentId, gatewayId, bindingId, driverId, host, port, expiresAt } = row
  const { sn } = await db.selectFrom('gateway').select('sn').where('id', '=', gatewayId).executeTakeFirstOrThrow()
  const { name } = await db
    .selectFrom('equipment')
    .select('name')
    .where('id', '=', equipmentId)
    .executeTakeFirstOrThrow()
  const sessionHash = row.sessionHash.toString('hex')
  return { id, orgId, equipmentId, sn, device: name, bindingId, driverId, host, port, sessionHash, expiresAt }
}

type Over = { why: TunnelEnd; code: number | null; bytesUp: number; bytesDown: number; at: number }

/** Marks a tunnel as ended, once; returns the data for its log line. */
export async function finishTunnel(db: Kysely<DB>, id: number, { why, code, bytesUp, bytesDown, at }: Over) {
  const ended = await db
    .updateTable('tunnel')
    .set({ endedAt: at, why, code, bytesUp, bytesDown, ticketHash: null })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (!ended) return undefined
  const device = await db.selectFrom('equipment').select('name').where('id', '=', ended.equipmentId).executeTakeFirst()
  return { ...ended, device: device?.name ?? '' }
}

/** Tunnels whose program did not connect in time, and tunnels that a former process carried. */
export async function loadStray(db: Kysely<DB>, carried: readonly number[], at: number) {
  const rows = await db
    .selectFrom('tunnel')
    .select(['id', 'openedAt', 'ticketUntil'])
    .where('endedAt', 'is', null)
    .execute()
  const known = new Set(carried)
  return {
    unused: rows.filter(({ openedAt, ticketUntil }) => openedAt === null && ticketUntil < at),
    // A tunnel that was just redeemed is about to be carried.
    lost: rows.filter(({ id, openedAt }) => openedAt !== null && openedAt < at - graceMs && !known.has(id)),
  }
}
const graceMs = 3000

/** Tunnels whose device is no longer bound to their gateway. */
export async function loadMoved(db: Kysely<DB>, open: readonly { id: number; bindingId: number }[]): Promise<number[]> {
  if (open.length === 0) return []
  const bound = await db
    .selectFrom('binding')
    .select('id')
    .where(
      'id',
      'in',
      open.map(({ bindingId }) => bindingId),
    )
    .where('unboundAt', 'is', null)
    .execute()
  const living = new Set<number>(bound.map(({ id }) => id))
  return open.filter(({ bindingId }) => !living.has(bindingId)).map(({ id }) => id)
}

/** Deletes old tunnels; the operation log has their lines. */
export const pruneTunnels = (db: Kysely<DB>, before: number) =>
  db.deleteFrom('tunnel').where('endedAt', '<', before).execute()
