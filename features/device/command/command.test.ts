// Writes to a PLC over HTTP, with a simulated gateway that answers, rejects, stays silent or lies; the test controls
// the clock.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Language } from '../../../contract/errors.ts'
import { EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Value } from '../../../core/data-type.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device, liveSite, type Site, settled, waterSignals } from '../../../testkit/site.ts'
import { unbindGateway } from '../../gateway/binding/contract.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { addProject, addProjectEquips } from '../../project/project/contract.ts'
import { commandCallback, projectCallback, writeProjectValue, writeValue } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
let plant: Site
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
  plant = await liveSite(server, 'Pump station', server.admin, [
    ...waterSignals,
    { name: 'Volume', address: '40300', dataType: 'int64', access: 'rw', scale: 0.001 },
    { name: 'Speed', address: '40310', dataType: 'float32', access: 'rw' },
  ])
})
afterAll(async () => {
  await plant.box[Symbol.asyncDispose]()
  await server.stop()
})

const obedient = () => {
  plant.box.answer = (command) => (command.kind === 'write' ? { value: command.value } : {})
  plant.box.commands.length = 0
}
beforeEach(obedient)

const ask = (name: string, value: Value, change: object = {}, language: Language = 'en') =>
  server.admin.ask(writeValue, { equipmentId: plant.equipmentId, signalId: plant.id(name), value, ...change }, language)
const write = async (name: string, value: Value) => {
  const { code, msg, data } = await ask(name, value)
  if (!data || code !== 200) throw new Error(`${code} ${msg}`)
  return settled(server.admin, data.uuid)
}
const lastOperation = async () => (await server.admin.call(queryOperations, { act: 'write' })).rows[0]
const received = (count: number) => eventually(() => expect(plant.box.commands).toHaveLength(count))

describe('a write', () => {
  test.each([
    ['a number', 'Setpoint', 42, 42],
    ['a number as text', 'Setpoint', '42', 42],
    ['a bool', 'Pump', true, true],
    ['a bool as 0', 'Pump', 0, false],
    ['a text', 'Name', '水 A', '水 A'],
    ['no text, which clears it', 'Name', '', ''],
    ['a scaled number of more digits than a double holds', 'Volume', '9007199254740.993', '9007199254740.993'],
    ['an integer beyond 2^53', 'Total', '18446744073709551615', '18446744073709551615'],
  ])('%s reaches the gateway once and is read back', async (_, name, value, sent) => {
    expect(await write(name, value)).toMatchObject({ status: 'success', code: 200, value: sent, finishedAt: clock.at })
    expect(plant.box.commands).toMatchObject([
      { kind: 'write', equipmentId: plant.equipmentId, signalId: plant.id(name), value: sent },
    ])
    expect(await lastOperation()).toMatchObject({
      objectType: 'equipment',
      objectId: plant.equipmentId,
      after: { signalId: plant.id(name), value },
      result: 'success',
      code: 200,
      loginname: 'admin',
    })
  })

  test('logs the former value', async () => {
    await plant.box.live({ [plant.id('Setpoint')]: 17 })
    await eventually(() => expect(server.platform.live.get(plant.equipmentId, plant.id('Setpoint'))?.value).toBe(17))
    await write('Setpoint', 18)
    expect(await lastOperation()).toMatchObject({ before: { value: 17 }, objectName: 'Pump station / Setpoint' })
  })

  test('includes its expiry', async () => {
    await write('Setpoint', 1)
    expect(plant.box.commands[0]).toMatchObject({ expiresAt: clock.at + limits.commandTtlMs })
  })

  test.each([
    ['read-only', 'Level', 1, 2002],
    ['above the bound', 'Setpoint', 101, 2001],
    ['below the bound', 'Setpoint', -1, 2001],
    ['beyond the type', 'Total', '18446744073709551616', 2001],
    ['a negative of an unsigned', 'Total', -1, 2001],
    ['a fraction of a whole number', 'Setpoint', 1.5, 1716],
    ['a word as a number', 'Setpoint', 'ten', 1716],
    ['an empty number', 'Setpoint', '', 1716],
    ['2 as a bool', 'Pump', 2, 1716],
    ['a number as a text', 'Name', 5, 1716],
    ['a text that is too long', 'Name', 'x'.repeat(11), 2007],
    ['a character its encoding lacks', 'Name', '😀', 2008],
    ['NaN', 'Setpoint', 'NaN', 2010],
    ['a value between two steps', 'Volume', '9007199254740.9925', 2009],
    ['a value beyond a 32-bit float', 'Speed', 1e39, 2001],
  ])('%s is rejected before sending, and logged in both languages', async (_, name, value, code) => {
    const english = await ask(name, value)
    const chinese = await ask(name, value, {}, 'zh-cn')
    expect([english.code, chinese.code]).toEqual([code, code])
    expect(english.msg).toMatch(/^[\x20-\x7e∞“”😀]+$/u)
    expect(english.msg + chinese.msg).not.toMatch(/[{}]/)
    expect(english.msg).not.toMatch(/: *$/)
    expect(chinese.msg).toMatch(/\p{Script=Han}/u)
    expect(plant.box.commands).toEqual([])
    expect(await lastOperation()).toMatchObject({ code, result: 'failure', after: { value } })
  })

  test.each([
    ['a list', [1]],
    ['an object', { value: 1 }],
    ['nothing', null],
    ['a NUL', 'a\u0000'],
  ])('%s is not a valid value', async (_, value) => {
    expect([10001, 1716]).toContain((await ask('Setpoint', value as never)).code)
    expect(plant.box.commands).toEqual([])
  })

  test('rejects an integer that JSON has rounded; the same number as text is exact', async () => {
    expect((await ask('Total', 2 ** 53)).code).toBe(1716)
    expect(plant.box.commands).toEqual([])
  })

  test.each([
    ['NaN', 2010],
    ['-Infinity', 2010],
    ['1e999', 2001],
  ])('%s is answered with %i', async (value, code) => {
    expect((await ask('Setpoint', value)).code).toBe(code)
    expect((await ask('Speed', value)).code).toBe(code)
    expect(plant.box.commands).toEqual([])
  })

  test('digits that an old gateway would round are not sent to it: 1354', async () => {
    await plant.box.hello({ abilities: undefined })
    const answer = await ask('Volume', '9007199254740.993')
    expect([answer.code, answer.msg]).toEqual([
      1354,
      'The software of the gateway is too old for this, update it: numbers of so many digits',
    ])
    expect(await lastOperation()).toMatchObject({ code: 1354, result: 'failure' })
    expect(plant.box.commands).toEqual([])
    expect(await write('Volume', 12.5)).toMatchObject({ status: 'success' })
    await plant.box.hello()
  })

  test('for an unknown variable is 1713, another device 1101, without a gateway 1102', async () => {
    expect((await ask('Setpoint', 1, { signalId: 999_999 })).code).toBe(1713)
    expect((await ask('Setpoint', 1, { equipmentId: 999_999 })).code).toBe(1101)
    const lonely = await device(server.admin, 'No gateway')
    expect((await ask('Setpoint', 1, { equipmentId: lonely })).code).toBe(1713)
  })
})

