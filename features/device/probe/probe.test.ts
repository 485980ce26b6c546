// Reads of one point over HTTP, with a simulated gateway that answers, rejects or stays silent.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { abilities } from '../../../contract/abilities.ts'
import type { Language } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { adminPassword, type TestServer, testServer } from '../../../testkit/server.ts'
import { device, liveSite, type Site, settled, site } from '../../../testkit/site.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { commandCallback } from '../command/contract.ts'
import { probePoint } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
let plant: Site
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000 })
  plant = await liveSite(server, 'Pump station')
})
afterAll(async () => {
  await plant.box[Symbol.asyncDispose]()
  await server.stop()
})
/** Advances the clock by a minute; the gateway stays online. */
const aMinuteLater = () => {
  clock.at += 60_001
  return plant.box.hello()
}
beforeEach(async () => {
  plant.box.answer = () => ({ value: 410, tookMs: 12 })
  plant.box.commands.length = 0
  await aMinuteLater()
})

const draft = { type: 'modbus-tcp', params: { host: '192.0.2.20', unitId: 3 } }
const point = { address: '40001', dataType: 'uint16', scale: 0.1 } as const
const ask = (change: object = {}, language: Language = 'en') =>
  server.admin.ask(probePoint, { equipmentId: plant.equipmentId, driver: draft, point, ...change }, language)
const probe = async (change: object = {}) => {
  const { code, msg, data } = await ask(change)
  if (!data || code !== 200) throw new Error(`${code} ${msg}`)
  return settled(server.admin, data.uuid)
}
const lastOperation = async () => (await server.admin.call(queryOperations, { act: 'probe' })).rows[0]

describe('a reading', () => {
  test('with an unsaved driver reaches the gateway once, with its parameters', async () => {
    expect(await probe()).toMatchObject({ status: 'success', code: 200, value: 410, tookMs: 12 })
    expect(plant.box.commands).toMatchObject([
      { kind: 'probe', type: 'modbus-tcp', params: { host: '192.0.2.20', unitId: 3, port: 502 }, point },
    ])
    expect(plant.box.commands[0]).toMatchObject({ expiresAt: clock.at + limits.commandTtlMs })
    expect(await lastOperation()).toMatchObject({
      objectType: 'equipment',
      objectId: plant.equipmentId,
      objectName: 'Pump station / 40001',
      after: { driver: 'modbus-tcp', connection: 'tcp:192.0.2.20:502', address: '40001', dataType: 'uint16' },
      result: 'success',
      code: 200,
      loginname: 'admin',
    })
  })

  test('with a saved driver has the saved parameters', async () => {
    expect(await probe({ driver: null, driverId: plant.driverId })).toMatchObject({ status: 'success' })
    expect(plant.box.commands).toMatchObject([{ kind: 'probe', params: { host: '192.0.2.10', encoding: 'gbk' } }])
  })

  test('sent twice with the same uuid runs once', async () => {
    const uuid = randomUUID()
    await probe({ uuid })
    await probe({ uuid })
    expect(plant.box.commands).toHaveLength(1)
  })

  test('has no value if the answer is invalid', async () => {
    plant.box.answer = () => ({
      page: { nodes: [{ address: 'a', name: 'a', nodeClass: 'object', hasChildren: true }] },
    })
    expect(await probe()).toMatchObject({ status: 'success', value: null })
  })

  test('times out without an answer', async () => {
    plant.box.answer = () => undefined
    const { data } = await ask()
    await eventually(() => expect(plant.box.commands).toHaveLength(1))
    clock.at += limits.commandTtlMs + 5001
    await server.turn()
    expect(await settled(server.admin, data!.uuid)).toMatchObject({ status: 'timeout', code: 1301, tookMs: null })
  })

  test.each([
    [1711, {}],
    [1714, {}],
    [1715, {}],
    [1722, {}],
    [1740, {}],
    [10001, { field: 'driver', reason: 'unknown driver type abacus' }],
  ])('that fails with %i gives the reason in both languages, without placeholders', async (code, details) => {
    plant.box.answer = () => ({ status: 'failure', code, details })
    const outcome = await probe()
    expect(outcome).toMatchObject({ status: 'failure', code, value: null })
    const chinese = await server.admin.ask(commandCallback, { uuid: outcome.uuid }, 'zh-cn')
    expect(outcome.msg).toMatch(/[a-z]/)
    expect(chinese.data?.msg).toMatch(/\p{Script=Han}/u)
    expect(outcome.msg + chinese.data?.msg).not.toMatch(/[{}]/)
  })
})

