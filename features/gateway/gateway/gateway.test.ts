// Gateways over HTTP: lists, consistency, plans and synchronisation, replacement hardware; the test sets the clock.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { fakeGateway } from '../../../testkit/gateway.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device, liveSite, registered, type Site, settled, site } from '../../../testkit/site.ts'
import { commandCallback } from '../../device/command/contract.ts'
import { queryConfig } from '../../device/config/contract.ts'
import { editEquipment } from '../../device/equipment/contract.ts'
import { saveSignals } from '../../device/signal/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { bindGateway, claimGateway, unbindGateway } from '../binding/contract.ts'
import {
  editGateway,
  gatewayInfo,
  planSync,
  queryGateways,
  releaseGateway,
  replaceGateway,
  startSync,
} from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
})
afterAll(() => server.stop())

const info = (id: number) => server.admin.call(gatewayInfo, { id })
const consistency = async (id: number) => (await info(id)).consistency
const plan = (id: number) => server.admin.call(planSync, { id })
const sync = async ({ gatewayId }: Site, force = false) => {
  const { uuid } = await server.admin.call(startSync, { id: gatewayId, force })
  return settled(server.admin, uuid)
}
const refusedSync = async ({ gatewayId }: Site, force = false) =>
  (await server.admin.ask(startSync, { id: gatewayId, force })).code
const lastOperation = async (keyword: string) => (await server.admin.call(queryOperations, { keyword })).rows[0]
/** Saves a variable with a change. */
const change = async ({ equipmentId, id }: Site, name: string, fields: object) => {
  const { version, config } = await server.admin.call(queryConfig, { equipmentId })
  const signal = config.signals.find((each) => each.id === id(name))
  await server.admin.call(saveSignals, { equipmentId, version, save: [{ ...signal, ...fields }], remove: [] })
}

describe('the list', () => {
  test('contains the organisation’s gateways with device and state, filtered and paged', async () => {
    const one = await site(server, 'Listed one')
    const two = await liveSite(server, 'Listed two')
    const { sn, code } = await registered(server.admin)
    await server.admin.call(claimGateway, { sn, code })
    const sns = async (filter: object) => (await server.admin.call(queryGateways, filter)).rows.map((row) => row.sn)
    expect(await sns({})).toEqual([sn, two.sn, one.sn])
    expect(await sns({ keyword: 'listed ONE' })).toEqual([one.sn])
    expect(await sns({ state: 'online' })).toEqual([two.sn])
    expect(await sns({ bound: false })).toEqual([sn])
    expect(await sns({ pageNo: 2, pageSize: 2 })).toEqual([one.sn])
    expect(await server.admin.ask(queryGateways, { state: 'asleep' as never })).toMatchObject({
      data: { field: 'state' },
    })
    await two.box[Symbol.asyncDispose]()
  })
})

