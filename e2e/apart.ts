// A box that delivers records without an owner and records that no rule can read: the scene of the quarantine.
import { expect } from '@playwright/test'
import type { Client } from '../apps/demo/client.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveReport } from '../features/device/report/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { startSync } from '../features/gateway/gateway/contract.ts'
import { queryQuarantine } from '../features/gateway/quarantine/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { fakeGateway } from '../testkit/gateway.ts'
import { deviceAlone, unique, uniqueSn } from './scene.ts'

const hour = 3600_000

/** A report of the device's variables; returns the highest id of its columns. */
async function addReport(platform: Client, equipmentId: number, name: string): Promise<number> {
  const { version, config } = await platform(queryConfig, { equipmentId })
  const columns = config.signals.map(({ id }) => ({ signalId: id as number }))
  const report = { name, type: 'normal', mode: 'periodic', period: { every: 1, unit: 'minute' }, columns } as const
  const { reportId, config: saved } = await platform(saveReport, { equipmentId, version, report })
  return Math.max(...saved.reports.find(({ id }) => id === reportId)!.columns.map(({ id }) => id))
}

/** Sends messages of every kind; returns the SN, and a function that creates the missing column. */
export async function setApart(platform: Client): Promise<{ sn: string; mend(): Promise<number> }> {
  const [sn, name] = [uniqueSn(), unique('Booster')]
  const { id: gatewayId, code, secret } = await platform(registerGateway, { sn })
  const equipmentId = await deviceAlone(platform, name)
  await platform(bindGateway, { equipmentId, sn, code })
  const last = await addReport(platform, equipmentId, 'Levels')
  const port = Number(new URL(process.env.GATEHOUSE_MQTT_URL ?? '').port)
  await using box = fakeGateway({ port, sn, secret })
  await box.connect()
  await platform(startSync, { id: gatewayId })
  await expect.poll(() => box.bound?.bindingId).toBeGreaterThan(0)
  await box.record({ [last + 1]: 21.5 }, { at: Date.now() - hour })
  for (let i = 0; i < 4; i += 1) await box.record({ 999999999: i })
  for (let i = 0; i < 3; i += 1) await box.record({ [last]: i }, { bindingId: 1 })
  for (let i = 0; i < 2; i += 1) await box.gap(3, { equipmentId: null, bindingId: null })
  await box.record({ [last]: 1 }, { at: -1 })
  await box.record({ [last]: 1 }, { values: [1, 2, 3] })
  const count = async () => (await platform(queryQuarantine, { sn })).total
  await expect.poll(count).toBe(12)
  return { sn, mend: () => addReport(platform, equipmentId, 'More levels') }
}