describe('rejected before sending, with the reason:', () => {
  test.each([
    ['an unknown driver type', { driver: { type: 'abacus', params: {} } }, 'type'],
    ['a parameter out of its range', { driver: { ...draft, params: { host: 'plc', port: 0 } } }, 'params.port'],
    ['an address that is none', { point: { ...point, address: 'nowhere' } }, 'point.address'],
    ['a text without its length', { point: { address: '40001', dataType: 'string' } }, 'point.length'],
  ])('%s', async (_, change, field) => {
    const english = await ask(change)
    const chinese = await ask(change, 'zh-cn')
    expect([english.code, chinese.code]).toEqual([10001, 10001])
    expect(english.data).toMatchObject({ field })
    expect(english.msg + chinese.msg).not.toMatch(/[{}]/)
    expect(chinese.msg).toMatch(/\p{Script=Han}/u)
    expect(plant.box.commands).toEqual([])
  })

  test('a gateway without the ability: 1354', async () => {
    const older = abilities.filter((each) => each !== 'probe')
    await plant.box.hello({ abilities: older })
    const answer = await ask()
    expect([answer.code, answer.msg]).toEqual([
      1354,
      'The software of the gateway is too old for this, update it: reading once',
    ])
    expect(await lastOperation()).toMatchObject({ code: 1354, result: 'failure' })
    // Missing abilities for the driver or the variable are named too.
    await plant.box.hello({ abilities: ['probe'] })
    expect(await ask({ point: { address: '40001', dataType: 'uint32', byteOrder: 'CDAB' } })).toMatchObject({
      code: 1354,
    })
    await plant.box.hello()
    expect(plant.box.commands).toEqual([])
  })

  test('a device without gateway: 1102; an unknown driver: 10002; an unknown device: 1101', async () => {
    expect((await ask({ equipmentId: await device(server.admin, 'No gateway') })).code).toBe(1102)
    expect(await lastOperation()).toMatchObject({ code: 1102, result: 'failure' })
    expect((await ask({ driver: null, driverId: 999_999 })).code).toBe(10002)
    expect((await ask({ driver: null })).code).toBe(10002)
    expect((await ask({ equipmentId: 999_999 })).code).toBe(1101)
  })

  test('remote download: 1331; sleeping: 1337; offline: 1304, also if it never connected', async () => {
    await plant.box.hello({ vpn: true })
    expect((await ask()).code).toBe(1331)
    await plant.box.hello()
    const other = await liveSite(server, 'Dozing')
    await other.box.bye(true)
    await eventually(async () => expect((await ask({ equipmentId: other.equipmentId })).code).toBe(1337))
    const absent = await site(server, 'Absent')
    expect((await ask({ equipmentId: absent.equipmentId })).code).toBe(1304)
    expect(await lastOperation()).toMatchObject({ code: 1304, result: 'failure' })
    expect(plant.box.commands).toEqual([])
  })

  test('without permission to edit devices: 90002; another company: 1101, also with the id of our driver', async () => {
    await server.addAccount({ loginname: 'viewer', roleType: 'external' })
    const wanted = { equipmentId: plant.equipmentId, driver: draft, point }
    expect((await (await server.as('viewer', adminPassword)).ask(probePoint, wanted)).code).toBe(90002)
    const other = await server.otherCompany()
    expect((await other.ask(probePoint, wanted)).code).toBe(1101)
    const theirs = { equipmentId: await device(other, 'Theirs'), driverId: plant.driverId, point }
    expect((await other.ask(probePoint, theirs)).code).toBe(10002)
    expect(plant.box.commands).toEqual([])
  })

  test('too many at the same moment: 90003 for all beyond the limit', async () => {
    const many = Array.from({ length: limits.probesPerMinute * 3 }, () => ask())
    const codes = (await Promise.all(many)).map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(limits.probesPerMinute)
    expect(new Set(codes)).toEqual(new Set([200, 90003]))
  })

  test('too many in a minute: 90003, until the minute has passed', async () => {
    for (let count = 0; count < limits.probesPerMinute; count++) await probe()
    expect((await ask()).code).toBe(90003)
    expect(plant.box.commands).toHaveLength(limits.probesPerMinute)
    await aMinuteLater()
    expect(await probe()).toMatchObject({ status: 'success' })
  })
})
