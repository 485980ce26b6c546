// Firmware over HTTP, and staged upgrades of simulated gateways; the test controls clock and jobs.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BoxOrder, BoxTold, SignedUpgrade } from '../../../contract/box.ts'
import { signerOf } from '../../../contract/firmware-signature.ts'
import { limits } from '../../../contract/limits.ts'
import { toldByBox } from '../../../testkit/box-told.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { adminPassword, type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site, site } from '../../../testkit/site.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { boxInfo } from '../box/contract.ts'
import {
  addFirmware,
  changeRun,
  deleteFirmware,
  editFirmware,
  gatewayFirmware,
  queryFirmware,
  queryHardwareBySn,
  queryModels,
  queryRuns,
  queryUpgradable,
  replaceSigningKey,
  runInfo,
  signingKey,
  startRun,
  upgradeGateway,
} from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => clock.at })
})
afterAll(() => server.stop())

const model = 'GH-Linux'
const content = randomBytes(250_000)
const sha256 = createHash('sha256').update(content).digest('hex')
const add = (version: string, more: object = {}) =>
  server.admin.ask(addFirmware, {
    ...{ model, version, fileName: 'agent.mjs', file: content.toString('base64'), ...more },
  })
const added = async (version: string) => (await add(version)).data!.id

const idle = (version: string): BoxTold['firmware'] => ({
  ...{ version, phase: 'idle', target: null, loaded: 0, bytes: 0, failed: null },
})
/** Sends a firmware report of the gateway, and runs the jobs once. */
async function tells({ box, gatewayId }: Site, firmware: BoxTold['firmware']): Promise<void> {
  clock.at += 1000
  await box.say('box', { at: clock.at, box: { ...toldByBox, firmware } })
  await eventually(async () =>
    expect((await server.admin.call(boxInfo, { id: gatewayId })).box?.firmware).toEqual(firmware),
  )
  await server.turn()
}
async function gateways(prefix: string, count: number, version = '1'): Promise<Site[]> {
  const made: Site[] = []
  for (let index = 1; index <= count; index += 1) {
    const one = await liveSite(server, `${prefix} ${index}`)
    await tells(one, idle(version))
    made.push(one)
  }
  return made
}
type Upgrade = Extract<BoxOrder, { act: 'upgrade' }>
const orderOf = ({ box }: Site): Upgrade | undefined => {
  const orders = box.commands.flatMap((command) =>
    command.kind === 'box' && command.order.act === 'upgrade' ? [command.order] : [],
  )
  return orders.at(-1)
}
const info = (id: Parameters<typeof runInfo.input.parse>[0]) => server.admin.call(runInfo, id as never)
const statesOf = async (id: number) =>
  Object.fromEntries((await info({ id })).items.map(({ sn, state }) => [sn, state]))

describe('versions', () => {
  test('are added with their hash, listed, annotated and deleted', async () => {
    const { data } = await add('1.0.0', { notes: 'first', sha256 })
    expect(data).toMatchObject({ sizeBytes: content.length, sha256 })
    await server.admin.call(editFirmware, { id: data!.id, notes: 'the very first' })
    const { rows } = await server.admin.call(queryFirmware, { model })
    expect(rows[0]).toMatchObject({ model, version: '1.0.0', notes: 'the very first', sha256, gateways: 0 })
    expect(await server.admin.call(queryModels, {})).toEqual(expect.any(Array))
    await server.admin.call(deleteFirmware, { id: data!.id })
    expect((await server.admin.call(queryFirmware, { model })).total).toBe(0)
  })

  test('that are invalid are rejected with their field', async () => {
    expect(await add('1.0.1', { sha256: '0'.repeat(64) })).toMatchObject({ code: 10001, data: { field: 'sha256' } })
    expect(await add('1.0 1')).toMatchObject({ code: 10001, data: { field: 'version' } })
    expect(await add('1.0.1', { file: '=' })).toMatchObject({ code: 10001, data: { field: 'file' } })
    await added('1.0.2')
    expect(await add('1.0.2')).toMatchObject({ code: 10003, data: { field: 'version' } })
  })

  test('belong to the platform; a company sees only the newest one for its gateways', async () => {
    const other = await server.otherCompany()
    expect((await other.ask(queryFirmware, {})).code).toBe(90002)
    expect((await other.ask(startRun, { firmwareId: 1, sns: ['TEST000001'] })).code).toBe(90002)
  })
})

