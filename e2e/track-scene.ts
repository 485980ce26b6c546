// A service vehicle whose gateway has reported its positions.
import type { Client } from '../apps/demo/client.ts'
import type { EquipmentId, SignalId } from '../contract/fields.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveDriver } from '../features/device/driver/contract.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { saveReport } from '../features/device/report/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { startSync } from '../features/gateway/gateway/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { saveTrackSettings } from '../features/watch/track/contract.ts'
import { fakeGateway } from '../testkit/gateway.ts'
import { unique, uniqueSn } from './scene.ts'
import { expect } from './test.ts'

export const minute = 60_000
type Vehicle = { id: EquipmentId; name: string; longitudeId: SignalId; latitudeId: SignalId }
type Told = readonly [at: number, longitude: number, latitude: number]

/** A service vehicle: twenty minutes of driving, a stop of twelve, no reception for half an hour, and on. */
function drive(begun: number): Told[] {
  const rows: Told[] = []
  for (let i = 0; i < 20; i += 1) rows.push([begun + i * minute, 121.47 + i * 0.006, 31.2 + 0.02 * Math.sin(i / 3)])
  const [, x, y] = rows.at(-1)!
  for (let i = 20; i < 32; i += 1) rows.push([begun + i * minute, x, y + (i % 2) * 0.00005])
  for (let i = 62; i < 80; i += 1)
    rows.push([begun + i * minute, x + 0.05 + (i - 62) * 0.004, y - 0.03 + (i - 62) * 0.004])
  return rows
}

/** A device whose gateway has reported its positions during the last hours. */
export async function vehicle(platform: Client): Promise<Vehicle> {
  const sn = uniqueSn()
  const name = unique('Van')
  const { id } = await platform(addEquipment, { name, longitude: 121.47, latitude: 31.2 })
  const { code, secret } = await platform(registerGateway, { sn })
  const { gatewayId } = await platform(bindGateway, { equipmentId: id, sn, code })
  const { version } = await platform(queryConfig, { equipmentId: id })
  const driver = { name: 'PLC', type: 'modbus-tcp', params: { host: '192.0.2.10' } }
  const withDriver = await platform(saveDriver, { equipmentId: id, version, driver })
  const of = { driverId: withDriver.config.drivers[0]!.id, dataType: 'float64', unit: '°' } as const
  const save = [
    { ...of, name: 'Lon', title: 'Longitude', address: '40001' },
    { ...of, name: 'Lat', title: 'Latitude', address: '40005' },
  ]
  const saved = await platform(saveSignals, { equipmentId: id, version: withDriver.version, save, remove: [] })
  const columns = saved.config.signals.map((signal) => ({ signalId: signal.id }))
  const period = { every: 1, unit: 'minute' } as const
  const report = { name: 'Positions', type: 'normal', mode: 'periodic', period, columns } as const
  const stored = await platform(saveReport, { equipmentId: id, version: saved.version, report })
  const [longitude, latitude] = stored.config.reports[0]!.columns.map((column) => column.id)
  const port = Number(new URL(process.env.GATEHOUSE_MQTT_URL!).port)
  await using box = fakeGateway({ port, sn, secret })
  await box.connect()
  await platform(startSync, { id: gatewayId })
  await expect.poll(() => box.bound).not.toBeNull()
  let seq = 0
  for (const [at, x, y] of drive(Date.now() - 100 * minute))
    seq = await box.record({ [longitude!]: x, [latitude!]: y }, { at })
  await expect.poll(() => box.acked()).toBe(seq)
  return { id, name, longitudeId: columns[0]!.signalId, latitudeId: columns[1]!.signalId }
}

/** Adds a vehicle whose track source is selected. */
export async function chosenVehicle(platform: Client) {
  const made = await vehicle(platform)
  const { id: equipmentId, longitudeId, latitudeId } = made
  await platform(saveTrackSettings, { equipmentId, source: 'signals', longitudeId, latitudeId })
  return made
}