describe('answers of the gateway', () => {
  test.each([
    ['illegal address', 1715],
    ['illegal data value', 1718],
    ['busy', 1711],
    ['read-only', 1717],
  ])('%s is reported in both languages and logged', async (_, code) => {
    plant.box.answer = () => ({ status: 'failure', code, reason: 'exception of the PLC' })
    const outcome = await write('Setpoint', 1)
    expect(outcome).toMatchObject({ status: 'failure', code, value: null })
    expect(outcome.msg).not.toBe('')
    const chinese = await server.admin.ask(commandCallback, { uuid: outcome.uuid }, 'zh-cn')
    expect(chinese.data?.msg).toMatch(/\p{Script=Han}/u)
    expect(await lastOperation()).toMatchObject({ code, result: 'failure' })
  })

  test.each([
    [2001, { min: '0', max: '40.5' }, 'The value must be between 0 and 40.5', '写入值必须在 0 到 40.5 之间'],
    [
      2007,
      { needed: 12, length: 10 },
      'The text needs 12 bytes and can have at most 10',
      '文本需要 12 字节，最多 10 字节',
    ],
    [2001, undefined, 'The value is out of its limits', '写入值超出限值'],
    [1732, undefined, 'Written, but the PLC reads back another value', '已写入，但回读值不同'],
  ])('%i with the details %o is reported in full', async (code, details, english, chinese) => {
    plant.box.answer = () => ({ status: 'failure', code, ...(details && { details }) })
    const outcome = await write('Setpoint', 1)
    expect(outcome.msg).toBe(english)
    expect((await server.admin.ask(commandCallback, { uuid: outcome.uuid }, 'zh-cn')).data?.msg).toBe(chinese)
  })

  test('an exception stays an exception, with its own code', async () => {
    plant.box.answer = () => ({ status: 'exception', code: 1730 })
    expect(await write('Setpoint', 1)).toMatchObject({ status: 'exception', code: 1730 })
    expect(await lastOperation()).toMatchObject({ code: 1730, result: 'exception' })
  })

  test('a text padded with NUL characters is returned without them', async () => {
    plant.box.answer = () => ({ value: 'AB\u0000\u0000', reason: 'x\u0000' })
    expect(await write('Name', 'AB')).toMatchObject({ status: 'success', value: 'AB' })
  })

  test('a second answer changes nothing', async () => {
    const outcome = await write('Setpoint', 1)
    await plant.box.say('result', { uuid: outcome.uuid, status: 'failure', code: 1715, at: clock.at })
    await server.turn()
    expect(await server.admin.call(commandCallback, { uuid: outcome.uuid })).toMatchObject({ status: 'success' })
  })

  test('without an answer it is 1301 after expiry and grace time, and a late answer corrects the record', async () => {
    plant.box.answer = () => undefined
    const { data } = await ask('Setpoint', 5)
    const uuid = data!.uuid
    await received(1)
    expect(await server.admin.call(commandCallback, { uuid })).toMatchObject({ status: 'waiting', code: 0, msg: '' })
    expect(await lastOperation()).toMatchObject({ result: 'waiting', code: null })
    await plant.box.hello()
    clock.at += limits.commandTtlMs + 4_999
    await server.turn()
    expect((await server.admin.call(commandCallback, { uuid })).status).toBe('waiting')
    clock.at += 2
    await server.turn()
    expect(await server.admin.call(commandCallback, { uuid })).toMatchObject({ status: 'timeout', code: 1301 })
    expect(await lastOperation()).toMatchObject({ result: 'timeout', code: 1301 })
    await plant.box.say('result', { uuid, status: 'success', code: 200, value: 5, at: clock.at })
    await eventually(async () =>
      expect(await server.admin.call(commandCallback, { uuid })).toMatchObject({ status: 'success', value: 5 }),
    )
    expect(await lastOperation()).toMatchObject({ result: 'success', code: 200 })
  })

  test('another gateway cannot answer', async () => {
    await using stranger = (await liveSite(server, 'Stranger')).box
    plant.box.answer = () => undefined
    const { data } = await ask('Setpoint', 5)
    await stranger.say('result', { uuid: data!.uuid, status: 'success', code: 200, value: 6, at: clock.at })
    await server.turn()
    expect((await server.admin.call(commandCallback, { uuid: data!.uuid })).status).toBe('waiting')
    expect(await lastOperation()).toMatchObject({ result: 'waiting' })
  })
})

