// Database reads of the fleet job, across organisations: running jobs and their next devices.
import { type Kysely, sql } from 'kysely'
import type { AccountId, EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { FleetJobId, JobKind } from './contract.ts'

/** Takes the lock of the single node that runs jobs, until the transaction ends; false if another node has it. */
export async function isDriver(tx: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(hashtext('fleet jobs')) as got`.execute(
    tx,
  )
  return rows[0]?.got ?? false
}

export type DrivenJob = {
  id: FleetJobId
  orgId: OrgId
  kind: JobKind
  sourceId: EquipmentId | null
  accountId: AccountId | null
  loginname: string
  author: string
}

export const loadDriven = (db: Kysely<DB>): Promise<DrivenJob[]> =>
  db
    .selectFrom('fleetJob')
    .select(['id', 'orgId', 'kind', 'sourceId', 'accountId', 'loginname', 'author'])
    .where('status', '=', 'running')
    .orderBy('id')
    .execute()

export type DrivenItem = { position: number; name: string; work: unknown; deviceId: EquipmentId | null }

export const loadWaiting = (db: Kysely<DB>, id: FleetJobId, most: number): Promise<DrivenItem[]> =>
  db
    .selectFrom('fleetItem')
    .select(['position', 'name', 'work', 'deviceId'])
    .where('jobId', '=', id)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(most)
    .execute()

/** Locks an item if it still waits: cancelling the job waits for the lock. */
export const holdItem = async (tx: Kysely<DB>, id: FleetJobId, position: number): Promise<boolean> =>
  (await tx
    .selectFrom('fleetItem')
    .select('position')
    .where('jobId', '=', id)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst()) !== undefined

export const markDone = async (
  tx: Kysely<DB>,
  id: FleetJobId,
  position: number,
  deviceId: EquipmentId,
): Promise<void> =>
  void (await tx
    .updateTable('fleetItem')
    .set({ state: 'done', deviceId })
    .where('jobId', '=', id)
    .where('position', '=', position)
    .execute())

export const markFailed = async (
  db: Kysely<DB>,
  id: FleetJobId,
  position: number,
  { code, details }: { code: number; details: object },
): Promise<void> =>
  void (await db
    .updateTable('fleetItem')
    .set({ state: 'failed', code, details: JSON.stringify(details) })
    .where('jobId', '=', id)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .execute())

/** Ends a job without waiting items: failed if any item failed. */
export const finish = async (db: Kysely<DB>, id: FleetJobId, at: number): Promise<void> =>
  void (await sql`update fleet_job set finished_at = ${at},
    status = case when exists (select from fleet_item where job_id = ${id} and state = 'failed') then 'failed' else 'completed' end
    where id = ${id} and status = 'running'
      and not exists (select from fleet_item where job_id = ${id} and state = 'waiting')`.execute(db))
