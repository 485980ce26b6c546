// A device's configuration with reports, without a database: for tests of their rules.
import { type EquipmentConfig, Report, Signal } from '../contract/equipment-config.ts'
import { EquipmentId } from '../contract/fields.ts'
import { referenceTo } from '../features/device/open/config-condition.ts'
import { ReportDraft } from '../features/device/report/contract.ts'

export const equipmentId = EquipmentId.parse(3)

/** A variable as expressions name it. */
export const v = (id: number): string => referenceTo(equipmentId, id)

/** A variable; by default a readable number. */
export const signal = (id: number, change: object = {}): Signal =>
  Signal.parse({
    id,
    driverId: 1,
    name: `S${id}`,
    title: `Title ${id}`,
    address: `H:${id}`,
    dataType: 'uint16',
    ...change,
  })

/** Two numbers, a bool, a text, and a write-only variable. */
export const signals: readonly Signal[] = [
  signal(1),
  signal(2),
  signal(3, { dataType: 'bool', address: 'C:1' }),
  signal(4, { dataType: 'string', length: 8, address: 'H:100' }),
  signal(5, { access: 'w' }),
]

export const config = (reports: Report[] = []): EquipmentConfig => ({
  drivers: [{ id: 1, name: 'PLC', type: 'modbus-tcp', params: { host: 'a' } } as never],
  signals: [...signals],
  reports,
  alarms: [],
  scripts: [],
})

const everyTenSeconds = { mode: 'periodic', period: { every: 10, unit: 'second' } } as const

/** The first variable every ten seconds by default. */
export const draft = (change: object = {}): ReportDraft =>
  ReportDraft.parse({ name: 'R', type: 'normal', ...everyTenSeconds, columns: [{ signalId: 1 }], ...change })

/** A report as it is saved: the columns of report 7 have the ids 700, 701 and so on. */
export const report = (id: number, change: Record<string, unknown> & { columns?: object[] } = {}): Report => {
  const { columns = [{ signalId: 1 }] } = change
  const withIds = columns.map((column, index) => ({ id: id * 100 + index, ...column }))
  return Report.parse({ ...draft({ name: `R${id}`, ...change }), id, columns: withIds })
}