describe('one gateway', () => {
  test('has the data of the last hello, by its own id and by its device', async () => {
    const made = await liveSite(server, 'Told')
    await made.box.hello({
      networkType: '4G',
      signalStrength: 71,
      lanIp: '192.0.2.1',
      mac: '00:00:5E:00:53:01',
      at: clock.at + 1500,
    })
    const byDevice = await server.admin.call(gatewayInfo, { equipmentId: made.equipmentId })
    expect(byDevice).toEqual(await info(made.gatewayId))
    expect(byDevice).toMatchObject({
      sn: made.sn,
      firmware: 'test 1.0',
      networkType: '4G',
      signalStrength: 71,
      lanIp: '192.0.2.1',
      clockOffsetMs: 1500,
      state: 'online',
      consistency: 'match',
      quotas: { signals: { used: 5, total: 500 }, drivers: { used: 1, total: 10 }, alarms: { used: 0, total: 200 } },
      sync: { status: 'success', code: 200, reason: null },
    })
    expect(byDevice.platformHash).toBe(byDevice.gatewayHash)
    for (const secret of ['secret', 'claimCode', 'boxId', 'session']) {
      expect(Object.keys(byDevice).some((key) => key.startsWith(secret))).toBe(false)
    }
    await made.box[Symbol.asyncDispose]()
  })

  test('without gateway the answer is 1102, for unknown devices 1101, unknown gateways 10002, none 10001', async () => {
    const lonely = await device(server.admin, 'Without')
    expect((await server.admin.ask(gatewayInfo, { equipmentId: lonely })).code).toBe(1102)
    expect((await server.admin.ask(gatewayInfo, { equipmentId: 999_999 })).code).toBe(1101)
    expect((await server.admin.ask(gatewayInfo, { id: 999_999 })).code).toBe(10002)
    expect(await server.admin.ask(gatewayInfo, {} as never)).toMatchObject({ code: 10001, data: { field: 'id' } })
    expect(await server.admin.ask(gatewayInfo, { equipmentId: 'x' })).toMatchObject({ data: { field: 'equipmentId' } })
  })

  test('its remark can be changed, and is logged; 201 characters are rejected', async () => {
    const { gatewayId, sn } = await site(server, 'Remarked')
    await server.admin.call(editGateway, { id: gatewayId, remark: 'behind the door' })
    expect((await info(gatewayId)).remark).toBe('behind the door')
    expect(await lastOperation(sn)).toMatchObject({
      act: 'edit',
      before: { remark: null },
      after: { remark: 'behind the door' },
    })
    expect((await server.admin.ask(editGateway, { id: gatewayId, remark: 'x'.repeat(201) })).code).toBe(10001)
  })
})

describe('platform and gateway', () => {
  test('a synchronisation is reported as done only after the gateway is known to match', async () => {
    const made = await site(server, 'Held')
    await made.box.connect()
    const { kysely } = server.database
    const { uuid } = await kysely.transaction().execute(async (holder) => {
      await holder.selectFrom('gateway').select('id').where('id', '=', made.gatewayId).forNoKeyUpdate().execute()
      const started = await server.admin.call(startSync, { id: made.gatewayId })
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%config_hash%'`.execute(
          kysely,
        )
        expect(rows).toHaveLength(1)
      })
      expect((await server.admin.call(commandCallback, started)).status).toBe('waiting')
      return started
    })
    expect(await settled(server.admin, uuid)).toMatchObject({ status: 'success' })
    expect(await consistency(made.gatewayId)).toBe('match')
    await made.box[Symbol.asyncDispose]()
  })

  test('unknown before the first hello, then mismatch, match after the synchronisation', async () => {
    const made = await site(server, 'Consistent')
    expect(await consistency(made.gatewayId)).toBe('unknown')
    await made.box.connect()
    expect(await consistency(made.gatewayId)).toBe('mismatch')
    expect(await sync(made)).toMatchObject({ status: 'success', code: 200 })
    expect(await consistency(made.gatewayId)).toBe('match')
    expect((await plan(made.gatewayId)).changes).toEqual([])
    expect(await lastOperation('Consistent')).toMatchObject({
      act: 'configure',
      result: 'success',
      objectId: made.equipmentId,
    })

    await change(made, 'Level', { title: 'Renamed', unit: 'cm', pinned: false })
    expect(await consistency(made.gatewayId)).toBe('match')
    await change(made, 'Level', { address: '40003' })
    expect(await consistency(made.gatewayId)).toBe('mismatch')
    await server.admin.call(unbindGateway, { equipmentId: made.equipmentId })
    expect(await consistency(made.gatewayId)).toBe('unbound')
    expect((await server.admin.ask(startSync, { id: made.gatewayId })).code).toBe(1102)
    await made.box[Symbol.asyncDispose]()
  })

  test('the same configuration under a new binding does not match', async () => {
    const made = await liveSite(server, 'Rebound')
    await server.admin.call(unbindGateway, { equipmentId: made.equipmentId })
    await server.admin.call(bindGateway, { equipmentId: made.equipmentId, sn: made.sn })
    expect(await consistency(made.gatewayId)).toBe('mismatch')
    await made.box[Symbol.asyncDispose]()
  })

  test('the plan names every field: zone, added, changed and removed', async () => {
    const made = await liveSite(server, 'Planned')
    const { equipmentId, gatewayId, driverId } = made
    const { version, config } = await server.admin.call(queryConfig, { equipmentId })
    const level = config.signals.find(({ name }) => name === 'Level')
    await server.admin.call(saveSignals, {
      equipmentId,
      version,
      save: [
        { ...level, address: '40003', scale: 0.1 },
        { name: 'New', title: 'New', driverId, address: '40005.1', dataType: 'bool' },
      ],
      remove: [made.id('Total')],
    })
    await server.admin.call(editEquipment, { id: equipmentId, name: 'Planned', zone: 'Europe/Berlin' })
    const { consistency: state, changes } = await plan(gatewayId)
    expect(state).toBe('mismatch')
    expect(changes).toMatchObject([
      { kind: 'changed', object: 'zone', fields: [{ from: 'Asia/Shanghai', to: 'Europe/Berlin' }] },
      {
        kind: 'changed',
        object: 'signal',
        name: 'Level',
        fields: [
          { field: 'address', from: '40001', to: '40003' },
          { field: 'scale', from: null, to: '0.1' },
        ],
      },
      { kind: 'added', object: 'signal', name: 'New' },
      { kind: 'removed', object: 'signal' },
    ])
    await made.box[Symbol.asyncDispose]()
  })

  test('before the first synchronisation everything is added', async () => {
    const made = await site(server, 'All new')
    const { changes } = await plan(made.gatewayId)
    expect(changes.map(({ kind }) => kind)).toEqual(Array(6).fill('added'))
  })
})

