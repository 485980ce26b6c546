// The operator's register over HTTP, and the use of its secrets at the broker.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../testkit/eventually.ts'
import { fakeGateway } from '../../../testkit/gateway.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { newSn, registered } from '../../../testkit/site.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { claimGateway } from '../binding/contract.ts'
import { queryGateways } from '../gateway/contract.ts'
import { registerGateway, registerGateways, renewGatewaySecret } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

test('a registered gateway can connect with its secret, shown once, and belongs to no organisation', async () => {
  const { sn, code, secret } = await registered(server.admin)
  expect(code).toMatch(/^\d{6}$/)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  await using box = fakeGateway({ port: server.mqttPort, sn, secret })
  expect(await box.connect()).toMatchObject({ accepted: true })
  expect((await server.admin.call(queryGateways, { keyword: sn })).total).toBe(0)
})

test('no table and no log contains secret or code in plain text', async () => {
  const { sn, code, secret } = await registered(server.admin)
  const row = await server.platform.db.selectFrom('gateway').selectAll().where('sn', '=', sn).executeTakeFirstOrThrow()
  const stored = JSON.stringify(row) + row.secretSealed.toString('latin1') + row.secretHash.toString('latin1')
  expect(stored).not.toContain(secret)
  expect(stored).not.toContain(`"${code}"`)
  const { rows } = await server.admin.call(queryOperations, { keyword: sn })
  expect(rows[0]).toMatchObject({ act: 'register', after: { sn, series: 'GH' } })
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('an SN can be registered once, also concurrently: 1308', async () => {
  const sn = newSn()
  const answers = await Promise.all(
    [sn, sn.toLowerCase(), sn].map((each) => server.admin.ask(registerGateway, { sn: each })),
  )
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 1308, 1308])
})

test.each(['', 'abc', '-ABCD', 'has blank', 'x'.repeat(33), 'A/+/#', '序列号'])('%j is not a valid SN', async (sn) => {
  expect(await server.admin.ask(registerGateway, { sn })).toMatchObject({ code: 10001, data: { field: 'sn' } })
})

test('a renewed secret disconnects the gateway, and only the new one works', async () => {
  const { sn, code, secret } = await registered(server.admin)
  const { id } = await server.admin.call(claimGateway, { sn, code })
  await using box = fakeGateway({ port: server.mqttPort, sn, secret })
  await box.connect()
  const renewed = await server.admin.call(renewGatewaySecret, { id })
  await eventually(() => expect(box.isConnected()).toBe(false))
  await expect(box.connect()).rejects.toThrow(/refused|Bad username/i)
  await using again = fakeGateway({ port: server.mqttPort, sn, secret: renewed.secret, boxId: box.boxId })
  expect(await again.connect()).toMatchObject({ accepted: true })
  expect((await server.admin.call(queryOperations, { keyword: sn })).rows[0]).toMatchObject({ act: 'renewSecret' })
})

test('the secret of another company cannot be renewed, and registering needs the permission', async () => {
  const { sn, code } = await registered(server.admin)
  const { id } = await server.admin.call(claimGateway, { sn, code })
  const other = await server.otherCompany()
  expect((await other.ask(renewGatewaySecret, { id })).code).toBe(10002)
  await server.addAccount({ loginname: 'staff' })
  const staff = await server.as('staff', 'Waterworks1')
  expect((await staff.ask(registerGateway, { sn: newSn() })).code).toBe(90002)
  expect((await staff.ask(renewGatewaySecret, { id })).code).toBe(90002)
})

test('a hundred can be registered together, all or none: 1306, 1308', async () => {
  const rows = Array.from({ length: 100 }, () => ({ sn: newSn(), model: 'GH-4G' }))
  const made = await server.admin.call(registerGateways, { rows })
  expect(made.map(({ sn }) => sn)).toEqual(rows.map(({ sn }) => sn))
  expect(new Set(made.map(({ secret }) => secret)).size).toBe(100)
  await using box = fakeGateway({ port: server.mqttPort, sn: made[7]!.sn, secret: made[7]!.secret })
  expect(await box.connect()).toMatchObject({ accepted: true })
  const fresh = { sn: newSn() }
  expect(await server.admin.ask(registerGateways, { rows: [fresh, rows[3]!, fresh] })).toMatchObject({
    code: 1308,
    data: { field: 'rows', sns: [rows[3]!.sn, fresh.sn] },
  })
  expect((await server.admin.ask(registerGateway, fresh)).code).toBe(200)
  const many = Array.from({ length: 101 }, () => ({ sn: newSn() }))
  expect((await server.admin.ask(registerGateways, { rows: many })).code).toBe(1306)
  expect(await server.admin.ask(registerGateways, { rows: [{ sn: 'x' }] })).toMatchObject({
    data: { field: 'rows.0.sn' },
  })
})