test('a gateway moved to another company cannot answer commands of the former company', async () => {
  const { data } = await ask('Setpoint', 7)
  const { uuid } = data!
  await settled(server.admin, uuid)
  const { db } = server.platform
  await db.updateTable('command').set({ status: 'timeout', code: 1301 }).where('uuid', '=', uuid).execute()
  await server.otherCompany()
  const ours = {
    orgId: (await db.selectFrom('gateway').select('orgId').where('sn', '=', plant.sn).executeTakeFirstOrThrow()).orgId,
  }
  const theirs = await db
    .selectFrom('organisation')
    .select('id as orgId')
    .where('name', '=', 'Other')
    .executeTakeFirstOrThrow()
  await db.updateTable('gateway').set(theirs).where('sn', '=', plant.sn).execute()
  await plant.box.say('result', { uuid, status: 'success', code: 200, value: 7, at: clock.at })
  await server.turn()
  await db.updateTable('gateway').set(ours).where('sn', '=', plant.sn).execute()
  expect(await server.admin.call(commandCallback, { uuid })).toMatchObject({ status: 'timeout', code: 1301 })
})

describe('the same uuid', () => {
  test('twice writes once, consecutively and concurrently', async () => {
    const uuid = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => ask('Setpoint', 7, { uuid })))
    expect(answers.map(({ data }) => data?.uuid)).toEqual([uuid, uuid, uuid])
    await settled(server.admin, uuid)
    expect((await ask('Setpoint', 7, { uuid })).data).toEqual({ online: true, uuid })
    expect(plant.box.commands).toHaveLength(1)
  })

  test('for another value or variable is rejected and writes nothing', async () => {
    const uuid = randomUUID()
    await ask('Setpoint', 7, { uuid })
    await settled(server.admin, uuid)
    expect((await ask('Setpoint', 8, { uuid })).code).toBe(10002)
    expect((await ask('Pump', true, { uuid })).code).toBe(10002)
    expect(plant.box.commands).toHaveLength(1)
  })

  test('of another company is 10002, for writing and for its outcome', async () => {
    const uuid = randomUUID()
    await ask('Setpoint', 7, { uuid })
    const other = await server.otherCompany()
    expect((await other.ask(commandCallback, { uuid })).code).toBe(10002)
    await using theirs = (await liveSite(server, 'Theirs', other)).box
    const site = theirs.bound!
    const signal = await server.platform.db
      .selectFrom('signal')
      .select(['id', 'name'])
      .where('equipmentId', '=', EquipmentId.parse(site.equipmentId))
      .execute()
    const signalId = signal.find(({ name }) => name === 'Setpoint')!.id
    expect((await other.ask(writeValue, { equipmentId: site.equipmentId, signalId, value: 7, uuid })).code).toBe(10002)
    expect(theirs.commands.filter(({ kind }) => kind === 'write')).toEqual([])
  })

  test('if invalid is 10001', async () => {
    expect(await ask('Setpoint', 7, { uuid: 'x' })).toMatchObject({ code: 10001, data: { field: 'uuid' } })
    expect((await server.admin.ask(commandCallback, { uuid: "' or 1=1" })).code).toBe(10001)
  })
})