describe('synchronising', () => {
  test('a matching configuration is 1319, unless forced', async () => {
    const made = await liveSite(server, 'Again')
    expect(await refusedSync(made)).toBe(1319)
    expect(await lastOperation('Again')).toMatchObject({ act: 'configure', code: 1319, result: 'failure' })
    expect(await sync(made, true)).toMatchObject({ status: 'success' })
    expect(made.box.commands).toHaveLength(2)
    await made.box[Symbol.asyncDispose]()
  })

  test('a rejection by the gateway is shown with its reason, and nothing matches', async () => {
    const made = await site(server, 'Refusing')
    made.box.answer = () => ({ status: 'failure', code: 1320, reason: 'no room for another driver' })
    await made.box.connect()
    expect(await sync(made)).toMatchObject({ status: 'failure', code: 1320, msg: expect.stringContaining('no room') })
    expect(await info(made.gatewayId)).toMatchObject({
      consistency: 'mismatch',
      sync: { status: 'failure', code: 1320, reason: 'no room for another driver' },
    })
    expect(await lastOperation('Refusing')).toMatchObject({ result: 'failure', code: 1320 })
    await made.box[Symbol.asyncDispose]()
  })

  test('without an answer in time it is a timeout', async () => {
    const made = await site(server, 'Silent')
    made.box.answer = () => undefined
    await made.box.connect()
    const { uuid } = await server.admin.call(startSync, { id: made.gatewayId })
    clock.at += limits.syncTtlMs + 6000
    await server.turn()
    expect(await settled(server.admin, uuid)).toMatchObject({ status: 'timeout', code: 1301 })
    expect((await info(made.gatewayId)).sync).toMatchObject({
      status: 'timeout',
      code: 1301,
      reason: expect.any(String),
    })
    await made.box[Symbol.asyncDispose]()
  })

  test('offline is 1304, asleep 1337, in remote download 1331, forced or not', async () => {
    const made = await site(server, 'Away')
    expect(await refusedSync(made)).toBe(1304)
    expect(await refusedSync(made, true)).toBe(1304)
    await made.box.connect()
    await made.box.hello({ vpn: true })
    expect(await refusedSync(made)).toBe(1331)
    await made.box.bye(true)
    await eventually(async () => expect(await refusedSync(made)).toBe(1337))
  })
})

