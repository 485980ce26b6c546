// An OPC UA device with real parts only: HTTP, platform, broker, gateway agent, a server with security and a user.
// Searches for its password everywhere.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EquipmentId } from '../contract/fields.ts'
import { writeValue } from '../features/device/command/contract.ts'
import { queryConfig, queryVersions, restoreVersion } from '../features/device/config/contract.ts'
import { saveDriver } from '../features/device/driver/contract.ts'
import { browseNodes, browseResult, probePoint } from '../features/device/probe/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { gatewayInfo, planSync, startSync } from '../features/gateway/gateway/contract.ts'
import { queryOperations } from '../features/platform/operation-log/contract.ts'
import { type Edge, startEdge } from '../signal/edge/edge.ts'
import { VirtualHardware } from '../signal/edge/virtual-box.ts'
import { until } from './eventually.ts'
import { type OpcUaPeer, startOpcUa } from './peers/opcua.ts'
import { type Peer, startPymodbus } from './peers/pymodbus.ts'
import { type TestServer, testServer } from './server.ts'
import { device, registered, settled } from './site.ts'
import { type Watcher, watch } from './watcher.ts'

const password = 'Sehr-geheim-4711!'
const pace = {
  link: { backOffMs: 20, backOffMaxMs: 200, refusedRetryMs: 100, helloRetryMs: 300, helloEveryMs: 60_000 },
  poll: { backOffMs: 20, backOffMaxMs: 200, refusedRetryMs: 100 },
}
/** Namespace of the server's own nodes. */
const own = 'nsu=urn:gatehouse:test:server;'
const said: string[] = []
let server: TestServer
let plc: OpcUaPeer
let modbus: Peer
let edge: Edge<VirtualHardware>
let folder: string
let equipmentId: EquipmentId
let gatewayId: number
let watcher: Watcher
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'opc-ua-road-'))
  plc = await startOpcUa({ operator: { userName: 'operator', password }, children: 130 })
  modbus = await startPymodbus({ 1: { H: { 0: 410 } } })
  server = await testServer()
  const { sn, code, secret } = await registered(server.admin)
  equipmentId = await device(server.admin, 'Press 4')
  gatewayId = (await server.admin.call(bindGateway, { equipmentId, sn, code })).gatewayId
  const url = `mqtt://127.0.0.1:${server.mqttPort}`
  const log = (line: string) => void said.push(line)
  edge = await startEdge({ sn, secret, url, dataDir: folder, hardware: new VirtualHardware(), log, pace })
  await until(async () => ((await info()).state === 'online' ? true : undefined))
  watcher = await watch(server.url, server.admin, equipmentId)
})
afterAll(async () => {
  await watcher?.[Symbol.asyncDispose]()
  await edge?.stop()
  await server?.stop()
  await modbus?.kill()
  await plc?.end()
  await rm(folder, { recursive: true, force: true })
})

const info = () => server.admin.call(gatewayInfo, { equipmentId })
const head = () => server.admin.call(queryConfig, { equipmentId })
const paramsOf = (more: object = {}) => ({
  endpointUrl: plc.url,
  userName: 'operator',
  password: { text: password },
  collectMs: 100,
  timeoutMs: 8000,
  ...more,
})
const answered: unknown[] = []
async function saved(driver: object, language: 'en' | 'zh-cn' = 'en') {
  const { version } = await head()
  const answer = await server.admin.ask(saveDriver, { equipmentId, version, driver } as never, language)
  answered.push(answer)
  return answer
}
const driverNow = async () => (await head()).config.drivers.find(({ type }) => type === 'opc-ua')!
async function probe(by: object, point: object = { address: 'ns=1;s=Machine.Speed', dataType: 'int32' }) {
  const answer = await server.admin.ask(probePoint, { equipmentId, ...by, point } as never)
  if (answer.code !== 200) return answer
  const outcome = await settled(server.admin, answer.data!.uuid, 30_000)
  answered.push(outcome)
  return outcome
}
async function browse(node: string | null, from = 0) {
  const { id: driverId } = await driverNow()
  const { uuid } = await server.admin.call(browseNodes, { equipmentId, driverId, node, from })
  return until(async () => {
    const result = await server.admin.call(browseResult, { uuid })
    return result.status === 'waiting' ? undefined : result
  })
}
async function synchronised() {
  const { uuid } = await server.admin.call(startSync, { id: gatewayId })
  return settled(server.admin, uuid, 30_000)
}
const latestOf = (name: string) => async () => {
  const { config } = await head()
  const { id } = config.signals.find((signal) => signal.name === name)!
  for (const message of [...watcher.messages].reverse()) {
    const place = message.type === 'signalVal' ? message.ids.lastIndexOf(id) : -1
    if (message.type === 'signalVal' && place >= 0)
      return { value: message.values[place], code: message.codes?.[place] ?? 200 }
  }
  return undefined
}