describe('a gateway that accepts no commands', () => {
  const refusal = async () => {
    const { code } = await ask('Setpoint', 9)
    expect(await lastOperation()).toMatchObject({ code, result: 'failure', after: { value: 9 } })
    expect(plant.box.commands).toEqual([])
    return code
  }

  test('with open remote download: 1331', async () => {
    await plant.box.hello({ vpn: true })
    expect(await refusal()).toBe(1331)
    await plant.box.hello({ mode: 'download' })
    expect(await refusal()).toBe(1331)
    await plant.box.hello()
  })

  test('asleep: 1337; offline: 1304; nothing is sent after its return', async () => {
    await plant.box.bye(true)
    await eventually(async () => expect(await refusal()).toBe(1337))
    await plant.box.connect()
    plant.box.cut()
    await eventually(async () => expect(await refusal()).toBe(1304))
    await plant.box.connect()
    await server.turn()
    expect(plant.box.commands).toEqual([])
  })

  test('stored as online, as after a restart of the platform, but not connected: 1304 immediately', async () => {
    plant.box.cut()
    await eventually(async () => expect(await refusal()).toBe(1304))
    const leaseUntil = clock.at + limits.commandTtlMs
    await server.platform.db
      .updateTable('gateway')
      .set({ state: 'online', leaseUntil })
      .where('sn', '=', plant.sn)
      .execute()
    expect(await refusal()).toBe(1304)
    await plant.box.connect()
  })
})

test('another company cannot write; an account without the permission gets 90007', async () => {
  const other = await server.otherCompany()
  const target = { equipmentId: plant.equipmentId, signalId: plant.id('Setpoint'), value: 1 }
  expect((await other.ask(writeValue, target)).code).toBe(1101)
  await server.addAccount({ loginname: 'viewer', roleType: 'internal' })
  expect((await (await server.as('viewer', 'Waterworks1')).ask(writeValue, target)).code).toBe(90007)
  expect(plant.box.commands).toEqual([])
})

test('a device without its former gateway answers 1102', async () => {
  const left = await liveSite(server, 'Left alone')
  await server.admin.call(unbindGateway, { equipmentId: left.equipmentId })
  const answer = await server.admin.ask(writeValue, {
    equipmentId: left.equipmentId,
    signalId: left.id('Setpoint'),
    value: 1,
  })
  expect(answer.code).toBe(1102)
  await eventually(() => expect(left.box.commands.at(-1)).toMatchObject({ kind: 'release' }))
  await left.box[Symbol.asyncDispose]()
})

describe('a write through a project', () => {
  test('needs write access to the device; an unknown variable is not found', async () => {
    const { id: projectId } = await server.admin.call(addProject, { name: 'Town', note: null })
    const asked = { projectId, signalId: plant.id('Setpoint'), value: 17 }
    expect((await server.admin.ask(writeProjectValue, asked)).code).toBe(10002)
    await server.admin.call(addProjectEquips, { projectId, equipmentIds: [plant.equipmentId] })
    const { uuid } = await server.admin.call(writeProjectValue, asked)
    await settled(server.admin, uuid)
    expect(await server.admin.call(projectCallback, { uuid })).toMatchObject({ status: 'success', value: 17 })
    expect(plant.box.commands).toMatchObject([{ kind: 'write', equipmentId: plant.equipmentId, value: 17 }])
    expect(await lastOperation()).toMatchObject({ act: 'write', objectId: plant.equipmentId, after: { value: 17 } })
  })

  test('is rejected for users who may only view the device, or cannot see it', async () => {
    const { id: projectId } = await server.admin.call(addProject, { name: 'Town 2', note: null })
    await server.admin.call(addProjectEquips, { projectId, equipmentIds: [plant.equipmentId] })
    const { accountId, ...someone } = await person(server, 'onlooker', { auths: ['monitor:view', 'signal:write'] })
    await server.admin.call(addProjectGrant, { projectId, accountId, loginname: null, mayWrite: true })
    const write = () => someone.ask(writeProjectValue, { projectId, signalId: plant.id('Setpoint'), value: 18 })
    expect(await write()).toMatchObject({ code: 10002, data: { field: 'signalId' } })
    const given = { accountId, equipmentId: plant.equipmentId, loginname: null, mayWrite: false }
    await server.admin.call(addGrant, given)
    expect((await write()).code).toBe(90007)
    expect(plant.box.commands).toEqual([])
  })
})