test('two agents with one identity, as after copying a folder: both get a notice, logged once', async () => {
  const { box, sn } = await liveSite(server, 'Copied')
  const [one, other] = ['1'.repeat(16), '2'.repeat(16)]
  const said: unknown[] = []
  for (const run of [one, one, other, one, other]) said.push((await box.hello({ run })).reason)
  expect(said.slice(0, 3)).toEqual([undefined, undefined, undefined])
  expect(said.slice(3)).toEqual(Array(2).fill(expect.stringContaining('Two agents with the identity of this gateway')))
  await eventually(async () => {
    const { rows } = await server.admin.call(queryOperations, { keyword: sn, act: 'agentTwice' })
    expect(rows).toHaveLength(1)
  })
})

describe('second hardware with the same SN', () => {
  test('is rejected and logged once, until "replace gateway" makes it the gateway and rejects the first', async () => {
    const made = await liveSite(server, 'Twin')
    const { sn, secret, gatewayId } = made
    await using second = fakeGateway({ port: server.mqttPort, sn, secret, now: () => clock.at })
    await expect(second.connect()).rejects.toThrow(/Not authorized/)
    await expect(second.connect()).rejects.toThrow(/Not authorized/)
    await eventually(async () => {
      const { rows } = await server.admin.call(queryOperations, { keyword: sn, act: 'boxRefused' })
      expect(rows).toHaveLength(1)
    })
    await server.admin.call(replaceGateway, { id: gatewayId })
    await eventually(() => expect(made.box.isConnected()).toBe(false))
    expect((await info(gatewayId)).state).toBe('offline')
    expect(await second.connect()).toMatchObject({ accepted: true })
    await expect(made.box.connect()).rejects.toThrow(/Not authorized/)
    expect(await consistency(gatewayId)).toBe('mismatch')
    expect((await server.admin.call(queryOperations, { keyword: sn })).rows.map(({ act }) => act)).toContain('replace')
  })

  test('connected before any hello is disconnected after the first hello, and gets no command', async () => {
    const made = await site(server, 'Race for it')
    const { sn, secret } = made
    const boxes = [made.box, fakeGateway({ port: server.mqttPort, sn, secret, now: () => clock.at })]
    const accepted: boolean[] = []
    // One box gets no answer, so the test waits for only one.
    for (const box of boxes) {
      void box.connect().then(
        (welcome) => accepted.push(welcome.accepted),
        () => undefined,
      )
    }
    await eventually(() => expect(accepted.filter(Boolean)).toHaveLength(1))
    await eventually(() => expect(boxes.filter((box) => box.isConnected())).toHaveLength(1))
    await sync(made)
    expect(boxes.map(({ commands }) => commands.length).sort()).toEqual([0, 1])
    for (const box of boxes) await box[Symbol.asyncDispose]()
  })
})

