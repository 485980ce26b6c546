// Database reads and writes of the upgrade job.
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { RunId } from './contract.ts'
import { type Next, underWay } from './rules.ts'

type Db = Kysely<DB>

const upgrades = (db: Db) =>
  db
    .selectFrom('upgrade')
    .innerJoin('gateway', 'gateway.id', 'upgrade.gatewayId')
    .innerJoin('firmware', 'firmware.id', 'upgrade.firmwareId')
    .leftJoin('upgradeRun', 'upgradeRun.id', 'upgrade.runId')
    .leftJoin('command', 'command.uuid', 'upgrade.commandUuid')
    .leftJoin('binding', (join) =>
      join.onRef('binding.gatewayId', '=', 'gateway.id').on('binding.unboundAt', 'is', null),
    )
    .select(['upgrade.id', 'upgrade.runId', 'upgrade.gatewayId', 'upgrade.state', 'upgrade.loaded'])
    .select(['upgrade.orderedAt', 'upgrade.changedAt', 'firmware.version', 'firmware.sizeBytes', 'firmware.sha256'])
    .select(['gateway.sn', 'gateway.orgId', 'gateway.state as gatewayState', 'gateway.vpn', 'gateway.mode'])
    .select([
      'gateway.box',
      'gateway.boxAt',
      'gateway.abilities',
      'upgradeRun.trialS',
      'upgradeRun.state as runState',
      'binding.equipmentId',
    ])
    .select(['command.status as commandStatus', 'command.code as commandCode'])

export type Working = Awaited<ReturnType<typeof loadUnderWay>>[number]

export const loadUnderWay = (db: Db) =>
  upgrades(db)
    .where('upgrade.state', 'in', [...underWay])
    .execute()

/**
 * Loads the next waiting upgrades of gateways that accept orders; without a run, those that owners started. A gateway
 * in remote download does not count towards `most`, because it would delay the others (`cannotOrder`).
 */
export const loadWaiting = (db: Db, runId: RunId | null, most: number) =>
  upgrades(db)
    .where('upgrade.state', '=', 'waiting')
    .where('upgrade.runId', runId === null ? 'is' : '=', runId as never)
    .where('gateway.state', '=', 'online')
    .where('gateway.vpn', '=', false)
    .where('gateway.mode', '<>', 'download')
    .where('gateway.orgId', 'is not', null)
    .orderBy('upgrade.gatewayId')
    .limit(most)
    .execute()

export const setUpgrade = (db: Db, id: string, next: Next, at: number) =>
  db
    .updateTable('upgrade')
    .set({
      state: next.state,
      changedAt: at,
      ...(next.loaded === undefined ? {} : { loaded: next.loaded }),
      code: next.code ?? null,
      reason: next.reason ?? null,
    })
    .where('id', '=', id)
    .execute()

type Order = { id: string; uuid: string; order: object; expiresAt: number; at: number }

/** Stores the order with its command before it is sent. Returns false if it must not be sent any more. */
export const order = (
  db: Db,
  { gatewayId, orgId, equipmentId }: Working,
  { id, uuid, order: of, expiresAt, at }: Order,
) =>
  db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('upgrade')
      .set({ state: 'ordered', commandUuid: uuid, orderedAt: at, changedAt: at, loaded: 0 })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await tx
      .insertInto('command')
      .values({
        ...{ uuid, orgId: orgId!, accountId: null, gatewayId, equipmentId, kind: 'box', status: 'waiting' },
        ...{ payload: JSON.stringify({ kind: 'box', order: of }), createdAt: at, expiresAt },
      })
      .execute()
    return true
  })

/** Whether any upgrade is open; usually none is, and this is the job's only query. */
export async function isAnyOpen(db: Db): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`select
    exists (select 1 from upgrade where state in ('waiting', 'ordered', 'loading', 'trial'))
    or exists (select 1 from upgrade_run where state = 'running') as open`.execute(db)
  return rows[0]?.open ?? false
}

/** Runs `work` on one node at a time; the lock ends with the transaction. */
export const alone = <R>(db: Db, work: () => Promise<R>): Promise<R | undefined> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(hashtext('upgrades')) as got`.execute(
      tx,
    )
    return rows[0]?.got ? work() : undefined
  })
