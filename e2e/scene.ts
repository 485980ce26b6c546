// Scenes that are set by calls of the platform, for journeys about something else.
import { randomBytes } from 'node:crypto'
import type { Client } from '../apps/demo/client.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveDriver } from '../features/device/driver/contract.ts'
import { addEquipment, queryEquipments } from '../features/device/equipment/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'

export const intake = 'Intake station 1'

const drawn = (): string => randomBytes(3).toString('hex').toUpperCase()

/** A unique name, however often a test is repeated in the same organisation. */
export const unique = (name: string): string => `${name} ${drawn()}`

/** Returns a unique serial number. */
export const uniqueSn = (): string => `E2E-${drawn()}`

/** Finds the id of a device by its name. */
export async function idOf(platform: Client, name: string): Promise<number> {
  const { rows } = await platform(queryEquipments, { keyword: name })
  const found = rows.find((row) => row.name === name)
  if (!found) throw new Error(`no device ${name}`)
  return found.id
}

/** A device with one driver and some variables, bound to a gateway that is not connected. */
export async function deviceAlone(platform: Client, name: string, sn?: string): Promise<number> {
  const { id: equipmentId } = await platform(addEquipment, { name })
  const { version } = await platform(queryConfig, { equipmentId })
  const driver = { name: 'PLC', type: 'modbus-tcp', params: { host: '127.0.0.1', port: 9 } }
  const saved = await platform(saveDriver, { equipmentId, version, driver })
  const driverId = saved.config.drivers[0]!.id
  const save = [
    { driverId, name: 'Speed', title: 'Speed', address: 'H:0', dataType: 'uint16', access: 'rw', min: 0, max: 100 },
    { driverId, name: 'Level', title: 'Level', address: 'H:1', dataType: 'uint16', access: 'r' },
  ]
  await platform(saveSignals, { equipmentId, version: saved.version, save, remove: [] })
  if (!sn) return equipmentId
  const { code } = await platform(registerGateway, { sn })
  await platform(bindGateway, { equipmentId, sn, code })
  return equipmentId
}
