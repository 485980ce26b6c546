// Unclaimed gateways: visibility, and the effect of removing one at the broker.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../testkit/eventually.ts'
import { fakeGateway } from '../../../testkit/gateway.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device, newSn, registered } from '../../../testkit/site.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { bindGateway, claimGateway, unbindGateway } from '../binding/contract.ts'
import { releaseGateway } from '../gateway/contract.ts'
import { brokerAddress, queryUnclaimed, removeUnclaimed } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const unclaimed = async (sn: string) => (await server.admin.call(queryUnclaimed, { keyword: sn })).rows

test('a registered gateway is listed until it is claimed, with the state of its agent', async () => {
  const { sn, code, secret } = await registered(server.admin)
  expect(await unclaimed(sn)).toMatchObject([{ sn, series: 'GH', state: 'offline', lastSeenAt: null }])
  await using box = fakeGateway({ port: server.mqttPort, sn, secret })
  await box.connect()
  await eventually(async () => expect(await unclaimed(sn)).toMatchObject([{ state: 'online' }]))
  await server.admin.call(claimGateway, { sn, code })
  expect(await unclaimed(sn)).toEqual([])
})

test('a company that is not staff of the platform can neither see nor remove it', async () => {
  const { id, sn } = await registered(server.admin)
  const other = await server.otherCompany()
  expect((await other.ask(queryUnclaimed, { keyword: sn })).code).toBe(90002)
  expect((await other.ask(removeUnclaimed, { id })).code).toBe(90002)
  expect(await unclaimed(sn)).toHaveLength(1)
})

test('a removed one is disconnected, its code and secret are void, and the log names the user', async () => {
  const { id, sn, code, secret } = await registered(server.admin)
  await using box = fakeGateway({ port: server.mqttPort, sn, secret })
  await box.connect()
  await server.admin.call(removeUnclaimed, { id })
  await eventually(() => expect(box.isConnected()).toBe(false))
  await expect(box.connect()).rejects.toThrow(/refused|Bad username/i)
  expect((await server.admin.ask(claimGateway, { sn, code })).code).toBe(1103)
  expect(await unclaimed(sn)).toEqual([])
  expect((await server.admin.ask(removeUnclaimed, { id })).code).toBe(10002)
  const { rows } = await server.admin.call(queryOperations, { keyword: sn })
  expect(rows.find(({ act }) => act === 'delete')).toMatchObject({
    objectType: 'gateway',
    objectId: id,
    loginname: 'admin',
  })
})

test('its SN can be registered again, and claimed by any company, with new code, secret and hardware', async () => {
  const first = await registered(server.admin)
  await using box = fakeGateway({ port: server.mqttPort, sn: first.sn, secret: first.secret })
  await box.connect()
  await server.admin.call(removeUnclaimed, { id: first.id })
  const other = await server.otherCompany()
  const second = await registered(server.admin, first.sn)
  expect(second.secret).not.toBe(first.secret)
  await using again = fakeGateway({ port: server.mqttPort, sn: second.sn, secret: second.secret })
  expect(await again.connect()).toMatchObject({ accepted: true })
  expect((await other.ask(claimGateway, { sn: second.sn, code: second.code })).code).toBe(200)
})

test('a claimed gateway cannot be removed: 10007, also if claimed at the same moment', async () => {
  const { id, sn, code } = await registered(server.admin)
  const [claimed, removed] = await Promise.all([
    server.admin.ask(claimGateway, { sn, code }),
    server.admin.ask(removeUnclaimed, { id }),
  ])
  expect([claimed.code === 200, removed.code === 200].filter(Boolean)).toHaveLength(1)
  const ours = await registered(server.admin)
  await server.admin.call(claimGateway, { sn: ours.sn, code: ours.code })
  expect((await server.admin.ask(removeUnclaimed, { id: ours.id })).code).toBe(10007)
})

test('a released gateway is listed again and can be removed; its history stays', async () => {
  const { id, sn, code } = await registered(server.admin)
  const equipmentId = await device(server.admin, 'Tank of a past gateway')
  await server.admin.call(bindGateway, { equipmentId, sn, code })
  await server.admin.call(unbindGateway, { equipmentId })
  await server.admin.call(releaseGateway, { id })
  expect(await unclaimed(sn)).toHaveLength(1)
  await server.admin.call(removeUnclaimed, { id })
  expect(await unclaimed(sn)).toEqual([])
  const past = await server.platform.db.selectFrom('binding').select('id').where('gatewayId', '=', id).execute()
  expect(past).toHaveLength(1)
})

test('the list is paged and filtered', async () => {
  const sns = [newSn(), newSn(), newSn()]
  for (const sn of sns) await registered(server.admin, sn)
  const page = await server.admin.call(queryUnclaimed, { pageSize: 2 })
  expect(page.rows.map(({ sn }) => sn)).toEqual([sns[2], sns[1]])
  expect(page.total).toBeGreaterThanOrEqual(3)
})

test('the address of the broker is that used by gateways', async () => {
  const address = await server.admin.call(brokerAddress, {})
  expect(address).toMatchObject({ host: null, port: server.mqttPort, secure: false, isLocal: true })
})
