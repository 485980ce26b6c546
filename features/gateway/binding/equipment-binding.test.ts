// Claiming and binding of gateways over HTTP; the test controls the clock.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from '../../../testkit/people.ts'
import { adminPassword, type TestServer, testServer } from '../../../testkit/server.ts'
import { device, newSn, registered } from '../../../testkit/site.ts'
import { pumpTemplate } from '../../../testkit/templates.ts'
import { deleteEquipment, equipmentInfo } from '../../device/equipment/contract.ts'
import { bindTemplate } from '../../device/template-binding/contract.ts'
import { confirmPassword } from '../../people/login/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryGateways, releaseGateway } from '../gateway/contract.ts'
import { bindGateway, claimGateway, unbindGateway } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
const hour = 3600_000
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
})
afterAll(() => server.stop())

const log = async (keyword: string) => (await server.admin.call(queryOperations, { keyword })).rows
const stateOf = (id: number) => server.admin.call(equipmentInfo, { id })
/** Returns a code that differs from the given one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('claiming', () => {
  test('by SN and code adds the gateway to the list of the company', async () => {
    const { sn, code } = await registered(server.admin)
    const { id } = await server.admin.call(claimGateway, { sn: sn.toLowerCase(), code })
    expect((await server.admin.call(queryGateways, { keyword: sn })).rows[0]).toMatchObject({
      id,
      consistency: 'unbound',
    })
    expect((await log(sn))[0]).toMatchObject({ act: 'claim', objectId: id, result: 'success' })
  })

  test('a wrong code, an unknown SN and a claimed gateway get the same answer, 1103', async () => {
    const { sn, code } = await registered(server.admin)
    expect((await server.admin.ask(claimGateway, { sn, code: wrong(code) })).code).toBe(1103)
    expect((await server.admin.ask(claimGateway, { sn: newSn(), code })).code).toBe(1103)
    await server.admin.call(claimGateway, { sn, code })
    const other = await server.otherCompany()
    expect((await other.ask(claimGateway, { sn, code })).code).toBe(1103)
    expect((await log(sn)).map(({ act }) => act)).toEqual(['claim', 'claimFailed', 'register'])
    clock.at += hour
  })

  test.each(['12345', '1234567', 'abcdef', '١٢٣٤٥٦'])('with %s as code is 10001', async (code) => {
    expect(await server.admin.ask(claimGateway, { sn: newSn(), code })).toMatchObject({
      code: 10001,
      data: { field: 'code' },
    })
  })

  test('fails with 1005 after five wrong tries, even for the right code, until an hour has passed', async () => {
    const { sn, code } = await registered(server.admin)
    for (let i = 0; i < 5; i += 1) {
      expect((await server.admin.ask(claimGateway, { sn, code: wrong(code) })).code).toBe(1103)
    }
    expect((await server.admin.ask(claimGateway, { sn, code })).code).toBe(1005)
    clock.at += hour
    expect((await server.admin.ask(claimGateway, { sn, code })).code).toBe(200)
  })

  test('counts fifty concurrent tries as five', async () => {
    const { sn, code } = await registered(server.admin)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => server.admin.ask(claimGateway, { sn, code: wrong(code) })),
    )
    expect(answers.filter((answer) => answer.code === 1103)).toHaveLength(5)
    expect(answers.filter((answer) => answer.code === 1005)).toHaveLength(45)
    clock.at += hour
  })

  test('does not count successful tries', async () => {
    for (let i = 0; i < 7; i += 1) {
      const { sn, code } = await registered(server.admin)
      expect((await server.admin.ask(claimGateway, { sn, code })).code).toBe(200)
    }
  })

  test('by two companies at the same moment succeeds for one', async () => {
    const { sn, code } = await registered(server.admin)
    const other = await server.otherCompany()
    const answers = await Promise.all([server.admin, other].map((who) => who.ask(claimGateway, { sn, code })))
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([200, 1103])
    clock.at += hour
  })
})

describe('binding', () => {
  test('claims and binds an unclaimed gateway by its code', async () => {
    const { sn, code } = await registered(server.admin)
    const equipmentId = await device(server.admin, 'Tank 1')
    const { gatewayId } = await server.admin.call(bindGateway, { equipmentId, sn, code })
    expect(await stateOf(equipmentId)).toMatchObject({ gatewayId, sn, state: 'offline' })
    expect((await log('Tank 1'))[0]).toMatchObject({ act: 'bind', after: { sn, gatewayId } })
  })

  test('a new gateway by its code is possible for an account that sees only its own devices', async () => {
    const engineer = await person(server, 'binder', { auths: ['equipment:edit', 'equipment:add'], dataRange: 'own' })
    const equipmentId = await device(engineer, 'Own pump')
    const { sn, code } = await registered(server.admin)
    const { gatewayId } = await engineer.call(bindGateway, { equipmentId, sn, code })
    expect(await stateOf(equipmentId)).toMatchObject({ gatewayId })
  })

  test('needs no code for a gateway of the organisation, and a code for others', async () => {
    const ours = await registered(server.admin)
    await server.admin.call(claimGateway, { sn: ours.sn, code: ours.code })
    const unclaimed = await registered(server.admin)
    const equipmentId = await device(server.admin, 'Tank 2')
    expect((await server.admin.ask(bindGateway, { equipmentId, sn: unclaimed.sn })).code).toBe(1103)
    expect((await server.admin.ask(bindGateway, { equipmentId, sn: ours.sn })).code).toBe(200)
  })

  test('a second gateway to a device is 1108', async () => {
    const [one, two] = [await registered(server.admin), await registered(server.admin)]
    const equipmentId = await device(server.admin, 'Tank 3')
    await server.admin.call(bindGateway, { equipmentId, sn: one.sn, code: one.code })
    expect((await server.admin.ask(bindGateway, { equipmentId, sn: two.sn, code: two.code })).code).toBe(1108)
    expect((await server.admin.call(queryGateways, { keyword: two.sn })).total).toBe(0)
  })

  test('a gateway to a second device is 1103, and does not count as a try', async () => {
    const { sn, code } = await registered(server.admin)
    await server.admin.call(bindGateway, { equipmentId: await device(server.admin, 'Tank 4'), sn, code })
    const second = await device(server.admin, 'Tank 5')
    for (let i = 0; i < 7; i += 1) {
      expect((await server.admin.ask(bindGateway, { equipmentId: second, sn, code })).code).toBe(1103)
    }
    expect((await stateOf(second)).gatewayId).toBeNull()
  })

  test('a gateway to two devices at the same moment succeeds for one; the other gets 1103', async () => {
    const { sn, code } = await registered(server.admin)
    await server.admin.call(claimGateway, { sn, code })
    const devices = [await device(server.admin, 'Race 1'), await device(server.admin, 'Race 2')]
    const answers = await Promise.all(
      [...devices, ...devices].map((equipmentId) => server.admin.ask(bindGateway, { equipmentId, sn })),
    )
    const codes = answers.map((answer) => answer.code).sort((a, b) => a - b)
    expect(codes[0]).toBe(200)
    for (const code of codes.slice(1)) expect([1103, 1108]).toContain(code)
  })

  test('two gateways to a device at the same moment succeeds for one; the other gets 1108', async () => {
    const boxes = [await registered(server.admin), await registered(server.admin)]
    for (const { sn, code } of boxes) await server.admin.call(claimGateway, { sn, code })
    const equipmentId = await device(server.admin, 'Race 3')
    const answers = await Promise.all(boxes.map(({ sn }) => server.admin.ask(bindGateway, { equipmentId, sn })))
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([200, 1108])
  })

  test('a device that is deleted at the same moment ends as deleted or bound, never both', async () => {
    const { sn, code } = await registered(server.admin)
    await server.admin.call(claimGateway, { sn, code })
    const equipmentId = await device(server.admin, 'Race 4')
    const [bound, deleted] = await Promise.all([
      server.admin.ask(bindGateway, { equipmentId, sn }),
      server.admin.ask(deleteEquipment, { id: equipmentId }),
    ])
    expect([
      [200, 1108],
      [1101, 200],
    ]).toContainEqual([bound.code, deleted.code])
  })
})

describe('unbinding', () => {
  test('frees both, and the gateway can be bound to another device', async () => {
    const { sn, code } = await registered(server.admin)
    const first = await device(server.admin, 'Old tank')
    await server.admin.call(bindGateway, { equipmentId: first, sn, code })
    await server.admin.call(unbindGateway, { equipmentId: first })
    expect((await stateOf(first)).gatewayId).toBeNull()
    expect((await log('Old tank'))[0]).toMatchObject({ act: 'unbind', before: { sn } })
    const second = await device(server.admin, 'New tank')
    expect((await server.admin.ask(bindGateway, { equipmentId: second, sn })).code).toBe(200)
    const bindings = await server.platform.db
      .selectFrom('binding')
      .select(['equipmentId', 'unboundAt'])
      .where('equipmentId', 'in', [first, second])
      .orderBy('id')
      .execute()
    expect(bindings).toEqual([
      { equipmentId: first, unboundAt: clock.at },
      { equipmentId: second, unboundAt: null },
    ])
  })

  test('a device without a gateway answers 1102, an unknown device 1101', async () => {
    const equipmentId = await device(server.admin, 'Lonely')
    expect((await server.admin.ask(unbindGateway, { equipmentId })).code).toBe(1102)
    expect((await server.admin.ask(unbindGateway, { equipmentId: 999_999 })).code).toBe(1101)
  })
})

test('claiming a released gateway creates new secrets, or fails entirely', async () => {
  const first = await registered(server.admin)
  const { id } = await server.admin.call(claimGateway, first)
  await server.admin.call(confirmPassword, { password: adminPassword })
  const { code } = await server.admin.call(releaseGateway, { id })
  const { seal } = server.platform
  server.platform.seal = () => {
    throw new Error('no key')
  }
  expect((await server.admin.ask(claimGateway, { sn: first.sn, code })).code).toBe(90099)
  server.platform.seal = seal
  expect(await server.admin.call(claimGateway, { sn: first.sn, code })).toMatchObject({
    id,
    secret: expect.not.stringContaining(first.secret),
  })
})

test('a released gateway that cannot be bound is not claimed, and its code stays valid', async () => {
  const { sn, code: first } = await registered(server.admin)
  const { id } = await server.admin.call(claimGateway, { sn, code: first })
  await server.admin.call(confirmPassword, { password: adminPassword })
  const { code } = await server.admin.call(releaseGateway, { id })
  const equipmentId = await device(server.admin, 'Other series')
  const template = await pumpTemplate(server.admin, 'Series ZZ', { series: 'ZZ' })
  await server.admin.call(bindTemplate, { equipmentId, templateId: template.id })
  expect((await server.admin.ask(bindGateway, { equipmentId, sn, code })).code).toBe(1107)
  expect((await server.admin.call(queryGateways, { keyword: sn })).total).toBe(0)
  const { act } = (await log(sn))[0]!
  expect(act).toBe('release')
  const fresh = await server.admin.call(claimGateway, { sn, code })
  expect(fresh).toMatchObject({ id, secret: expect.any(String), code: expect.stringMatching(/^\d{6}$/) })
})

test('another company can neither bind nor unbind our gateway until it is released', async () => {
  const { sn, code } = await registered(server.admin)
  const equipmentId = await device(server.admin, 'Ours')
  const { gatewayId } = await server.admin.call(bindGateway, { equipmentId, sn, code })
  const other = await server.otherCompany()
  const theirs = await device(other, 'Theirs')
  expect((await other.ask(unbindGateway, { equipmentId })).code).toBe(1101)
  expect((await other.ask(bindGateway, { equipmentId, sn, code })).code).toBe(1101)
  expect((await other.ask(bindGateway, { equipmentId: theirs, sn, code })).code).toBe(1103)
  expect(await stateOf(equipmentId)).toMatchObject({ gatewayId })

  await server.admin.call(unbindGateway, { equipmentId })
  await server.admin.call(confirmPassword, { password: adminPassword })
  const released = await server.admin.call(releaseGateway, { id: gatewayId })
  expect((await other.ask(bindGateway, { equipmentId: theirs, sn, code })).code).toBe(1103)
  const bound = await other.call(bindGateway, { equipmentId: theirs, sn, code: released.code })
  expect([bound.secret, bound.code]).toEqual([expect.any(String), expect.stringMatching(/^\d{6}$/)])
})
