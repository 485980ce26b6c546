import { configHash } from '../../contract/config-hash.ts'
import { fail, type Language } from '../../contract/errors.ts'
import { firstFault, reasonText } from '../../contract/input-fault.ts'
import { limits } from '../../contract/limits.ts'
import type { OrgDb } from '../../db/org-db.ts'
import { aboutOf } from '../../drivers/abouts.ts'
import type { Act } from '../operation-log/contract.ts'
import { type Call, type RoomServer, serve } from '../serve.ts'
import {
  type Driver,
  deleteDriver,
  type EquipmentConfig,
  importSignals,
  queryConfig,
  queryVersions,
  type RowFault,
  restoreVersion,
  type Signal,
  SignalDraft,
  saveDriver,
  saveSignals,
} from './contract.ts'
import { fromCsv } from './csv.ts'
import { overCapacity, repeatedRows, signalFaults } from './rules.ts'
import { type Head, insertVersion, loadBoundSn, loadHead, loadName, loadVersions } from './store.ts'

type At = { equipmentId: number; version: number }
type Draft = { config: EquipmentConfig; indexOf?: (signal: Signal) => number }

const refuseRows = (faults: readonly RowFault[]) => {
  if (faults.length > 0) throw fail('rowsRefused', { count: faults.length }, faults)
}

/**
 * The one way a new version comes to be: on the version the person saw, checked as a whole, with its line in the log.
 * A version someone else saved meanwhile answers 10004.
 */
async function save(call: Call, at: At, act: Act, change: (org: OrgDb, head: Head) => Promise<Draft>) {
  const saved = await call.org.transaction(async (org) => {
    const name = await loadName(org, at.equipmentId, true)
    if (name === undefined) throw fail('equipmentNotFound')
    const head = (await loadHead(org, at.equipmentId))!
    if (head.version !== at.version) throw fail('staleVersion', {}, { version: head.version, savedBy: head.savedBy })
    const { config, indexOf = () => -1 } = await change(org, head)
    const over = overCapacity(config)
    if (over)
      throw fail(over, { limit: over === 'signalCapacity' ? limits.signalsPerEquipment : limits.driversPerEquipment })
    refuseRows(signalFaults(config, call.language, indexOf))
    const next = { version: head.version + 1, hash: configHash(config), config }
    const { accountId: authorId, name: author } = call.user
    await insertVersion(org, at.equipmentId, { ...next, authorId, author, at: call.now() })
    const before = { version: head.version, drivers: head.config.drivers.length, signals: head.config.signals.length }
    const after = { version: next.version, drivers: config.drivers.length, signals: config.signals.length }
    await call.record({ act, objectType: 'equipment', objectId: at.equipmentId, objectName: name, before, after }, org)
    return next
  })
  const sn = await loadBoundSn(call.org, at.equipmentId)
  if (sn) await call.gatewayChanged({ kind: 'bound', sn })
  return saved
}

/** Rows of a request as variables: shape first, every bad row named; ids for the new ones drawn at the end. */
function readRows(rows: readonly unknown[], call: Call): SignalDraft[] {
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
  org: OrgDb,
  config: EquipmentConfig,
  drafts: readonly SignalDraft[],
  remove: readonly number[],
): Promise<Draft> {
  const known = new Set(config.signals.map(({ id }) => id as number))
  if (drafts.some(({ id }) => id && !known.has(id))) throw fail('notFound')
  const fresh = await org.draw('signal_id', drafts.filter(({ id }) => !id).length)
  const complete = drafts.map((draft) => ({ ...draft, id: draft.id ?? fresh.shift() }) as Signal)
  const byId = new Map(complete.map((signal) => [signal.id as number, signal]))
  const gone = new Set(remove)
  const kept = config.signals.filter(({ id }) => !gone.has(id)).map((signal) => byId.get(signal.id) ?? signal)
  const added = complete.filter(({ id }) => !known.has(id))
  const places = new Map(complete.map(({ id }, index) => [id as number, index]))
  return { config: { ...config, signals: [...kept, ...added] }, indexOf: ({ id }) => places.get(id) ?? -1 }
}

