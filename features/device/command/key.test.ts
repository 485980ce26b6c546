// Momentary buttons over HTTP, with a simulated gateway; the test controls the clock.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import type { Value } from '../../../core/data-type.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site, settled, waterSignals } from '../../../testkit/site.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { holdValue, writeValue } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
let plant: Site
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
  plant = await liveSite(server, 'Pump station', server.admin, waterSignals)
})
afterAll(async () => {
  await plant.box[Symbol.asyncDispose]()
  await server.stop()
})

const ask = (name: string, value: Value, change: object = {}) =>
  server.admin.ask(writeValue, { equipmentId: plant.equipmentId, signalId: plant.id(name), value, ...change })
const lastOperation = async () => (await server.admin.call(queryOperations, { act: 'write' })).rows[0]

describe('a momentary button', () => {
  const pump = () => plant.id('Pump')
  const press = async (more: object = {}) => {
    const uuid = randomUUID()
    const answer = await ask('Pump', true, { uuid, hold: { back: false, forMs: 1500 }, ...more })
    return { ...answer, uuid }
  }
  const hold = (uuid: string, change: object = {}, of = server.admin) =>
    of.ask(holdValue, { equipmentId: plant.equipmentId, uuid, forMs: 1500, ...change })
  const holds = () => plant.box.heard.filter(({ topic }) => topic.endsWith('/hold')).map(({ payload }) => payload)
  beforeEach(() => {
    plant.box.commands.length = 0
    plant.box.heard.length = 0
  })

  test('sends the value to write on release, and logs it', async () => {
    const { uuid } = await press()
    await settled(server.admin, uuid)
    expect(plant.box.commands).toMatchObject([{ signalId: pump(), value: true, hold: { back: false, forMs: 1500 } }])
    expect(await lastOperation()).toMatchObject({ after: { signalId: pump(), value: true, back: false } })
  })

  test('stays pressed while renewed', async () => {
    const { uuid } = await press()
    expect((await hold(uuid)).data).toEqual({ isHeld: true })
    await eventually(() => expect(holds()).toEqual([{ press: uuid, forMs: 1500 }]))
  })

  test.each([
    ['a value that cannot be written back', 'Setpoint', { hold: { back: 101, forMs: 1500 } }, 2001],
    ['a hold that is too short', 'Pump', { hold: { back: false, forMs: limits.holdMs.min - 1 } }, 10001],
    ['a hold that is too long', 'Pump', { hold: { back: false, forMs: limits.holdMs.max + 1 } }, 10001],
  ])('%s is rejected', async (_, name, more, code) => {
    expect((await ask(name, 1, more)).code).toBe(code)
    expect(plant.box.commands).toEqual([])
  })

  test('is 1354 for a gateway that cannot release it automatically', async () => {
    await plant.box.hello({ abilities: undefined })
    const answer = await press()
    expect([answer.code, answer.msg]).toEqual([
      1354,
      'The software of the gateway is too old for this, update it: momentary keys',
    ])
    expect(plant.box.commands).toEqual([])
    await plant.box.hello()
  })

  test('is not held for another write, an unknown uuid, or a press that is too old', async () => {
    const plain = randomUUID()
    await ask('Pump', true, { uuid: plain })
    const { uuid } = await press()
    for (const other of [plain, randomUUID()]) expect((await hold(other)).data).toEqual({ isHeld: false })
    expect((await hold(uuid, { equipmentId: 999_999 })).data ?? { isHeld: false }).toEqual({ isHeld: false })
    clock.at += limits.longestHoldMs
    expect((await hold(uuid)).data).toEqual({ isHeld: false })
    expect(holds()).toEqual([])
  })
})