describe('a staged upgrade', () => {
  test('upgrades a limited number at a time, serves the file in pieces, and ends', async () => {
    const firmwareId = await added('2.0.0')
    const [one, two, three] = (await gateways('Staged', 3)) as [Site, Site, Site]
    const sns = [one, two, three].map(({ sn }) => sn)
    const { id, gateways: count } = await server.admin.call(startRun, { firmwareId, sns, atOnce: 2, trialMin: 1 })
    expect(count).toBe(3)
    await server.turn()
    expect(await statesOf(id)).toEqual({ [one.sn]: 'ordered', [two.sn]: 'ordered', [three.sn]: 'waiting' })
    const order = orderOf(one)!
    expect(order).toMatchObject({ version: '2.0.0', bytes: content.length, sha256, trialS: 60 })

    const pieces: Buffer[] = []
    for (let from = 0; from < content.length; ) {
      await one.box.say('piece', { upgrade: order.upgrade, from })
      const data = await eventually(() => {
        const found = one.box.heard.find(
          ({ topic, payload }) => topic.endsWith('/bytes') && (payload as { from: number }).from === from,
        )
        if (!found) throw new Error('no bytes yet')
        return Buffer.from((found.payload as { data: string }).data, 'base64')
      })
      pieces.push(data)
      from += data.length
    }
    expect(Buffer.concat(pieces).equals(content)).toBe(true)
    expect(pieces[0]).toHaveLength(limits.firmwareChunkBytes)

    await tells(one, { ...idle('1'), phase: 'loading', target: '2.0.0', loaded: 100_000, bytes: content.length })
    expect((await info({ id })).items.find(({ sn }) => sn === one.sn)).toMatchObject({
      state: 'loading',
      loaded: 100_000,
    })
    await tells(one, { ...idle('2.0.0'), phase: 'trial' })
    expect((await statesOf(id))[one.sn]).toBe('trial')
    await tells(one, idle('2.0.0'))
    await server.turn()
    expect(await statesOf(id)).toEqual({ [one.sn]: 'done', [two.sn]: 'ordered', [three.sn]: 'ordered' })
    await tells(two, idle('2.0.0'))
    await tells(three, idle('2.0.0'))
    await server.turn()
    expect(await info({ id })).toMatchObject({ state: 'done', total: 3, done: 3, failed: 0, active: 0 })
    expect((await server.admin.call(queryFirmware, { model })).rows[0]).toMatchObject({ version: '2.0.0', gateways: 3 })
    expect((await server.admin.ask(deleteFirmware, { id: firmwareId })).code).toBe(10007)
    expect((await server.admin.ask(startRun, { firmwareId, sns: [one.sn] })).code).toBe(1316)
    expect((await server.admin.ask(startRun, { firmwareId, sns })).code).toBe(1317)
  })

  test('pauses after failures, and can be resumed and cancelled', async () => {
    const firmwareId = await added('3.0.0')
    const made = await gateways('Failing', 3)
    const [one, two] = made as [Site, Site, Site]
    const sns = made.map(({ sn }) => sn)
    const { id } = await server.admin.call(startRun, { firmwareId, sns, atOnce: 1, maxFailures: 1 })
    await server.turn()
    const failed = { version: '3.0.0', reason: 'it ended with 1', at: clock.at }
    await tells(one, { ...idle('1'), failed })
    await server.turn()
    const after = await info({ id })
    expect(after).toMatchObject({ state: 'paused', failed: 1 })
    expect(after.items[0]).toMatchObject({
      sn: one.sn,
      state: 'failed',
      code: 1310,
      msg: expect.stringContaining('ended with 1'),
    })
    expect(orderOf(two)).toBeUndefined()
    expect((await server.admin.ask(changeRun, { id, act: 'pause' })).code).toBe(10008)
    await server.admin.call(changeRun, { id, act: 'cancel' })
    await server.turn()
    expect(Object.values(await statesOf(id)).sort()).toEqual(['cancelled', 'cancelled', 'failed'])
    expect((await server.admin.call(queryRuns, {})).rows[0]).toMatchObject({ id, state: 'cancelled' })
  })

  test('waits for offline gateways, and repeats unanswered orders', async () => {
    const firmwareId = await added('4.0.0')
    const away = await site(server, 'Away for long')
    const deaf = (await gateways('Deaf', 1))[0]!
    deaf.box.answer = () => undefined
    const { id } = await server.admin.call(startRun, { firmwareId, sns: [away.sn, deaf.sn], atOnce: 1 })
    await server.turn()
    expect(await statesOf(id)).toEqual({ [away.sn]: 'waiting', [deaf.sn]: 'ordered' })
    const first = deaf.box.commands.length
    clock.at += limits.commandTtlMs + 10_000
    await deaf.box.hello()
    await server.turn()
    await server.turn()
    await eventually(() => expect(deaf.box.commands.length).toBeGreaterThan(first))
    deaf.box.answer = () => ({ status: 'failure', code: 1316 })
    clock.at += limits.commandTtlMs + 10_000
    await deaf.box.hello()
    await server.turn()
    await server.turn()
    await eventually(async () => {
      await server.turn()
      expect((await statesOf(id))[deaf.sn]).toBe('skipped')
    })
  })

  test('goes on with other gateways while one is in remote download', async () => {
    const firmwareId = await added('4.2.0')
    const [one, two] = (await gateways('Downloading', 2)) as [Site, Site]
    await one.box.hello({ mode: 'download' })
    const { id } = await server.admin.call(startRun, { firmwareId, sns: [one.sn, two.sn], atOnce: 1 })
    await server.turn()
    expect(await statesOf(id)).toEqual({ [one.sn]: 'waiting', [two.sn]: 'ordered' })
    await tells(two, idle('4.2.0'))
    await one.box.hello({ vpn: true })
    await server.turn()
    expect(await statesOf(id)).toEqual({ [one.sn]: 'waiting', [two.sn]: 'done' })
    await one.box.hello({})
    await server.turn()
    expect((await statesOf(id))[one.sn]).toBe('ordered')
  })

  test('that is cancelled repeats no unanswered order', async () => {
    const firmwareId = await added('4.1.0')
    const deaf = (await gateways('Cancelled', 1))[0]!
    deaf.box.answer = () => undefined
    const { id } = await server.admin.call(startRun, { firmwareId, sns: [deaf.sn] })
    await server.turn()
    await server.admin.call(changeRun, { id, act: 'cancel' })
    clock.at += limits.commandTtlMs + 10_000
    await deaf.box.hello()
    await server.turn()
    await server.turn()
    expect(await statesOf(id)).toEqual({ [deaf.sn]: 'cancelled' })
    expect((await server.admin.ask(startRun, { firmwareId, sns: [deaf.sn] })).code).toBe(200)
  })

  test('rejects gateways that are being upgraded: 1311', async () => {
    const firmwareId = await added('5.0.0')
    const one = (await gateways('Twice', 1))[0]!
    await server.admin.call(startRun, { firmwareId, sns: [one.sn] })
    expect((await server.admin.ask(startRun, { firmwareId, sns: [one.sn] })).code).toBe(1311)
    expect((await server.admin.ask(upgradeGateway, { id: one.gatewayId })).code).toBe(1311)
    const { rows } = await server.admin.call(queryUpgradable, { model, keyword: one.sn })
    expect(rows).toEqual([expect.objectContaining({ sn: one.sn, version: '1', isAble: true, state: 'online' })])
    const two = (await gateways('Not yet', 1))[0]!
    expect(await server.admin.call(startRun, { firmwareId, sns: [one.sn, two.sn] })).toMatchObject({ gateways: 1 })
    const [line] = (await server.admin.call(queryOperations, { keyword: `${model} 5.0.0` })).rows
    expect(line).toMatchObject({ act: 'startUpgrade', after: { gateways: [two.sn] } })
  })
})

