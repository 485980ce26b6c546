// Rollouts to virtual gateways, some of which reject the configuration, are offline or raise alarms. Over HTTP, MQTT
// and a real database; the test controls the clock.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EquipmentId } from '../../../contract/fields.ts'
import { alarm } from '../../../testkit/alarms.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { stayOnline } from '../../../testkit/fleet.ts'
import { type FakeGateway, fakeGateway } from '../../../testkit/gateway.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device, newSn, registered } from '../../../testkit/site.ts'
import { type PumpTemplate, pumpTemplate } from '../../../testkit/templates.ts'
import { bindGateway } from '../../gateway/binding/contract.ts'
import { gatewayInfo, startSync } from '../../gateway/gateway/contract.ts'
import { pageInfo, savePage } from '../../page/page/contract.ts'
import { deletePage, queryPages } from '../../page/page-list/contract.ts'
import { savePagePassword } from '../../page/page-password/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryConfig } from '../config/contract.ts'
import { saveSignals } from '../signal/contract.ts'
import { bindTemplate, queryTemplateMarks } from '../template-binding/contract.ts'
import {
  cancelRollout,
  type DeviceState,
  editRollout,
  forceRolloutDevice,
  pauseRollout,
  planRollout,
  queryRolloutDevices,
  queryRollouts,
  type RolloutId,
  resumeRollout,
  retryRolloutDevice,
  rolloutInfo,
  skipRolloutDevice,
  startRollout,
  takeBackRollout,
} from './contract.ts'

let server: TestServer
const clock = { ahead: 0 }
const now = () => Date.now() + clock.ahead
beforeAll(async () => {
  server = await testServer({ now })
})
const boxes: { box: FakeGateway }[] = []
const online = stayOnline(boxes)
afterAll(async () => {
  online[Symbol.dispose]()
  for (const { box } of boxes) await box[Symbol.asyncDispose]()
  await server.stop()
})
beforeEach(() => {
  made += 1
})

let made = 0
type Machine = { equipmentId: EquipmentId; box: FakeGateway }

/** A device that follows the template, with a gateway whose configuration matches. */
async function machine(template: PumpTemplate, name: string): Promise<Machine> {
  const sn = newSn()
  const { code, secret } = await registered(server.admin, sn)
  const equipmentId = await device(server.admin, name)
  await server.admin.call(bindTemplate, { equipmentId, templateId: template.id })
  const { gatewayId } = await server.admin.call(bindGateway, { equipmentId, sn, code })
  const box = fakeGateway({ port: server.mqttPort, sn, secret, now })
  boxes.push({ box })
  await box.connect()
  await server.admin.call(startSync, { id: gatewayId })
  await eventually(async () => expect((await gatewayOf(equipmentId)).consistency).toBe('match'))
  return { equipmentId, box }
}

/** Advances the clock; gateways report that they are still online. */
async function later(ms: number, machines: readonly Machine[]): Promise<void> {
  clock.ahead += ms
  for (const { box } of machines) await box.hello()
}

const gatewayOf = (equipmentId: EquipmentId) => server.admin.call(gatewayInfo, { equipmentId })
const titleOf = async (equipmentId: EquipmentId) =>
  (await server.admin.call(queryConfig, { equipmentId })).config.signals[0]!.title
const isSame = async (equipmentId: EquipmentId) =>
  (await server.admin.call(queryTemplateMarks, { equipmentIds: [equipmentId] }))[0]?.isSame

async function fleet(count: number) {
  const template = await pumpTemplate(server.admin, `Fleet ${made}`)
  const machines: Machine[] = []
  for (let at = 0; at < count; at += 1) machines.push(await machine(template, `Fleet ${made} no ${at + 1}`))
  return { template, machines }
}

/** Saves another template version: a new title and address of a variable, and a new page. */
async function change({ equipmentId }: PumpTemplate, title = 'New title') {
  const { version, config } = await server.admin.call(queryConfig, { equipmentId })
  const save = [{ ...config.signals[0]!, title, address: '40021' }]
  const saved = await server.admin.call(saveSignals, { equipmentId, version, save, remove: [] })
  await server.admin.call(savePage, { equipmentId, title: `Page ${title}`, json: '{"widgets":[]}' })
  return saved.version
}

