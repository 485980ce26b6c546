import { type Kysely, sql } from 'kysely'
import type { GatewayId } from '../../../contract/fields.ts'
import { contains } from '../../../db/like.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight } from '../../../db/sight.ts'
import type { FirmwareId, RunId } from './contract.ts'
import { type RunState, type UpgradeState, underWay } from './rules.ts'

type Db = Kysely<DB>
type Page = { pageNo: number; pageSize: number }
const offsetOf = ({ pageNo, pageSize }: Page) => (pageNo - 1) * pageSize

/** The version that a gateway reported. */
const toldVersion = sql<string | null>`gateway.box -> 'firmware' ->> 'version'`

const shown = ['id', 'model', 'version', 'notes', 'fileName', 'sizeBytes', 'sha256', 'author', 'createdAt'] as const

export async function loadFirmware(db: Db, { model, ...page }: Page & { model: string | null }) {
  const base = db.selectFrom('firmware').$if(model !== null, (query) => query.where('firmware.model', '=', model!))
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await base
    .select(shown.map((column) => `firmware.${column}` as const))
    .select((eb) =>
      eb
        .selectFrom('gateway')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('gateway.model', '=', 'firmware.model')
        .where('gateway.removedAt', 'is', null)
        .whereRef(toldVersion, '=', 'firmware.version')
        .as('gateways'),
    )
    .orderBy('firmware.id', 'desc')
    .limit(page.pageSize)
    .offset(offsetOf(page))
    .execute()
  return { total: Number(total), rows: rows.map((row) => ({ ...row, gateways: Number(row.gateways ?? 0) })) }
}

export const findFirmware = (db: Db, id: FirmwareId) =>
  db
    .selectFrom('firmware')
    .select([...shown])
    .where('id', '=', id)
    .executeTakeFirst()

export const newestFirmware = (db: Db, model: string) =>
  db
    .selectFrom('firmware')
    .select([...shown])
    .where('model', '=', model)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const countFirmware = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('firmware')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

export async function loadModels(db: Db) {
  const rows = await db
    .selectFrom('gateway')
    .select(['model'])
    .select(({ fn }) => fn.countAll<number>().as('gateways'))
    .select((eb) =>
      eb
        .selectFrom('firmware')
        .select('firmware.version')
        .whereRef('firmware.model', '=', 'gateway.model')
        .orderBy('firmware.id', 'desc')
        .limit(1)
        .as('newest'),
    )
    .where('gateway.removedAt', 'is', null)
    .groupBy('gateway.model')
    .orderBy('gateway.model')
    .execute()
  return rows.map((row) => ({ ...row, gateways: Number(row.gateways) }))
}

type NewFirmware = {
  model: string
  version: string
  notes: string
  fileName: string
  sizeBytes: number
  sha256: string
  content: Buffer
  author: string
  createdAt: number
}