describe('an owner', () => {
  test('can upgrade a gateway to its newest version; pieces are served to this gateway only', async () => {
    const one = (await gateways('Own', 1))[0]!
    const stranger = (await gateways('Stranger', 1))[0]!
    await added('6.0.0')
    expect(await server.admin.call(gatewayFirmware, { id: one.gatewayId })).toMatchObject({
      ...{ version: '1', isAble: true, newest: { version: '6.0.0' }, upgrade: null },
    })
    await server.admin.call(upgradeGateway, { id: one.gatewayId })
    await server.turn()
    const { upgrade } = orderOf(one)!
    await stranger.box.say('piece', { upgrade, from: 0 })
    await eventually(() =>
      expect(stranger.box.heard.find(({ topic }) => topic.endsWith('/bytes'))?.payload).toEqual({
        upgrade,
        from: 0,
        data: '',
      }),
    )
    await tells(one, idle('6.0.0'))
    expect(await server.admin.call(gatewayFirmware, { id: one.gatewayId })).toMatchObject({
      ...{ version: '6.0.0', upgrade: { version: '6.0.0', state: 'done', msg: '' } },
    })
    expect((await server.admin.ask(upgradeGateway, { id: one.gatewayId })).code).toBe(1316)
  })

  test('can query the hardware by SN; other companies cannot', async () => {
    const one = await site(server, 'Hardware')
    const other = await server.otherCompany()
    expect(await server.admin.call(queryHardwareBySn, { sn: one.sn })).toMatchObject({
      ...{ id: one.gatewayId, sn: one.sn, series: 'GH', model, capacity: { signals: 500, mappings: 100 } },
    })
    for (const [endpoint, input] of [
      [queryHardwareBySn, { sn: one.sn }],
      [gatewayFirmware, { id: one.gatewayId }],
      [upgradeGateway, { id: one.gatewayId }],
    ] as const)
      expect((await other.ask(endpoint, input as never)).code).toBe(10002)
  })

  test('cannot upgrade a gateway with an old agent, and is informed of this', async () => {
    const one = (await gateways('Old', 1))[0]!
    await added('7.0.0')
    await one.box.hello({ abilities: ['probe'] })
    expect(await server.admin.ask(upgradeGateway, { id: one.gatewayId })).toMatchObject({ code: 1354 })
    expect((await server.admin.call(gatewayFirmware, { id: one.gatewayId })).isAble).toBe(false)
  })
})

