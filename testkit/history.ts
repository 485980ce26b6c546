// History reports as tests need them, and what their gateways stored.
import type { Aggregation, StorageMode } from '../contract/gateway-config.ts'
import { orgDb } from '../db/org-db.ts'
import type { TestServer } from './server.ts'
import type { Site } from './site.ts'

export type ReportDraft = {
  name?: string
  mode?: StorageMode
  /** Variables by name; `[name, aggregation]` of a summary. */
  columns: readonly (string | readonly [name: string, aggregation: Aggregation])[]
  removedAt?: number
}

/** A report of a site, as a saved configuration leaves it in the database; answers its id and those of its columns. */
export async function addReport(
  { platform: { db, now, gatewayChanged } }: TestServer,
  site: Pick<Site, 'equipmentId' | 'config' | 'sn'>,
  { name = 'Report', mode = 'periodic', columns, removedAt }: ReportDraft,
): Promise<{ reportId: number; columnIds: number[] }> {
  const { orgId } = await db
    .selectFrom('equipment')
    .select('orgId')
    .where('id', '=', site.equipmentId)
    .executeTakeFirstOrThrow()
  const org = orgDb(db, orgId)
  const [reportId] = (await org.draw('report_id', 1)) as [number]
  const columnIds = await org.draw('column_id', columns.length)
  const type = columns.some((each) => typeof each !== 'string') ? 'summary' : 'normal'
  const life = { createdAt: now(), removedAt: removedAt ?? null }
  const spec = JSON.stringify({ id: reportId, name, type, mode, period: { every: 1, unit: 'minute' } })
  const { equipmentId } = site
  await org.insert('historyReport', { id: reportId, equipmentId, position: 0, name, type, spec, ...life }).execute()
  const rows = columns.map((each, position) => {
    const [signalName, aggregation] = typeof each === 'string' ? [each, null] : each
    const signal = site.config.signals.find((own) => own.name === signalName)
    if (!signal) throw new Error(`no variable ${signalName}`)
    const { title, unit = null, decimals = null, dataType } = signal
    const about = { signalId: signal.id as number, aggregation, title, unit, decimals, dataType }
    return { id: columnIds[position]!, equipmentId, reportId, position, ...about, ...life }
  })
  await org.insert('historyColumn', rows).execute()
  await gatewayChanged({ kind: 'bound', sn: site.sn })
  return { reportId, columnIds }
}
