import type { Driver, EquipmentConfig, Report, Signal } from '../../contract/equipment-config.ts'
import { fail, type Language } from '../../contract/errors.ts'
import { badField, firstFault, reasonText } from '../../contract/input-fault.ts'
import { limits } from '../../contract/limits.ts'
import { secretPlaces } from '../../db/secret-places.ts'
import type { Sight, WritableSight } from '../../db/sight.ts'
import { withNumbers } from '../../drivers/keep-secrets.ts'
import { referencesIn } from '../../drivers/secret.ts'
import { type ChangeCall, type RoomServer, serve, serveChange } from '../serve.ts'
import {
  deleteDriver,
  deleteReport,
  importSignals,
  queryConfig,
  queryVersions,
  type ReportDraft,
  type RowFault,
  restoreVersion,
  SignalDraft,
  saveDriver,
  saveReport,
  saveSignals,
} from './contract.ts'
import { fromCsv, hasTooManyCells } from '../device-signal/csv.ts'
import { newColumns, reportFaults, tidy, withColumnIds } from '../device-report/rules.ts'
import { checkedDriver, repeatedRows } from '../device-signal/rules.ts'
import { type Draft, reduced, refuseReport, refuseRows, save } from './save.ts'
import { insertSecret } from '../device-driver/secret-store.ts'
import { type Head, loadHead, loadName, loadVersions } from './store.ts'

/** Rows of a request as variables: shape first, every bad row named; ids for the new ones drawn at the end. */
function readRows(rows: readonly unknown[], call: Pick<ChangeCall, 'language'>): SignalDraft[] {
  const faults: RowFault[] = []
  const drafts = rows.flatMap((row, index) => {
    const parsed = SignalDraft.safeParse(row, { reportInput: true })
    if (parsed.success) return [parsed.data]
    const { name } = (row ?? {}) as { name?: unknown }
    faults.push({ index, name: typeof name === 'string' ? name : '', ...firstFault(parsed.error, call.language) })
    return []
  })
  refuseRows(faults)
  refuseRows(repeatedRows(drafts, call.language))
  return drafts
}

/** The configuration after rows were put in and others taken out; new variables come last, in their order. */
async function merge(
  { sight, language }: Pick<ChangeCall, 'sight' | 'language'>,
  config: EquipmentConfig,
  drafts: readonly SignalDraft[],
  remove: readonly number[],
): Promise<Draft> {
  const known = new Set(config.signals.map(({ id }) => id as number))
  if (drafts.some(({ id }) => id && !known.has(id))) throw fail('notFound')
  const fresh = await sight.draw('signal_id', drafts.filter(({ id }) => !id).length)
  const complete = drafts.map((draft) => ({ ...draft, id: draft.id ?? fresh.shift() }) as Signal)
  const byId = new Map(complete.map((signal) => [signal.id as number, signal]))
  const gone = new Set(remove)
  const kept = config.signals.filter(({ id }) => !gone.has(id)).map((signal) => byId.get(signal.id) ?? signal)
  const added = complete.filter(({ id }) => !known.has(id))
  const places = new Map(complete.map(({ id }, index) => [id as number, index]))
  const next = reduced({ ...config, signals: [...kept, ...added] }, config, language)
  return { config: next, indexOf: ({ id }) => places.get(id) ?? -1 }
}

async function found(sight: Sight, equipmentId: number, version?: number): Promise<Head> {
  if ((await loadName(sight, equipmentId)) === undefined) throw fail('equipmentNotFound')
  const head = await loadHead(sight, equipmentId, version)
  if (!head) throw fail('notFound')
  return head
}

/** Rows that name a driver the device does not have: they must not land on another one. */
function unknownDrivers(
  rows: readonly Record<string, unknown>[],
  config: EquipmentConfig,
  language: Language,
): RowFault[] {
  const names = new Set<unknown>(config.drivers.map(({ name }) => name))
  const reason = reasonText('notAllowed', language)
  return rows.flatMap(({ name, driver }, index) =>
    driver === undefined || names.has(driver) ? [] : [{ index, name: String(name ?? ''), field: 'driver', reason }],
  )
}

/** A draft that is right, with the ids it keeps and new ones for what is new. */
async function complete(
  sight: WritableSight,
  draft: ReportDraft,
  config: EquipmentConfig,
  equipmentId: number,
  language: Language,
): Promise<Report> {
  const before = config.reports.find(({ id }) => id === draft.id)
  if (draft.id && !before) throw fail('notFound')
  const report = tidy(draft)
  const [fault] = reportFaults(report, config, equipmentId)
  if (fault) refuseReport(fault, language)
  const id = before?.id ?? ((await sight.draw('report_id', 1))[0] as Report['id'])
  const fresh = await sight.draw('column_id', newColumns(report.columns, before))
  return { ...report, id, columns: withColumnIds(report.columns, before, fresh) as Report['columns'] }
}

