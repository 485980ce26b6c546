// A PLC that shows one fault after the other, the agent that reads it, and a device with a rule for each fault.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { saveAlarmRules } from '../features/device/alarm-rules/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveDriver } from '../features/device/driver/contract.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { gatewayInfo, startSync } from '../features/gateway/gateway/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { startModbusServer } from '../plant/modbus-server.ts'
import type { Ask } from './alarm-watch.ts'
import type { BenchPlatform } from './platform.ts'

export type AlarmPlant = {
  equipmentId: number
  /** The rule that belongs to the fault. */
  nameOf(fault: number): string
  /** Shows a fault, 0: none; resolves with the moment at which it was first answered. */
  show(fault: number): Promise<number>
  stop(): Promise<void>
}

const collectMs = 100
const dist = join(fileURLToPath(import.meta.url), '..')

/** Resolves when the gateway judges the rules. */
export async function startAlarmPlant(
  platform: BenchPlatform,
  ask: Ask,
  { rules, run }: { rules: number; run: string },
): Promise<AlarmPlant> {
  let shown = 0
  let onAnswer: ((at: number) => void) | undefined
  const bank = {
    read() {
      onAnswer?.(performance.now())
      onAnswer = undefined
      return [shown]
    },
    write: () => 2,
    peek: () => undefined,
    put: () => undefined,
  } as const
  const plc = await startModbusServer({ host: '127.0.0.1', port: 0, unitId: 1, bank: bank as never })
  const sn = `BENCH-${run.toUpperCase()}`
  const { id: equipmentId } = await ask(addEquipment, { name: `Bench ${run}` })
  await addRules(ask, equipmentId, plc.port, rules)
  const { code, secret } = await ask(registerGateway, { sn, series: 'GH', model: 'GH-Linux' })
  const { gatewayId } = await ask(bindGateway, { equipmentId, sn, code })
  const env = {
    ...{ PATH: process.env.PATH ?? '', GATEWAY_SN: sn, GATEWAY_SECRET: secret },
    ...{ MQTT_URL: `mqtt://127.0.0.1:${platform.mqttPort}`, EDGE_DATA_DIR: join(platform.folder, sn) },
  }
  const agent = spawn(process.execPath, [join(dist, 'gatehouse-edge.mjs')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await inStep(ask, gatewayId)
  return {
    equipmentId,
    nameOf: (fault) => `Fault ${fault}`,
    show(fault) {
      shown = fault
      return new Promise((resolve) => {
        onAnswer = resolve
      })
    },
    async stop() {
      const gone = new Promise((resolve) => agent.once('exit', resolve))
      agent.kill('SIGTERM')
      await gone
      await plc.stop()
    },
  }
}

async function addRules(ask: Ask, equipmentId: number, port: number, rules: number): Promise<void> {
  const head = await ask(queryConfig, { equipmentId: equipmentId as never })
  const driver = { name: 'PLC', type: 'modbus-tcp', params: { host: '127.0.0.1', port, collectMs } }
  const withDriver = await ask(saveDriver, { equipmentId: equipmentId as never, version: head.version, driver })
  const driverId = withDriver.config.drivers[0]!.id
  const save = [{ driverId, name: 'Fault', title: 'Fault', address: '40001', dataType: 'uint16' as const }]
  const at = { equipmentId: equipmentId as never, remove: [] }
  const withSignal = await ask(saveSignals, { ...at, version: withDriver.version, save })
  const signalId = withSignal.config.signals[0]!.id
  const added = Array.from({ length: rules }, (_, i) => ({
    ...{ name: `Fault ${i + 1}`, level: 'important' as const, methods: ['push' as const] },
    condition: { kind: 'state' as const, signalId, is: 'equal' as const, value: i + 1 },
  }))
  await ask(saveAlarmRules, { ...at, version: withSignal.version, save: added as never })
}

async function inStep(ask: Ask, id: number): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { state, consistency } = await ask(gatewayInfo, { id: id as never })
    if (consistency === 'match') return
    if (state === 'online') await ask(startSync, { id: id as never })
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  throw new Error('the gateway does not run its configuration')
}