/** Adds a version; returns undefined if the model has this version already. */
export const insertFirmware = async (db: Db, row: NewFirmware): Promise<FirmwareId | undefined> =>
  (
    await db
      .insertInto('firmware')
      .values(row)
      .onConflict((conflict) => conflict.columns(['model', 'version']).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export const updateNotes = (db: Db, id: FirmwareId, notes: string) =>
  db.updateTable('firmware').set({ notes }).where('id', '=', id).execute()

/** Returns false if a gateway was upgraded to it: such a version is never deleted. */
export async function removeFirmware(db: Db, id: FirmwareId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('firmware')
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.or([
          eb.exists(eb.selectFrom('upgrade').select('upgrade.id').where('upgrade.firmwareId', '=', id)),
          eb.exists(eb.selectFrom('upgradeRun').select('upgradeRun.id').where('upgradeRun.firmwareId', '=', id)),
        ]),
      ),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Claimed gateways of all companies, with their reported versions. */
const gateways = (db: Db) =>
  db
    .selectFrom('gateway')
    .innerJoin('organisation', 'organisation.id', 'gateway.orgId')
    .select(['gateway.id', 'gateway.sn', 'gateway.model', 'gateway.state', 'gateway.abilities'])
    .select(['organisation.name as company', toldVersion.as('version')])
    .where('gateway.removedAt', 'is', null)

export async function loadUpgradable(
  db: Db,
  { model, keyword, ...page }: Page & { model: string; keyword: string | null },
) {
  let query = gateways(db).where('gateway.model', '=', model)
  if (keyword) {
    const like = contains(keyword)
    query = query.where((eb) => eb.or([eb('gateway.sn', 'ilike', like), eb('organisation.name', 'ilike', like)]))
  }
  const { total } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await query.orderBy('gateway.sn').limit(page.pageSize).offset(offsetOf(page)).execute()
  return { total: Number(total), rows }
}

export const loadBySns = (db: Db, sns: readonly string[]) =>
  gateways(db).where('gateway.sn', '=', sql<string>`any(${sns}::text[])`).execute()

type NewUpgrade = {
  id: string
  runId: RunId | null
  gatewayId: GatewayId
  firmwareId: FirmwareId
  fromVersion: string | null
  changedAt: number
}

/** Inserts upgrades except for gateways that are being upgraded; returns the gateways of the inserted upgrades. */
export async function insertUpgrades(db: Db, rows: readonly NewUpgrade[]): Promise<GatewayId[]> {
  const inserted = await db
    .insertInto('upgrade')
    .values(rows.map((row) => ({ ...row, state: 'waiting' as const })))
    .onConflict((conflict) =>
      conflict.column('gatewayId').where('state', 'in', ['waiting', 'ordered', 'loading', 'trial']).doNothing(),
    )
    .returning('gatewayId')
    .execute()
  return inserted.map(({ gatewayId }) => gatewayId)
}

export const insertRun = async (
  db: Db,
  run: {
    firmwareId: FirmwareId
    atOnce: number
    trialS: number
    maxFailures: number
    author: string
    createdAt: number
  },
): Promise<RunId> =>
  (
    await db
      .insertInto('upgradeRun')
      .values({ ...run, state: 'running' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const count = (state: readonly UpgradeState[]) =>
  sql<number>`(select count(*)::int from upgrade where upgrade.run_id = upgrade_run.id and upgrade.state = any(${state}::text[]))`

const runs = (db: Db) =>
  db
    .selectFrom('upgradeRun')
    .innerJoin('firmware', 'firmware.id', 'upgradeRun.firmwareId')
    .selectAll('upgradeRun')
    .select(['firmware.model', 'firmware.version', 'firmware.sizeBytes'])
    .select([
      sql<number>`(select count(*)::int from upgrade where upgrade.run_id = upgrade_run.id)`.as('total'),
      count(['done', 'skipped']).as('done'),
      count(['failed']).as('failed'),
      count(underWay).as('active'),
      count(['waiting']).as('waiting'),
    ])

export async function loadRuns(db: Db, page: Page) {
  const { total } = await db
    .selectFrom('upgradeRun')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await runs(db).orderBy('upgradeRun.id', 'desc').limit(page.pageSize).offset(offsetOf(page)).execute()
  return { total: Number(total), rows }
}

export const loadRun = (db: Db, id: RunId) => runs(db).where('upgradeRun.id', '=', id).executeTakeFirst()
export const loadOpenRuns = (db: Db) => runs(db).where('upgradeRun.state', 'in', ['running', 'paused']).execute()

export const setRunState = (db: Db, id: RunId, state: RunState) =>
  db.updateTable('upgradeRun').set({ state }).where('id', '=', id).execute()

/** Cancels the waiting upgrades of a run. */
export const cancelWaiting = (db: Db, runId: RunId, at: number) =>
  db
    .updateTable('upgrade')
    .set({ state: 'cancelled', changedAt: at })
    .where('runId', '=', runId)
    .where('state', '=', 'waiting')
    .execute()

export const loadItems = (db: Db, runId: RunId) =>
  db
    .selectFrom('upgrade')
    .innerJoin('gateway', 'gateway.id', 'upgrade.gatewayId')
    .leftJoin('organisation', 'organisation.id', 'gateway.orgId')
    .innerJoin('firmware', 'firmware.id', 'upgrade.firmwareId')
    .select(['gateway.sn', 'gateway.state as gatewayState', 'organisation.name as company', 'firmware.sizeBytes'])
    .select(['upgrade.state', 'upgrade.fromVersion', 'upgrade.loaded', 'upgrade.code', 'upgrade.reason'])
    .select('upgrade.changedAt')
    .where('upgrade.runId', '=', runId)
    .orderBy(
      sql`array_position(array['failed', 'trial', 'loading', 'ordered', 'waiting', 'done', 'skipped', 'cancelled'], upgrade.state)`,
    )
    .orderBy('gateway.sn')
    .execute()

/** The newest upgrade of a gateway. */
export const loadLastUpgrade = (db: Db, gatewayId: GatewayId) =>
  db
    .selectFrom('upgrade')
    .innerJoin('firmware', 'firmware.id', 'upgrade.firmwareId')
    .select(['firmware.version', 'firmware.sizeBytes'])
    .select(['upgrade.state', 'upgrade.loaded', 'upgrade.code', 'upgrade.reason', 'upgrade.changedAt'])
    .where('upgrade.gatewayId', '=', gatewayId)
    .orderBy('upgrade.changedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A gateway of the organisation. */
export const findGateway = (sight: Sight, by: { id: GatewayId } | { sn: string }) =>
  sight
    .from('gateway')
    .select(['gateway.id', 'gateway.sn', 'gateway.series', 'gateway.model', 'gateway.firmware', 'gateway.box'])
    .select(['gateway.abilities', 'gateway.state', 'gateway.vpn', 'gateway.mode'])
    .$if('id' in by, (query) => query.where('gateway.id', '=', (by as { id: GatewayId }).id))
    .$if('sn' in by, (query) => query.where('gateway.sn', '=', (by as { sn: string }).sn))
    .executeTakeFirst()

/** Bytes of the file of an upgrade in progress on this gateway. */
export async function loadPiece(
  db: Db,
  { sn, upgrade, from, bytes }: { sn: string; upgrade: string; from: number; bytes: number },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('upgrade')
    .innerJoin('gateway', 'gateway.id', 'upgrade.gatewayId')
    .innerJoin('firmware', 'firmware.id', 'upgrade.firmwareId')
    .select(sql<Buffer>`substring(firmware.content from ${from + 1}::int for ${bytes}::int)`.as('data'))
    .where('upgrade.id', '=', upgrade)
    .where('gateway.sn', '=', sn)
    .where('upgrade.state', 'in', [...underWay])
    .executeTakeFirst()
  return row?.data
}