describe('commissioning', () => {
  it('tests the connection: the unknown certificate is refused and shown, and once it is accepted a value comes', async () => {
    const refused = await probe({ driver: { type: 'opc-ua', params: paramsOf() } })
    expect(refused).toMatchObject({ status: 'failure', code: 1744, msg: expect.stringContaining(plc.fingerprint) })
    const accepted = paramsOf({ serverFingerprint: plc.fingerprint })
    expect(await probe({ driver: { type: 'opc-ua', params: accepted } })).toMatchObject({
      status: 'success',
      value: 1450,
    })
    const wrong = { ...accepted, password: { text: 'not it' } }
    expect(await probe({ driver: { type: 'opc-ua', params: wrong } })).toMatchObject({ status: 'failure', code: 1748 })
  })

  it('saves the driver; its password is a number from then on, and stays when it is saved again', async () => {
    const params = paramsOf({ serverFingerprint: plc.fingerprint })
    expect(await saved({ name: 'Server', type: 'opc-ua', params })).toMatchObject({ code: 200 })
    const first = await driverNow()
    expect(first.params.password).toEqual({ secret: expect.any(Number) })
    expect(await saved({ ...first, params: { ...first.params, collectMs: 150 } })).toMatchObject({ code: 200 })
    expect((await driverNow()).params).toEqual({ ...first.params, collectMs: 150 })
  })

  it('sends a stored password only to the place it was entered for', async () => {
    const now = await driverNow()
    const elsewhere = { ...now, params: { ...now.params, endpointUrl: 'opc.tcp://192.0.2.66:4840' } }
    const refusal = { code: 10001, data: { field: 'params.password' } }
    expect(await saved(elsewhere)).toMatchObject(refusal)
    expect(await saved(elsewhere, 'zh-cn')).toMatchObject(refusal)
    expect(await probe({ driver: elsewhere })).toMatchObject(refusal)
    const foreign = { ...now, params: { ...now.params, password: { secret: 999_999 } } }
    expect(await saved(foreign)).toMatchObject(refusal)
    expect(await probe({ driver: foreign })).toMatchObject(refusal)
  })

  it('browses with the saved driver, in pages', async () => {
    expect((await browse(null))!.nodes).toContainEqual(expect.objectContaining({ address: `${own}s=Machine` }))
    const machine = await browse(`${own}s=Machine`)
    expect(machine!.nodes.find(({ name }) => name === 'Temp')).toMatchObject({ dataType: 'float64', value: 21.5 })
    const first = await browse('ns=1;s=Many')
    const second = await browse('ns=1;s=Many', first!.next!)
    expect([first!.nodes.length, first!.next, second!.nodes.length, second!.next]).toEqual([100, 100, 30, null])
    expect(await browse('ns=1;s=Nowhere')).toMatchObject({ status: 'failure', code: 1715, nodes: [] })
  })

  it('runs beside a Modbus PLC: live, with separate faults, and writes with read-back', async () => {
    const { version, config } = await server.admin.call(saveDriver, {
      equipmentId,
      version: (await head()).version,
      driver: { name: 'PLC', type: 'modbus-tcp', params: { host: '127.0.0.1', port: modbus.port, collectMs: 50 } },
    })
    const [ua, plain] = config.drivers.map(({ id }) => id)
    const row = (name: string, address: string, dataType: string, driverId = ua) => ({
      ...{ name, title: name, address, dataType, driverId, access: 'rw' },
    })
    const save = [
      row('Temp', `${own}s=Machine.Temp`, 'float64'),
      row('Total', 'ns=1;s=Machine.Total', 'uint64'),
      row('Order', 'ns=1;s=Machine.Order', 'string'),
      row('Nowhere', 'ns=1;s=Machine.Nowhere', 'bool'),
      row('Elsewhere', 'nsu=urn:gone;s=Machine.Temp', 'float64'),
      row('Level', 'H:0', 'uint16', plain),
    ]
    await server.admin.call(saveSignals, { equipmentId, version, save, remove: [] })
    expect(await synchronised()).toMatchObject({ status: 'success' })
    await until(async () => ((await latestOf('Temp')())?.value === 21.5 ? true : undefined))
    expect(await latestOf('Total')()).toMatchObject({ value: '9007199254740993', code: 200 })
    expect(await latestOf('Nowhere')()).toMatchObject({ code: 1715 })
    expect(await latestOf('Elsewhere')()).toMatchObject({ value: null, code: 1751 })
    const elsewhere = (await head()).config.signals.find(({ name }) => name === 'Elsewhere')!.id
    const refused = await server.admin.call(writeValue, { equipmentId, signalId: elsewhere, value: 1 })
    expect(await settled(server.admin, refused.uuid, 30_000)).toMatchObject({
      ...{ status: 'failure', code: 1751, msg: expect.stringContaining('urn:gone') },
    })
    // A value that the server marks as uncertain arrives.
    plc.set('Machine.Temp', 12.5, { status: 'UncertainLastUsableValue' })
    await until(async () => ((await latestOf('Temp')())?.value === 12.5 ? true : undefined))
    expect(await latestOf('Temp')()).toMatchObject({ value: 12.5, code: 1747 })
    const point = { address: `${own}s=Machine.Temp`, dataType: 'float64' }
    expect(await probe({ driverId: ua }, point)).toMatchObject({ status: 'failure', code: 1747 })
    expect(await latestOf('Level')()).toMatchObject({ value: 410, code: 200 })
    plc.set('Machine.Temp', 33.5)
    await until(async () => ((await latestOf('Temp')())?.value === 33.5 ? true : undefined))
    const { config: now } = await head()
    const signalId = now.signals.find(({ name }) => name === 'Order')!.id
    const { uuid } = await server.admin.call(writeValue, { equipmentId, signalId, value: 'B-18' })
    expect(await settled(server.admin, uuid, 30_000)).toMatchObject({ status: 'success', value: 'B-18' })
    expect(plc.get('Machine.Order')).toBe('B-18')
  })

  it('goes bad when the server goes, while the PLC beside it goes on, and comes back with it', async () => {
    await plc.stop()
    await until(async () => ((await latestOf('Temp')())?.code === 1722 ? true : undefined))
    expect(await latestOf('Level')()).toMatchObject({ value: 410, code: 200 })
    await plc.start()
    await until(async () => ((await latestOf('Temp')())?.code === 200 ? true : undefined))
  })

  it('a new password is another configuration; an older version has the older one', async () => {
    const now = await driverNow()
    await saved({ ...now, params: { ...now.params, password: { text: 'another-one' } } })
    expect((await info()).consistency).toBe('mismatch')
    const plan = await server.admin.call(planSync, { id: gatewayId })
    expect(plan.changes).toMatchObject([{ kind: 'changed', object: 'driver', fields: [{ field: 'password' }] }])
    expect(JSON.stringify(plan)).not.toMatch(/another-one|"secret"/)
    const { version } = await head()
    await server.admin.call(restoreVersion, { equipmentId, version, restore: version - 1 })
    expect((await driverNow()).params).toEqual(now.params)
    expect((await info()).consistency).toBe('match')
  })
})

it('the password is nowhere in clear text: not in a table, an answer, a log or on the disk of gateway or platform', async () => {
  const base64 = Buffer.from(password).toString('base64')
  const hex = Buffer.from(password).toString('hex')
  const isFound = (text: string) => [password, 'another-one', base64, hex].some((each) => text.includes(each))
  const { db } = server.platform
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(db)
  expect(tables.length).toBeGreaterThan(20)
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(db)
    expect([name, rows.some(({ row }) => isFound(row))]).toEqual([name, false])
  }
  const api = [
    await head(),
    await server.admin.call(queryVersions, { equipmentId }),
    await server.admin.call(queryOperations, { pageSize: 100 }),
    answered,
    said,
  ]
  expect(isFound(JSON.stringify(api))).toBe(false)
  for (const place of [folder, server.dataDir]) {
    const entries = await readdir(place, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
    for (const file of files) expect([file, isFound(await readFile(file, 'latin1'))]).toEqual([file, false])
  }
})
