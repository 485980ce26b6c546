// The setup state at each step from an empty platform to a live value, over HTTP with a real gateway.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../testkit/eventually.ts'
import { fakeGateway } from '../../../testkit/gateway.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device, registered, settled } from '../../../testkit/site.ts'
import { bindGateway, claimGateway } from '../binding/contract.ts'
import { startSync } from '../gateway/contract.ts'
import { setupState } from './contract.ts'
import { nextStep, stepsOf } from './rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const state = (equipmentId?: number) => server.admin.call(setupState, { equipmentId })
const next = async () => nextStep(stepsOf(await state(), true))?.key

test('an empty installation is guided step by step to its first value, and no further', async () => {
  expect(await state()).toEqual({ registered: 0, gateways: 0, equipments: 0, isAgentSeen: false, device: null })
  expect(await next()).toBe('register')

  const { sn, code, secret } = await registered(server.admin)
  expect(await next()).toBe('claim')
  const { id: gatewayId } = await server.admin.call(claimGateway, { sn, code })
  expect(await next()).toBe('device')
  const equipmentId = await device(server.admin, 'Tank')
  expect(await next()).toBe('bind')
  await server.admin.call(bindGateway, { equipmentId, sn })
  expect(await next()).toBe('driver')
  const { config } = await configure(server.admin, equipmentId)
  expect(await next()).toBe('agent')

  await using box = fakeGateway({ port: server.mqttPort, sn, secret })
  await box.connect()
  await eventually(async () => expect(await next()).toBe('sync'))
  const { uuid } = await server.admin.call(startSync, { id: gatewayId })
  expect((await settled(server.admin, uuid)).status).toBe('success')
  await eventually(async () => expect(await next()).toBe('live'))

  const level = config.signals[0]!.id as number
  await box.live({ [level]: null }, { codes: [1722] })
  await box.live({ [level]: 4.5 })
  await eventually(async () => expect(await next()).toBeUndefined())
  expect(await state(equipmentId)).toMatchObject({ device: { name: 'Tank', isSynced: true, hasValues: true } })
})

test('a new device has its own steps, whatever the state of others', async () => {
  const id = await device(server.admin, 'Second')
  expect(await state(id)).toMatchObject({ device: { id, gatewayId: null, drivers: 0, hasValues: false } })
  expect((await state()).device?.hasValues).toBe(true)
})

test('another company has its own state, and sees none of this one', async () => {
  const other = await server.otherCompany()
  expect(await other.call(setupState, {})).toMatchObject({ registered: 0, gateways: 0, equipments: 0, device: null })
  const ours = (await state()).device!.id
  expect((await other.ask(setupState, { equipmentId: ours })).code).toBe(1101)
})