/** A driver whose type is known and whose parameters parse, or 10001 with the field. */
function checkedDriver(driver: Driver, call: Call): Driver {
  const about = aboutOf(driver.type)
  if (!about)
    throw fail(
      'badParameter',
      { field: 'driver.type', reason: reasonText('notAllowed', call.language) },
      { field: 'type' },
    )
  const params = about.params.safeParse(driver.params, { reportInput: true })
  if (params.success) return { ...driver, params: params.data as Driver['params'] }
  const { field, reason } = firstFault(params.error, call.language)
  throw fail('badParameter', { field, reason }, { field: `params.${field}`, reason })
}

async function found(org: OrgDb, equipmentId: number, version?: number): Promise<Head> {
  if ((await loadName(org, equipmentId)) === undefined) throw fail('equipmentNotFound')
  const head = await loadHead(org, equipmentId, version)
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

export default [
  serve(queryConfig, ({ equipmentId, version }, { org }) => found(org, equipmentId, version)),

  serve(saveDriver, ({ driver, ...at }, call) =>
    save(call, at, 'saveDrivers', async (org, { config }) => {
      if (driver.id && !config.drivers.some(({ id }) => id === driver.id)) throw fail('notFound')
      if (config.drivers.some(({ id, name }) => name === driver.name && id !== driver.id)) {
        throw fail('nameExists', { name: driver.name }, { field: 'name' })
      }
      const id = driver.id ?? ((await org.draw('driver_id', 1))[0] as Driver['id'])
      const complete = checkedDriver({ ...driver, id }, call)
      const rest = config.drivers.map((each) => (each.id === id ? complete : each))
      return { config: { ...config, drivers: driver.id ? rest : [...rest, complete] } }
    }),
  ),

  serve(deleteDriver, ({ driverId, ...at }, call) =>
    save(call, at, 'saveDrivers', async (_, { config }) => {
      if (!config.drivers.some(({ id }) => id === driverId)) throw fail('notFound')
      const drivers = config.drivers.filter(({ id }) => id !== driverId)
      return { config: { drivers, signals: config.signals.filter((signal) => signal.driverId !== driverId) } }
    }),
  ),

  serve(saveSignals, ({ save: rows, remove, ...at }, call) => {
    const drafts = readRows(rows, call)
    return save(call, at, 'saveSignals', (org, { config }) => merge(org, config, drafts, remove))
  }),

  serve(importSignals, async ({ csv, driverId, ...at }, call) => {
    const { rows, missing } = fromCsv(csv)
    const field = missing.length > 0 ? missing.join(', ') : rows.length === 0 ? 'csv' : undefined
    if (field) throw fail('badParameter', { field, reason: reasonText('missing', call.language) }, { field })
    if (rows.length > limits.signalsPerEquipment) throw fail('signalCapacity', { limit: limits.signalsPerEquipment })
    let added = 0
    const saved = await save(call, at, 'importSignals', (org, { config }) => {
      const byName = new Map(config.signals.map((signal) => [signal.name.toLowerCase(), signal]))
      const complete = rows.map((row) => {
        const same = byName.get(String(row.name ?? '').toLowerCase())
        const named = config.drivers.find(({ name }) => name === row.driver)?.id
        return { title: row.name, ...same, ...row, id: same?.id ?? null, driverId: named ?? same?.driverId ?? driverId }
      })
      refuseRows(unknownDrivers(rows, config, call.language))
      added = complete.filter(({ id }) => id === null).length
      return merge(org, config, readRows(complete, call), [])
    })
    return { ...saved, added, changed: rows.length - added }
  }),

  serve(queryVersions, async ({ equipmentId }, { org }) => {
    await found(org, equipmentId)
    return loadVersions(org, equipmentId)
  }),

  serve(restoreVersion, ({ restore, ...at }, call) =>
    save(call, at, 'restoreVersion', async (org) => {
      const older = await loadHead(org, at.equipmentId, restore)
      if (!older) throw fail('notFound')
      return { config: older.config }
    }),
  ),
] satisfies RoomServer
