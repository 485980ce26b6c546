// Seeds the demo's platform through its own calls. Every step first looks for existing objects: an interrupted start is
// completed by the next one.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Driver } from '../../contract/equipment-config.ts'
import type { Language } from '../../contract/errors.ts'
import type { EquipmentId, GatewayId, GroupId } from '../../contract/fields.ts'
import { saveAlarmRules } from '../../features/device/alarm-rules/contract.ts'
import { queryConfig, queryVersions } from '../../features/device/config/contract.ts'
import { saveDriver } from '../../features/device/driver/contract.ts'
import { addEquipment, equipmentInfo, queryEquipments } from '../../features/device/equipment/contract.ts'
import { addGroup, queryGroups } from '../../features/device/group/contract.ts'
import { groupSeed } from '../../features/device/group/seed.ts'
import { saveReport } from '../../features/device/report/contract.ts'
import { saveSignals } from '../../features/device/signal/contract.ts'
import { seeds } from '../../features/frame/seeding.ts'
import { bindGateway } from '../../features/gateway/binding/contract.ts'
import { queryGateways } from '../../features/gateway/gateway/contract.ts'
import { registerGateway, renewGatewaySecret } from '../../features/gateway/registry/contract.ts'
import type { PlantStation } from '../../plant/plant.ts'
import { stationMaps } from '../../plant/waterworks/registers.ts'
import { alarmPlan, ruleDraftOf } from './alarm-plan.ts'
import type { Client } from './client.ts'
import { ensureNames } from './names.ts'
import { draftOf, reportPlan } from './report-plan.ts'
import { planDrivers, variableOf } from './station.ts'

export type Seeded = { equipmentId: EquipmentId; gatewayId: GatewayId; sn: string; secret: string; edgeDir: string }

type Site = { call: Client; dataDir: string; language?: Language }

/** Remarks on a station for users who open its device. */
const remarks: { [station: string]: Record<Language, string> } = {
  tower: {
    en: 'Battery and solar panel; the gateway wakes for a minute every ten minutes.',
    'zh-cn': '电池与太阳能供电，网关每十分钟唤醒一分钟。',
  },
  well2: {
    en: 'Summer reserve: the PLC is switched off from October to May.',
    'zh-cn': '夏季备用：PLC 每年十月至次年五月断电。',
  },
  tanker: {
    en: 'Supplies the stations with chemicals, a round every four hours.',
    'zh-cn': '向各站点补给药剂，每四小时一趟。',
  },
}

const places = {
  intake: { longitude: 120.142, latitude: 30.246 },
  treatment: { longitude: 120.156, latitude: 30.259 },
  distribution: { longitude: 120.171, latitude: 30.251 },
  booster: { longitude: 120.188, latitude: 30.262 },
  tower: { longitude: 120.194, latitude: 30.268 },
  well1: { longitude: 120.149, latitude: 30.266 },
  well2: { longitude: 120.146, latitude: 30.271 },
  sludge: { longitude: 120.158, latitude: 30.261 },
  control: { longitude: 120.157, latitude: 30.258 },
  /** Its depot. */
  tanker: { longitude: 120.18, latitude: 30.247 },
} as const

/** A name that the seed gives: in English; an older demo on a Chinese machine has it in Chinese. */
type Named = Record<Language, string>
const isNamed = (name: string, of: Named) => name === of.en || name === of['zh-cn']

async function ensureGroup({ call }: Site, name: Named, parentId: GroupId | null): Promise<GroupId> {
  const groups = await call(queryGroups, {})
  const found = groups.find((group) => isNamed(group.name, name) && group.parentId === parentId)
  return (found ?? (await call(addGroup, { name: name.en, parentId }))).id
}

async function ensureEquipment(
  { call }: Site,
  station: PlantStation,
  groupId: GroupId,
  sort: number,
): Promise<EquipmentId> {
  const { nameEn: name, nameZh } = station
  for (const keyword of [name, nameZh]) {
    const { rows } = await call(queryEquipments, { keyword, pageSize: 200 })
    const found = rows.find((row) => row.name === keyword)
    if (found) return found.id
  }
  const about = {
    number: `WW-${String(sort).padStart(2, '0')}`,
    manufacturer: 'Gatehouse',
    remark: remarks[station.key]?.en,
  }
  return (await call(addEquipment, { name, groupId, sort, ...about, ...places[station.key] })).id
}