const settings = { canary: 1, waveSize: 2, waitS: 0, stopShare: 20, watchS: 0, rollBack: true }

async function begin(template: PumpTemplate, machines: readonly Machine[], more: Partial<typeof settings> = {}) {
  const templateVersion = await change(template)
  const equipmentIds = machines.map(({ equipmentId }) => equipmentId)
  const of = { templateId: template.id, templateVersion, equipmentIds }
  return (await server.admin.call(startRollout, { ...of, ...settings, ...more })).id
}

const statesOf = async (id: RolloutId): Promise<DeviceState[]> =>
  (await server.admin.call(rolloutInfo, { id })).waves.flatMap(({ devices }) => devices.map(({ state }) => state))
const statusOf = async (id: RolloutId) => (await server.admin.call(rolloutInfo, { id })).status

/** Runs the rollout job repeatedly until the rollout has this state. */
async function until(id: RolloutId, status: string, states?: DeviceState[]): Promise<void> {
  await eventually(async () => {
    await server.turn()
    expect([await statusOf(id), states && (await statesOf(id))]).toEqual([status, states])
  })
}

const refuse = (box: FakeGateway) => {
  box.answer = (command) =>
    command.kind === 'configure' ? { status: 'failure', code: 1320, reason: 'illegal address' } : {}
}

