// A station of the waterworks with the configuration that its gateway would run, without a platform: for tests of the past
// that is made up.
import type { PastSite } from '../apps/demo/past-reports.ts'
import { draftOf, type PlannedReport, reportPlan } from '../apps/demo/report-plan.ts'
import { variableOf } from '../apps/demo/station.ts'
import { type EquipmentConfig, Report, Signal } from '../contract/equipment-config.ts'
import { EquipmentId } from '../contract/fields.ts'
import { ReportDraft } from '../features/device/report/contract.ts'
import { gatewayConfigOf } from '../features/frame/config.ts'
import { type StationKey, stationKeys, stationMaps } from '../plant/waterworks/registers.ts'

const worksZone = 'Asia/Shanghai'

type Planned = Omit<PlannedReport, 'names' | 'columns'> & {
  columns: readonly (PlannedReport['columns'][number] & { id?: number })[]
}

/**
 * A site whose past is generated, by default with the reports of the demonstration. Columns without an id are numbered
 * from the station's ten thousand.
 */
export function pastSite(station: StationKey, reports: readonly Planned[] = reportPlan(station)): PastSite {
  const equipmentId = EquipmentId.parse(stationKeys.indexOf(station) + 1)
  const signals = stationMaps[station].registers.map((register, index) =>
    Signal.parse({ id: index + 1, ...variableOf(register, 1) }),
  )
  const signalIds = Object.fromEntries(signals.map(({ name, id }) => [name, id as number]))
  let columnId = equipmentId * 10_000
  const saved = reports.map((planned, index) => {
    const names = { en: `Report ${index}`, 'zh-cn': `报表${index}` }
    const draft = ReportDraft.parse(draftOf({ ...planned, names }, (name) => signalIds[name]!))
    const columns = draft.columns.map((column, at) => ({ ...column, id: planned.columns[at]!.id ?? columnId++ }))
    return Report.parse({ ...draft, id: index + 1, columns })
  })
  const drivers = [{ id: 1, name: 'PLC', type: 'modbus-tcp', params: {} }] as unknown as EquipmentConfig['drivers']
  const config = gatewayConfigOf({ drivers, signals, reports: saved, alarms: [], scripts: [] }, worksZone, equipmentId)
  return { station, equipmentId, config, signalIds }
}