/** The gateway with its secret: stored beside the edge's data, renewed if it was lost. */
async function ensureGateway(
  { call, dataDir }: Site,
  equipmentId: EquipmentId,
  sn: string,
): Promise<Omit<Seeded, 'equipmentId'>> {
  const edgeDir = join(dataDir, `edge-${sn}`)
  const secretFile = join(edgeDir, 'secret')
  await mkdir(edgeDir, { recursive: true, mode: 0o700 })
  const keep = (secret: string) => writeFile(secretFile, secret, { mode: 0o600 })
  const known = (await call(queryGateways, { keyword: sn })).rows.find((row) => row.sn === sn)
  const info = await call(equipmentInfo, { id: equipmentId })
  if (!known) {
    const { id, secret, code } = await call(registerGateway, { sn })
    await keep(secret)
    await call(bindGateway, { equipmentId, sn, code })
    return { gatewayId: id, sn, secret, edgeDir }
  }
  if (info.gatewayId === null) await call(bindGateway, { equipmentId, sn })
  const kept = await readFile(secretFile, 'utf8').catch(() => undefined)
  const secret = kept ?? (await call(renewGatewaySecret, { id: known.id })).secret
  if (kept === undefined) await keep(secret)
  return { gatewayId: known.id, sn, secret, edgeDir }
}

/** Drivers get the current ports of the stations; variables are created once and then belong to the user. */
async function ensureConfig({ call }: Site, equipmentId: EquipmentId, station: PlantStation): Promise<void> {
  let { version, config } = await call(queryConfig, { equipmentId })
  const isNew = config.signals.length === 0
  const driverOf = new Map<string, number>()
  for (const { name, formerly, params, registers } of planDrivers(stationMaps[station.key].registers, station)) {
    const isMeant = (driver: Driver) => driver.name === name || driver.name === formerly
    const known = config.drivers.find(isMeant)
    if (!known || !isAt(known, station)) {
      const here = { ...params, ...known?.params, host: station.host, port: station.port }
      const driver = { id: known?.id ?? null, name, type: 'modbus-tcp', params: here }
      ;({ version, config } = await call(saveDriver, { equipmentId, version, driver }))
    }
    const { id } = config.drivers.find(isMeant)!
    for (const { key } of registers) driverOf.set(key, id)
  }
  if (!isNew) return
  const save = stationMaps[station.key].registers.map((each) => variableOf(each, driverOf.get(each.key)!))
  await call(saveSignals, { equipmentId, version, save, remove: [] })
}

/** Creates all reports of a station once; afterwards they belong to the user, who may have deleted some. */
async function ensureReports({ call }: Site, equipmentId: EquipmentId, { key }: PlantStation): Promise<void> {
  const plan = reportPlan(key)
  const versions = await call(queryVersions, { equipmentId })
  if (versions.some(({ reports }) => reports >= plan.length)) return
  let { version, config } = await call(queryConfig, { equipmentId })
  const ids = new Map(config.signals.map(({ name, id }) => [name as string, id as number]))
  for (const planned of plan) {
    if (config.reports.some(({ name }) => isNamed(name, planned.names))) continue
    // A variable that a user removed is left out of a report.
    const columns = planned.columns.filter(({ signal }) => ids.has(signal))
    const isWhole = columns.length > 0 && (!planned.condition || ids.has(planned.condition.signal))
    if (!isWhole) continue
    const report = draftOf({ ...planned, columns }, (name) => ids.get(name)!)
    ;({ version, config } = await call(saveReport, { equipmentId, version, report }))
  }
}

/** Alarm rules are created once, all of them in one version; from then on they belong to the user. */
async function ensureAlarms({ call }: Site, equipmentId: EquipmentId, { key }: PlantStation): Promise<void> {
  const versions = await call(queryVersions, { equipmentId })
  if (versions.some(({ alarms }) => alarms > 0)) return
  const { version, config } = await call(queryConfig, { equipmentId })
  const ids = new Map(config.signals.map(({ name, id }) => [name as string, id as number]))
  const save = alarmPlan(key).flatMap(
    (planned) => ruleDraftOf(planned, { equipmentId, idOf: (name) => ids.get(name) }) ?? [],
  )
  if (save.length > 0) await call(saveAlarmRules, { equipmentId, version, save, remove: [] })
}

const isAt = (driver: Driver, station: PlantStation) =>
  driver.params.host === station.host && driver.params.port === station.port

/**
 * Devices, gateways, variables, reports and alarm rules of the plant's stations, each in its group; then the seeds of
 * the rooms.
 */
export async function seed(site: Site, stations: readonly PlantStation[]): Promise<Seeded[]> {
  const top = await ensureGroup(site, groupSeed.top, null)
  const seeded: Seeded[] = []
  for (const [index, station] of stations.entries()) {
    const groupId = await ensureGroup(site, groupSeed.below[station.key], top)
    const equipmentId = await ensureEquipment(site, station, groupId, index + 1)
    const gateway = await ensureGateway(site, equipmentId, `GH2026-${String(index + 1).padStart(4, '0')}`)
    await ensureConfig(site, equipmentId, station)
    await ensureReports(site, equipmentId, station)
    await ensureAlarms(site, equipmentId, station)
    seeded.push({ equipmentId, ...gateway })
  }
  const devices = stations.map(({ key, nameEn }, index) => ({
    station: key as string,
    name: nameEn,
    equipmentId: seeded[index]!.equipmentId,
  }))
  for (const { run } of seeds) await run({ call: site.call, devices, language: site.language ?? 'en' })
  await ensureNames(site.call)
  return seeded
}