describe('a rollout', () => {
  test('applies the template to pilot devices, then wave by wave, until all have it', async () => {
    const { template, machines } = await fleet(4)
    const templateVersion = await change(template)
    const plan = await server.admin.call(planRollout, { templateId: template.id })
    expect(plan).toMatchObject({ templateVersion, plans: [{ devices: 4, added: 0, changed: 1, removed: 0, pages: 2 }] })
    expect(plan.devices.map(({ plan: no, isSame }) => [no, isSame])).toEqual(machines.map(() => [0, false]))
    const equipmentIds = machines.map(({ equipmentId }) => equipmentId)
    const of = { templateId: template.id, templateVersion, equipmentIds }
    const { id } = await server.admin.call(startRollout, { ...of, ...settings, waitS: 600 })
    const { waves } = await server.admin.call(rolloutInfo, { id })
    expect(waves.map(({ wave, devices }) => [wave, devices.length])).toEqual([
      [0, 1],
      [1, 2],
      [2, 1],
    ])
    await until(id, 'running', ['complete', 'waiting', 'waiting', 'waiting'])
    await server.turn()
    expect(await titleOf(machines[0]!.equipmentId)).toBe('New title')
    expect(await titleOf(machines[1]!.equipmentId)).toBe('Level')
    await later(601_000, machines)
    await until(id, 'running', ['complete', 'complete', 'complete', 'waiting'])
    await server.turn()
    await later(601_000, machines)
    await until(id, 'done', ['complete', 'complete', 'complete', 'complete'])
    for (const { equipmentId } of machines) {
      expect([await isSame(equipmentId), (await gatewayOf(equipmentId)).consistency]).toEqual([true, 'match'])
      expect(await server.admin.call(queryPages, { equipmentId })).toHaveLength(2)
    }
    const { rows } = await server.admin.call(queryRollouts, { templateId: template.id })
    expect(rows).toMatchObject([{ id, status: 'done', counts: { complete: 4 }, author: 'admin' }])
  })

  test('stops when too many gateways reject it, and rolls these back', async () => {
    const { template, machines } = await fleet(4)
    const [, second, third] = machines
    refuse(second!.box)
    const before = await server.admin.call(queryConfig, { equipmentId: second!.equipmentId })
    const id = await begin(template, machines)
    await until(id, 'paused', ['complete', 'rolledBack', 'complete', 'waiting'])
    expect(await server.admin.call(rolloutInfo, { id })).toMatchObject({ pausedWhy: 'failures', wave: 1 })
    const after = await server.admin.call(queryConfig, { equipmentId: second!.equipmentId })
    expect(after.config).toEqual(before.config)
    expect(await server.admin.call(queryPages, { equipmentId: second!.equipmentId })).toHaveLength(1)
    expect(await gatewayOf(second!.equipmentId)).toMatchObject({ consistency: 'match' })
    expect(await isSame(second!.equipmentId)).toBe(false)
    const { rows } = await server.admin.call(queryRolloutDevices, { id, show: 'failed' })
    expect(rows).toMatchObject([{ equipmentId: second!.equipmentId, state: 'rolledBack', code: 1320 }])
    expect(rows[0]!.reason).toContain('illegal address')
    const log = await server.admin.call(queryOperations, { keyword: `Fleet ${made} no 2` })
    expect(log.rows.map(({ act }) => act)).toContain('takeBack')

    // A user retries the device and resumes, then forces it.
    await server.admin.call(retryRolloutDevice, { id, equipmentId: second!.equipmentId })
    await server.admin.call(resumeRollout, { id })
    await until(id, 'done', ['complete', 'rolledBack', 'complete', 'complete'])
    expect(await isSame(third!.equipmentId)).toBe(true)
    await server.admin.call(forceRolloutDevice, { id, equipmentId: second!.equipmentId })
    await until(id, 'done', ['complete', 'failed', 'complete', 'complete'])
    expect(await titleOf(second!.equipmentId)).toBe('New title')
    second!.box.answer = () => ({})
    await server.admin.call(retryRolloutDevice, { id, equipmentId: second!.equipmentId })
    await until(id, 'done', ['complete', 'complete', 'complete', 'complete'])
    expect(await isSame(second!.equipmentId)).toBe(true)
  })

  test('a severe alarm soon afterwards counts as a failure: the gateway gets its former configuration', async () => {
    const { template, machines } = await fleet(2)
    const [first] = machines
    const id = await begin(template, machines, { watchS: 60, stopShare: 0 })
    await until(id, 'running', ['watching', 'waiting'])
    const { config } = await server.admin.call(queryConfig, { equipmentId: first!.equipmentId })
    await alarm(server.platform.db, { ruleId: config.alarms[0]!.id, raisedAt: now() })
    await until(id, 'paused', ['rolledBack', 'waiting'])
    expect(await titleOf(first!.equipmentId)).toBe('Level')
    expect((await gatewayOf(first!.equipmentId)).consistency).toBe('match')
    const { rows } = await server.admin.call(queryRolloutDevices, { id, show: 'failed' })
    expect(rows).toMatchObject([{ code: 1142 }])
    expect(rows[0]!.reason).toContain('High level')
  })

  test('an offline gateway delays no others, and gets the template when it is back', async () => {
    const { template, machines } = await fleet(3)
    const [, second] = machines
    await second!.box.bye()
    await eventually(async () => expect((await gatewayOf(second!.equipmentId)).state).toBe('offline'))
    const id = await begin(template, machines, { canary: 0, waveSize: 2 })
    await until(id, 'running', ['complete', 'waiting', 'complete'])
    await second!.box.connect()
    await until(id, 'done', ['complete', 'complete', 'complete'])
  })

  test('a sent command is not sent again while its answer is pending', async () => {
    const { template, machines } = await fleet(1)
    const [first] = machines
    first!.box.answer = () => undefined
    const id = await begin(template, machines)
    await until(id, 'running', ['sent'])
    const sent = first!.box.commands.filter(({ kind }) => kind === 'configure').length
    for (let turn = 0; turn < 3; turn += 1) await server.turn()
    expect(first!.box.commands.filter(({ kind }) => kind === 'configure')).toHaveLength(sent)
    const waiting = first!.box.commands.at(-1)!
    await first!.box.say('result', { uuid: waiting.uuid, status: 'success', code: 200, at: now() })
    await until(id, 'done', ['complete'])
  })
})

