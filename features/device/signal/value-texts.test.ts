// Value texts of a variable, over HTTP: stored and shown with it, never sent to the gateway.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Signal } from '../../../contract/equipment-config.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site, settled } from '../../../testkit/site.ts'
import { gatewayInfo } from '../../gateway/gateway/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryMonitored } from '../../project/monitor/contract.ts'
import { writeValue } from '../command/contract.ts'
import { queryConfig } from '../config/contract.ts'
import { queryLiveSignals } from '../live/contract.ts'
import { importSignals, saveSignals } from './contract.ts'
import { fromCsv, toCsv } from './part-csv.ts'

let server: TestServer
let site: Site
beforeAll(async () => {
  server = await testServer()
  site = await liveSite(server, 'Valve')
})
afterAll(async () => {
  await site.box[Symbol.asyncDispose]()
  await server.stop()
})

const head = () => server.admin.call(queryConfig, { equipmentId: site.equipmentId })
const signalOf = async (name: string) => (await head()).config.signals.find((each) => each.name === name)!
const save = async (change: Partial<Signal> & { name: string }) => {
  const { version } = await head()
  const signal = { ...(await signalOf(change.name)), ...change }
  return server.admin.ask(saveSignals, { equipmentId: site.equipmentId, version, save: [signal], remove: [] })
}

test('are saved with the variable and do not change the gateway configuration', async () => {
  const texts = '0=manual; 1=automatic'
  expect((await save({ name: 'Setpoint', texts })).code).toBe(200)
  expect((await save({ name: 'Pump', texts: '0=stopped; 1=running' })).code).toBe(200)
  expect(await signalOf('Setpoint')).toMatchObject({ texts })
  expect(await server.admin.call(gatewayInfo, { id: site.gatewayId })).toMatchObject({ consistency: 'match' })
})

test('are returned with live values and in the list of devices', async () => {
  const signals = await server.admin.call(queryLiveSignals, { equipmentId: site.equipmentId })
  expect(signals.find(({ name }) => name === 'Pump')).toMatchObject({ texts: '0=stopped; 1=running' })
  expect(signals.find(({ name }) => name === 'Level')).toMatchObject({ texts: null })
  await save({ name: 'Setpoint', pinned: true })
  const { rows } = await server.admin.call(queryMonitored, { keyword: 'Valve' })
  expect(rows[0]?.pinned.find(({ title }) => title === 'Setpoint')).toMatchObject({ texts: '0=manual; 1=automatic' })
})

test('a write is logged with value text and number', async () => {
  const pump = { equipmentId: site.equipmentId, signalId: site.id('Pump') }
  const { uuid } = await server.admin.call(writeValue, { ...pump, value: true })
  await settled(server.admin, uuid)
  const { rows } = await server.admin.call(queryOperations, { act: 'write' })
  expect(rows[0]).toMatchObject({ after: { value: true, text: 'running' }, result: 'success' })
})

test('invalid ones are rejected with the reason, and nothing is saved', async () => {
  const reason = async (name: string, texts: string) => {
    const { code, data } = await save({ name, texts })
    expect(code).toBe(10006)
    const [fault] = data as unknown as { field: string; reason: string }[]
    expect(fault?.field).toBe('texts')
    return fault?.reason
  }
  expect(await reason('Setpoint', 'manual')).toBe('write it as 0=manual; 1=automatic')
  expect(await reason('Setpoint', '0=a;0=b')).toBe('the same value twice')
  expect(await reason('Pump', '0=a;2=b')).toBe('a boolean has the values 0 and 1 only')
  expect(await reason('Level', '0=a')).toBe('only booleans and integers have value texts')
  expect(await signalOf('Setpoint')).toMatchObject({ texts: '0=manual; 1=automatic' })
})

test('are unchanged by CSV export and import', async () => {
  const { config, version } = await head()
  const csv = toCsv(config.signals, config.drivers)
  expect(fromCsv(csv).rows.find(({ name }) => name === 'Setpoint')).toMatchObject({ texts: '0=manual; 1=automatic' })
  const own = '变量名,名称,寄存器地址,数据类型,值文本\nSetpoint,Setpoint,40010,int16,0=手动；1=自动'
  const at = { equipmentId: site.equipmentId, version, driverId: site.driverId }
  await server.admin.call(importSignals, { ...at, csv: own })
  expect(await signalOf('Setpoint')).toMatchObject({ texts: '0=手动；1=自动' })
})
