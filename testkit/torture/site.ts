// The platform's side of the torture, over HTTP like a user: counting devices, gateways bound to them, their
// history. Every call is repeated while the platform is unavailable.
import { commandCallback } from '../../features/device/command/contract.ts'
import { queryConfig } from '../../features/device/config/contract.ts'
import { saveDriver } from '../../features/device/driver/contract.ts'
import { addEquipment } from '../../features/device/equipment/contract.ts'
import { saveReport } from '../../features/device/report/contract.ts'
import { saveSignals } from '../../features/device/signal/contract.ts'
import { bindGateway, unbindGateway } from '../../features/gateway/binding/contract.ts'
import { gatewayInfo, startSync } from '../../features/gateway/gateway/contract.ts'
import { registerGateway } from '../../features/gateway/registry/contract.ts'
import { type HistoryHole, queryHistory } from '../../features/watch/history/contract.ts'
import { addFaultRules } from './alarms.ts'
import { type Call, Refused, sleep, until } from './calls.ts'
import type { Found } from './check.ts'
import { type Device, noRules } from './device.ts'

/**
 * A device on the counting PLC, a report that stores both its numbers at every change, and a rule for each fault if its
 * gateway judges any.
 */
export async function countingDevice(
  call: Call,
  name: string,
  { port, judges }: { port: number; judges: boolean },
): Promise<Device> {
  const { id: equipmentId } = await call(addEquipment, { name })
  const head = await call(queryConfig, { equipmentId })
  const params = { host: '127.0.0.1', port, collectMs: 200 }
  const driver = { name: 'PLC', type: 'modbus-tcp', params }
  const { version, config } = await call(saveDriver, { equipmentId, version: head.version, driver })
  const driverId = config.drivers[0]!.id
  const save = [
    { driverId, name: 'Count', title: 'Count', address: '40001', dataType: 'uint32' },
    { driverId, name: 'Check', title: 'Check', address: '40003', dataType: 'uint32' },
    { driverId, name: 'Wave', title: 'Wave', address: '40005', dataType: 'uint16' },
    { driverId, name: 'Slow', title: 'Slow', address: '40006', dataType: 'uint16' },
  ]
  const saved = await call(saveSignals, { equipmentId, version, save, remove: [] })
  const idOf = (name: string) => saved.config.signals.find((one) => one.name === name)!.id
  const [count, check] = [idOf('Count'), idOf('Check')]
  const columns = [{ signalId: count }, { signalId: check }]
  const mode = { type: 'normal', mode: 'change', minIntervalMs: 100 } as const
  const report = { name: 'Every count', ...mode, columns }
  const stored = await call(saveReport, { equipmentId, version: saved.version, report })
  const columnIds = stored.config.reports[0]!.columns.map(({ id }) => id as number)
  const signals = { count, wave: idOf('Wave'), slow: idOf('Slow') }
  const at = { equipmentId, version: stored.version }
  const rules = judges ? await addFaultRules(call, at, signals) : noRules
  return { equipmentId, signalId: count, columnIds, rules }
}

export async function newGateway(call: Call, sn: string) {
  return call(registerGateway, { sn, series: 'GH', model: 'GH-Linux' })
}

export async function bind(call: Call, equipmentId: number, sn: string, code: string): Promise<number> {
  return (await call(bindGateway, { equipmentId, sn, code })).gatewayId
}

export const unbind = (call: Call, equipmentId: number) => call(unbindGateway, { equipmentId })

/** Synchronises until the gateway runs the platform's configuration. */
export async function bringInStep(call: Call, gatewayId: number): Promise<void> {
  await until(
    'the synchronisation of a gateway',
    async () => {
      const info = await call(gatewayInfo, { id: gatewayId })
      if (info.consistency === 'match') return true
      if (info.state !== 'online') return undefined
      const started = await call(startSync, { id: gatewayId }).catch((error: unknown) => {
        if (error instanceof Refused) return undefined
        throw error
      })
      if (!started) return undefined
      const { uuid } = started
      const end = Date.now() + 5000
      while (Date.now() < end && (await call(commandCallback, { uuid })).status === 'waiting') await sleep(100)
      return undefined
    },
    120_000,
  )
}

type Held = { found: Found[]; holes: HistoryHole[] }

/** Loads all readings of a device in history since a time. */
export async function heldOf(call: Call, { equipmentId, columnIds }: Device, from: number): Promise<Held> {
  const to = Date.now() + 3600_000
  const query = { equipmentId, columnIds, from: from - 3600_000, to, points: 200_000, reduce: 'latest' } as const
  const answer = await call(queryHistory, query)
  const [counts, checks] = columnIds.map((id) => answer.series.find((each) => each.columnId === id))
  const checkAt = new Map((checks?.times ?? []).map((time, i) => [time, Number(checks!.values[i])]))
  const found = (counts?.times ?? []).map((time, i) => ({
    n: Number(counts!.values[i]),
    check: checkAt.get(time) ?? Number.NaN,
    time: answer.from + time,
    equipmentId,
  }))
  return { found, holes: answer.holes }
}