describe('a user', () => {
  test('can pause, resume and cancel a rollout, and skip devices', async () => {
    const { template, machines } = await fleet(3)
    const id = await begin(template, machines, { canary: 0, waveSize: 1, waitS: 3600 })
    await until(id, 'running', ['complete', 'waiting', 'waiting'])
    await server.admin.call(pauseRollout, { id })
    expect((await server.admin.ask(pauseRollout, { id })).code).toBe(10008)
    await later(3_601_000, machines)
    await server.turn()
    expect(await statesOf(id)).toEqual(['complete', 'waiting', 'waiting'])
    await server.admin.call(skipRolloutDevice, { id, equipmentId: machines[1]!.equipmentId })
    expect((await server.admin.ask(retryRolloutDevice, { id, equipmentId: machines[1]!.equipmentId })).code).toBe(10008)
    await server.admin.call(resumeRollout, { id })
    await server.turn()
    await server.admin.call(cancelRollout, { id })
    expect(await statusOf(id)).toBe('cancelled')
    expect((await server.admin.ask(resumeRollout, { id })).code).toBe(10008)
  })

  test('can roll back all devices', async () => {
    const { template, machines } = await fleet(2)
    const id = await begin(template, machines)
    await until(id, 'done', ['complete', 'complete'])
    await server.admin.call(takeBackRollout, { id })
    await until(id, 'cancelled', ['rolledBack', 'rolledBack'])
    for (const { equipmentId } of machines) {
      expect([await titleOf(equipmentId), (await gatewayOf(equipmentId)).consistency]).toEqual(['Level', 'match'])
      expect(await server.admin.call(queryPages, { equipmentId })).toHaveLength(1)
    }
  })

  test('cannot start a rollout of an old version, to other devices, or to a device in another rollout', async () => {
    const { template, machines } = await fleet(1)
    const [first] = machines
    first!.box.answer = () => undefined
    const stranger = await device(server.admin, `Stranger ${made}`)
    const of = { templateId: template.id, ...settings }
    const templateVersion = await change(template)
    const ask = (more: object) =>
      server.admin.ask(startRollout, { ...of, templateVersion, equipmentIds: [first!.equipmentId], ...more })
    expect((await ask({ templateVersion: templateVersion - 1 })).code).toBe(10004)
    expect((await ask({ equipmentIds: [first!.equipmentId, stranger] })).code).toBe(1109)
    const { code, data } = await ask({})
    expect(code).toBe(200)
    expect((await ask({})).code).toBe(1141)
    // The template is saved after the plan was made.
    const second = await machine(template, `Late ${made}`)
    expect(second.equipmentId).toBeGreaterThan(0)
    await change(template, 'Saved meanwhile')
    await server.turn()
    expect(await server.admin.call(rolloutInfo, { id: data!.id })).toMatchObject({
      status: 'paused',
      pausedWhy: 'template',
    })
  })
})

describe('pages', () => {
  const page = (equipmentId: EquipmentId, title: string, pageId?: number) => {
    const position = { x: 0, y: 0, width: 100, height: 30, rotate: 0 }
    const clickEvent = { type: 'page', pageId, equipPageId: pageId }
    const widgets = pageId === undefined ? [] : [{ id: 'a', widgetType: 'DataText', position, clickEvent }]
    return server.admin.call(savePage, { equipmentId, title, json: JSON.stringify({ widgets }) })
  }
  const listOf = (equipmentId: EquipmentId) => server.admin.call(queryPages, { equipmentId })

  test('saved in the template after the plan pause the rollout, and it cannot be resumed', async () => {
    const { template, machines } = await fleet(2)
    const id = await begin(template, machines, { canary: 1, waitS: 3600 })
    await until(id, 'running', ['complete', 'waiting'])
    await page(template.equipmentId, 'Saved meanwhile')
    await server.turn()
    expect(await server.admin.call(rolloutInfo, { id })).toMatchObject({ status: 'paused', pausedWhy: 'template' })
    expect((await server.admin.ask(resumeRollout, { id })).code).toBe(10008)
    expect(await listOf(machines[1]!.equipmentId)).toHaveLength(1)
  })

  test('count as changes of a plan, and a rollout starts only with the state that was planned', async () => {
    const { template, machines } = await fleet(1)
    const { templateVersion, templateStamp } = await server.admin.call(planRollout, { templateId: template.id })
    await page(template.equipmentId, 'More')
    const plan = await server.admin.call(planRollout, { templateId: template.id })
    expect(plan).toMatchObject({ templateVersion, plans: [{ devices: 1, added: 0, changed: 0, pages: 1 }] })
    const equipmentIds = machines.map(({ equipmentId }) => equipmentId)
    const of = { templateId: template.id, templateVersion, equipmentIds, ...settings }
    expect((await server.admin.ask(startRollout, { ...of, templateStamp })).code).toBe(10004)
    expect((await server.admin.ask(startRollout, { ...of, versions: [999] })).code).toBe(10004)
    expect((await server.admin.ask(startRollout, { ...of, templateStamp: plan.templateStamp })).code).toBe(200)
  })

  test('deleted by a rollout return with their password on rollback, and links lead to them again', async () => {
    const template = await pumpTemplate(server.admin, `Fleet ${made}`)
    const old = await page(template.equipmentId, 'Old')
    const { equipmentId } = await machine(template, `Fleet ${made} no 1`)
    const before = (await listOf(equipmentId)).find(({ title }) => title === 'Old')!
    await server.admin.call(savePagePassword, { id: before.id, password: 'Pump47' })
    const mine = await page(equipmentId, 'Mine', before.id)
    await server.admin.call(deletePage, { id: old.id })
    const { templateVersion } = await server.admin.call(planRollout, { templateId: template.id })
    const of = { templateId: template.id, templateVersion, equipmentIds: [equipmentId], ...settings }
    const { id } = await server.admin.call(startRollout, of)
    await until(id, 'done', ['complete'])
    expect((await listOf(equipmentId)).map(({ title }) => title)).not.toContain('Old')
    await server.admin.call(takeBackRollout, { id })
    await until(id, 'cancelled', ['rolledBack'])
    const after = (await listOf(equipmentId)).find(({ title }) => title === 'Old')!
    expect(after).toMatchObject({ isLocked: true })
    const { content } = await server.admin.call(pageInfo, { id: mine.id })
    expect(content.widgets[0]).toMatchObject({ clickEvent: { pageId: after.id } })
  })
})