describe('the signing key', () => {
  test('signs the orders for gateways, and is offered to agents that have none', async () => {
    const { publicKey } = await server.admin.call(signingKey, {})
    const one = (await gateways('Signed', 1))[0]!
    expect(await one.box.hello({ hasFirmwareKey: false })).toMatchObject({ firmwareKey: publicKey })
    expect(await one.box.hello({ hasFirmwareKey: true })).not.toHaveProperty('firmwareKey')
    expect(await one.box.hello()).not.toHaveProperty('firmwareKey')
    await server.admin.call(startRun, { firmwareId: await added('8.0.0'), sns: [one.sn] })
    await server.turn()
    const { act: _, ...order } = orderOf(one)!
    expect(signerOf(publicKey, one.sn, order as SignedUpgrade)).toBe(publicKey)
    expect(signerOf(publicKey, 'TEST999999', order as SignedUpgrade)).toBeUndefined()
  })

  test('can be replaced by staff after password confirmation, which is logged; companies cannot see it', async () => {
    const before = await server.admin.call(signingKey, {})
    const other = await server.otherCompany()
    expect([(await other.ask(signingKey, {})).code, (await other.ask(replaceSigningKey, {})).code]).toEqual([
      90002, 90002,
    ])
    const late = await server.as('admin', adminPassword)
    clock.at += limits.confirmedMs + 1
    expect((await late.ask(replaceSigningKey, {})).code).toBe(1011)
    const fresh = await server.as('admin', adminPassword)
    const after = await fresh.call(replaceSigningKey, {})
    expect(after).toMatchObject({ isEndorsed: true })
    expect(await fresh.call(signingKey, {})).toMatchObject({
      ...{ publicKey: after.publicKey, isUsable: true, author: 'admin', replaced: before.replaced + 1 },
    })
    const { rows } = await fresh.call(queryOperations, { act: 'replaceKey' })
    expect(rows[0]).toMatchObject({ before: { key: before.publicKey }, after: { key: after.publicKey } })
  })
})