/** What was typed is sealed and has a number from now on; what is kept stays. */
async function keptSecrets(driver: Driver, equipmentId: number, call: ChangeCall): Promise<Driver> {
  const { sight, seal, now, language } = call
  const places = await secretPlaces(sight, equipmentId, referencesIn(driver.params))
  return withNumbers(driver, places, language, async (text, place) => ({
    secret: await insertSecret(sight, { equipmentId, place, sealed: seal(text), createdAt: now() }),
  }))
}

export default [
  serve(queryConfig, ({ equipmentId, version }, { sight }) => found(sight, equipmentId, version)),

  serveChange(saveDriver, ({ driver, ...at }, call) =>
    save(call, at, 'saveDrivers', async ({ config }) => {
      if (driver.id && !config.drivers.some(({ id }) => id === driver.id)) throw fail('notFound')
      if (config.drivers.some(({ id, name }) => name === driver.name && id !== driver.id)) {
        throw fail('nameExists', { name: driver.name }, { field: 'name' })
      }
      const id = driver.id ?? ((await call.sight.draw('driver_id', 1))[0] as Driver['id'])
      const checked = checkedDriver({ ...driver, id }, call.language)
      const complete = await keptSecrets(checked, at.equipmentId, call)
      const rest = config.drivers.map((each) => (each.id === id ? complete : each))
      return { config: { ...config, drivers: driver.id ? rest : [...rest, complete] } }
    }),
  ),

  serveChange(deleteDriver, ({ driverId, ...at }, call) =>
    save(call, at, 'saveDrivers', async ({ config }) => {
      if (!config.drivers.some(({ id }) => id === driverId)) throw fail('notFound')
      const drivers = config.drivers.filter(({ id }) => id !== driverId)
      const signals = config.signals.filter((signal) => signal.driverId !== driverId)
      return { config: reduced({ ...config, drivers, signals }, config, call.language) }
    }),
  ),

  serveChange(saveSignals, ({ save: rows, remove, ...at }, call) => {
    const drafts = readRows(rows, call)
    return save(call, at, 'saveSignals', ({ config }) => merge(call, config, drafts, remove))
  }),

  serveChange(importSignals, async ({ csv, driverId, ...at }, call) => {
    if (hasTooManyCells(csv)) throw badField('csv', 'tooBig', call.language)
    const { rows, missing } = fromCsv(csv)
    const field = missing.length > 0 ? missing.join(', ') : rows.length === 0 ? 'csv' : undefined
    if (field) throw fail('badParameter', { field, reason: reasonText('missing', call.language) }, { field })
    if (rows.length > limits.signalsPerEquipment) throw fail('signalCapacity', { limit: limits.signalsPerEquipment })
    let added = 0
    const saved = await save(call, at, 'importSignals', ({ config }) => {
      const byName = new Map(config.signals.map((signal) => [signal.name.toLowerCase(), signal]))
      const complete = rows.map((row) => {
        const same = byName.get(String(row.name ?? '').toLowerCase())
        const named = config.drivers.find(({ name }) => name === row.driver)?.id
        return { title: row.name, ...same, ...row, id: same?.id ?? null, driverId: named ?? same?.driverId ?? driverId }
      })
      refuseRows(unknownDrivers(rows, config, call.language))
      added = complete.filter(({ id }) => id === null).length
      return merge(call, config, readRows(complete, call), [])
    })
    return { ...saved, data: { ...saved.data, added, changed: rows.length - added } }
  }),

  serveChange(saveReport, async ({ report, ...at }, call) => {
    let reportId = report.id
    const saved = await save(call, at, 'saveReports', async ({ config }) => {
      const draft = await complete(call.sight, report, config, at.equipmentId, call.language)
      reportId = draft.id
      const isKnown = config.reports.some(({ id }) => id === draft.id)
      const reports = isKnown
        ? config.reports.map((each) => (each.id === draft.id ? draft : each))
        : [...config.reports, draft]
      return { config: { ...config, reports }, told: { after: { report: draft.name } } }
    })
    return { ...saved, data: { ...saved.data, reportId: reportId! } }
  }),

  serveChange(deleteReport, ({ reportId, ...at }, call) =>
    save(call, at, 'saveReports', async ({ config }) => {
      const gone = config.reports.find(({ id }) => id === reportId)
      if (!gone) throw fail('notFound')
      const reports = config.reports.filter((each) => each !== gone)
      return { config: { ...config, reports }, told: { before: { report: gone.name } } }
    }),
  ),

  serve(queryVersions, async ({ equipmentId }, { sight }) => {
    await found(sight, equipmentId)
    return loadVersions(sight, equipmentId)
  }),

  serveChange(restoreVersion, ({ restore, ...at }, call) =>
    save(call, { ...at, restored: restore }, 'restoreVersion', async () => {
      const older = await loadHead(call.sight, at.equipmentId, restore)
      if (!older) throw fail('notFound')
      return { config: older.config, told: { after: { restored: restore } } }
    }),
  ),
] satisfies RoomServer