describe('a platform stopped between saving and sending', () => {
  /** The state after a crash between saving and sending. */
  async function stoppedBetween() {
    const { template, machines } = await fleet(1)
    const [{ box, equipmentId }] = machines as [Machine]
    box.answer = () => undefined
    const id = await begin(template, machines)
    await until(id, 'running', ['sent'])
    await box.bye()
    await eventually(async () => expect((await gatewayOf(equipmentId)).state).toBe('offline'))
    const row = { state: 'waiting', uuid: null } as const
    await server.platform.db.updateTable('rolloutDevice').set(row).where('rolloutId', '=', id).execute()
    box.answer = () => ({})
    return { id, box, equipmentId }
  }

  test('sends the configuration to the gateway when the rollout is cancelled', async () => {
    const { id, box, equipmentId } = await stoppedBetween()
    await server.admin.call(cancelRollout, { id })
    await box.connect()
    await until(id, 'cancelled', ['complete'])
    expect(await gatewayOf(equipmentId)).toMatchObject({ consistency: 'match' })
    expect(await titleOf(equipmentId)).toBe('New title')
  })

  test('restores the device when all devices are rolled back', async () => {
    const { id, box, equipmentId } = await stoppedBetween()
    await server.admin.call(takeBackRollout, { id })
    await box.connect()
    await until(id, 'cancelled', ['rolledBack'])
    expect(await gatewayOf(equipmentId)).toMatchObject({ consistency: 'match' })
    expect(await titleOf(equipmentId)).toBe('Level')
  })
})

test('settings of a running rollout can be changed, and the log has both values', async () => {
  const { template, machines } = await fleet(2)
  const id = await begin(template, machines, { canary: 1, waitS: 3600 })
  const { canary: _, waveSize: __, ...now } = settings
  await server.admin.call(editRollout, { id, ...now, stopShare: 50 })
  expect((await server.admin.call(rolloutInfo, { id })).settings).toMatchObject({ waitS: 0, stopShare: 50 })
  await until(id, 'done', ['complete', 'complete'])
  const log = await server.admin.call(queryOperations, { keyword: `Fleet ${made}` })
  const row = log.rows.find(({ act }) => act === 'editRollout')
  expect(row).toMatchObject({ before: { waitS: 3600, stopShare: 20 }, after: { waitS: 0, stopShare: 50 } })
  expect((await server.admin.ask(editRollout, { id, ...now })).code).toBe(10008)
})
