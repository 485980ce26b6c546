// A typical device for tests: gateway registered and bound, one Modbus driver, a few variables, all
// created over HTTP like a user does.
import type { EquipmentConfig } from '../contract/equipment-config.ts'
import type { DriverId, EquipmentId, GatewayId, SignalId } from '../contract/fields.ts'
import { commandCallback } from '../features/device/command/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveDriver } from '../features/device/driver/contract.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { type SignalDraft, saveSignals } from '../features/device/signal/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { startSync } from '../features/gateway/gateway/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { type FakeGateway, fakeGateway } from './gateway.ts'
import type { Caller, TestServer } from './server.ts'

/** Rows of a variable list; `driverId` is filled in. */
export type Draft = Partial<SignalDraft> & { name: string; address: string; dataType: SignalDraft['dataType'] }

export const waterSignals: readonly Draft[] = [
  { name: 'Level', title: 'Tank level', address: '40001', dataType: 'float32', unit: 'm', pinned: true },
  { name: 'Pump', title: 'Pump on', address: '00001', dataType: 'bool', access: 'rw' },
  { name: 'Setpoint', title: 'Setpoint', address: '40010', dataType: 'int16', access: 'rw', min: 0, max: 100 },
  { name: 'Name', title: 'Recipe', address: '40100', dataType: 'string', access: 'rw', length: 10 },
  { name: 'Total', title: 'Total', address: '40200', dataType: 'uint64', access: 'rw' },
]

let drawn = 0
/** Returns an unused SN. */
export const newSn = (): string => {
  drawn += 1
  return `TEST${String(drawn).padStart(6, '0')}`
}

/** A registered gateway, not claimed yet. */
export async function registered(caller: Caller, sn = newSn()) {
  return caller.call(registerGateway, { sn })
}

/** Adds a device without a gateway. */
export async function device(caller: Caller, name: string): Promise<EquipmentId> {
  return (await caller.call(addEquipment, { name })).id
}

/** Gives a device a driver and variables; returns the saved configuration. */
export async function configure(
  caller: Caller,
  equipmentId: EquipmentId,
  drafts: readonly Draft[] = waterSignals,
  driverName = 'PLC',
): Promise<{ version: number; driverId: DriverId; config: EquipmentConfig }> {
  const head = await caller.call(queryConfig, { equipmentId })
  const driver = { name: driverName, type: 'modbus-tcp', params: { host: '192.0.2.10', encoding: 'gbk' } }
  const withDriver = await caller.call(saveDriver, { equipmentId, version: head.version, driver })
  const driverId = withDriver.config.drivers.at(-1)!.id
  const save = drafts.map((draft) => ({ title: draft.name, driverId, ...draft }))
  const saved = await caller.call(saveSignals, { equipmentId, version: withDriver.version, save, remove: [] })
  return { version: saved.version, driverId, config: saved.config }
}

export type Site = {
  equipmentId: EquipmentId
  gatewayId: GatewayId
  sn: string
  code: string
  secret: string
  box: FakeGateway
  config: EquipmentConfig
  driverId: DriverId
  version: number
  /** Id of a variable by its name. */
  id(name: string): SignalId
}

/** Device, configuration and bound gateway; the gateway is not connected yet. */
export async function site(
  server: TestServer,
  name: string,
  caller: Caller = server.admin,
  drafts = waterSignals,
): Promise<Site> {
  // Staff of the platform registers the gateways of every company.
  const { sn, code, secret } = await registered(server.admin)
  const equipmentId = await device(caller, name)
  const saved = await configure(caller, equipmentId, drafts)
  const { gatewayId } = await caller.call(bindGateway, { equipmentId, sn, code })
  const box = fakeGateway({ port: server.mqttPort, sn, secret, now: server.platform.now })
  const id = (wanted: string) => {
    const signal = saved.config.signals.find((each) => each.name === wanted)
    if (!signal) throw new Error(`no variable ${wanted}`)
    return signal.id
  }
  return { equipmentId, gatewayId, sn, code, secret, box, id, ...saved }
}

/** Adds a site whose gateway is connected and synchronised. */
export async function liveSite(
  server: TestServer,
  name: string,
  caller: Caller = server.admin,
  drafts = waterSignals,
): Promise<Site> {
  const made = await site(server, name, caller, drafts)
  await made.box.connect()
  const { uuid } = await caller.call(startSync, { id: made.gatewayId })
  const outcome = await settled(caller, uuid)
  if (outcome.status !== 'success') throw new Error(`not synchronised: ${outcome.status}`)
  return made
}

/** The result of a command, once it has ended; the platform ends unanswered ones. */
export async function settled(caller: Caller, uuid: string, withinMs = 60_000) {
  const end = Date.now() + withinMs
  for (;;) {
    const outcome = await caller.call(commandCallback, { uuid })
    if (outcome.status !== 'waiting') return outcome
    if (Date.now() > end) throw new Error(`command ${uuid} is still waiting`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