describe('releasing', () => {
  test('clears remark and network data of an unbound gateway and voids its secrets; the next owner gets new ones', async () => {
    const made = await site(server, 'Given back')
    await server.admin.call(editGateway, { id: made.gatewayId, remark: 'the password is on the box' })
    expect((await server.admin.ask(releaseGateway, { id: made.gatewayId })).code).toBe(10007)
    await server.admin.call(unbindGateway, { equipmentId: made.equipmentId })
    await made.box.connect()
    const told = { lanIp: '192.168.7.9', mac: '02:00:00:00:00:07', moduleSn: 'M-7', networkType: '4G' }
    await made.box.hello({ ...told, signalStrength: 70 })
    expect(await info(made.gatewayId)).toMatchObject(told)
    const { code } = await server.admin.call(releaseGateway, { id: made.gatewayId })
    await eventually(() => expect(made.box.isConnected()).toBe(false))
    await expect(made.box.connect()).rejects.toThrow(/refused|Bad username/i)
    expect((await server.admin.ask(gatewayInfo, { id: made.gatewayId })).code).toBe(10002)
    const other = await server.otherCompany()
    expect((await other.ask(claimGateway, { sn: made.sn, code: made.code })).code).toBe(1103)
    const fresh = await other.call(claimGateway, { sn: made.sn, code })
    // The former owner knows neither the new secret nor the new code.
    expect(fresh.secret?.length).toBeGreaterThanOrEqual(32)
    expect([made.code, code]).not.toContain(fresh.code)
    await expect(made.box.connect()).rejects.toThrow(/refused|Bad username/i)
    const none = { lanIp: null, mac: null, moduleSn: null, networkType: null, signalStrength: null }
    expect(await other.call(gatewayInfo, { id: made.gatewayId })).toMatchObject(none)
    await using box = fakeGateway({ port: server.mqttPort, sn: made.sn, secret: fresh.secret! })
    expect(await box.connect()).toMatchObject({ accepted: true })
    expect((await other.call(gatewayInfo, { id: made.gatewayId })).remark).toBeNull()
    expect(await lastOperation(made.sn)).toMatchObject({ act: 'release' })
  })

  test('and binding at the same time: exactly one succeeds', async () => {
    const { sn, code } = await registered(server.admin)
    const { id } = await server.admin.call(claimGateway, { sn, code })
    const equipmentId = await device(server.admin, 'Grabbed')
    const [bound, released] = await Promise.all([
      server.admin.ask(bindGateway, { equipmentId, sn }),
      server.admin.ask(releaseGateway, { id }),
    ])
    expect([
      [200, 10007],
      [1103, 200],
    ]).toContainEqual([bound.code, released.code])
  })
})

test('another company can neither read, edit, replace, release nor synchronise our gateways', async () => {
  const { gatewayId, equipmentId, sn } = await site(server, 'Ours alone')
  const other = await server.otherCompany()
  for (const endpoint of [gatewayInfo, editGateway, replaceGateway, releaseGateway, planSync, startSync]) {
    expect((await other.ask(endpoint, { id: gatewayId, remark: 'x' } as never)).code).toBe(10002)
  }
  expect((await other.ask(gatewayInfo, { equipmentId })).code).toBe(1101)
  expect((await other.call(queryGateways, { keyword: sn })).total).toBe(0)
  expect((await info(gatewayId)).remark).toBeNull()
})

describe('a gateway with old software', () => {
  test('is not sent what it would execute wrongly, with the reason, and is sent the rest', async () => {
    const made = await liveSite(server, 'Old box')
    await made.box.hello({ abilities: undefined })
    await change(made, 'Setpoint', { byteOrder: 'BADC', rollover: 65_536 })
    const before = made.box.commands.length
    const english = await server.admin.ask(startSync, { id: made.gatewayId })
    expect(english.code).toBe(1354)
    expect(english.msg).toContain('the byte order of a variable, counters that roll over')
    const chinese = await server.admin.ask(startSync, { id: made.gatewayId, force: true }, 'zh-cn')
    expect(chinese.msg).toContain('变量字节序、计数器回零')
    expect(made.box.commands).toHaveLength(before)
    expect(await lastOperation('Old box')).toMatchObject({ code: 1354, result: 'failure' })
    await change(made, 'Setpoint', { byteOrder: undefined, rollover: undefined, scale: 0.5 })
    expect(await sync(made)).toMatchObject({ status: 'success' })
    await change(made, 'Setpoint', { byteOrder: 'BADC' })
    await made.box.hello()
    expect(await sync(made)).toMatchObject({ status: 'success' })
  })
})
