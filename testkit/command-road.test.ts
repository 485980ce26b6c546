// The path of a command, with real parts only: HTTP, platform, broker, gateway agent, a simulated PLC, and back.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../contract/limits.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { startSync } from '../features/gateway/gateway/contract.ts'
import { queryOperationsOfObject } from '../features/platform/operation-log/contract.ts'
import { until } from './eventually.ts'
import { settled } from './site.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ stations: ['intake'] })
})
afterEach(async () => {
  for (const fault of world.plant.faults()) await world.plant.clearFault(fault)
})
afterAll(() => world[Symbol.asyncDispose]())

const write = (name: string, value: number | boolean | string, uuid?: string) =>
  world.write('intake', name, value, uuid)
const ask = (name: string, value: number | boolean | string, uuid?: string) => world.ask('intake', name, value, uuid)
const inPlc = (name: string) => world.plant.peek('intake', name)
const log = async () => {
  const { equipmentId: objectId } = world.site('intake')
  return (await world.server.admin.call(queryOperationsOfObject, { objectId, pageSize: 200 })).rows
}

describe('a write', () => {
  it.each([
    ['flowSp', 120.5],
    ['gateSp', 43.2],
    ['pump1SpeedSp', 900],
    ['rakeTime', 1830],
    ['batchName', 'LOT-42'],
    ['pump2Start', true],
  ])('of %s reaches the PLC and is read back', async (name, value) => {
    expect(await write(name, value)).toMatchObject({ status: 'success', code: 200, value })
    expect(inPlc(name)).toBe(value)
  })

  it('is in the log with the value before and after and its result', async () => {
    await write('flowSp', 150)
    await write('flowSp', 160)
    const row = (await log()).find(({ act }) => act === 'write')
    expect(row).toMatchObject({ loginname: 'admin', result: 'success', code: 200, after: { value: 160 } })
  })

  it('requested twice with the same uuid is executed once', async () => {
    const uuid = randomUUID()
    await write('flowSp', 130, uuid)
    world.plant.poke('intake', 'flowSp', 90)
    expect(await write('flowSp', 130, uuid)).toMatchObject({ status: 'success', value: 130 })
    // If the write had been repeated, its effect would arrive before that of the following write.
    await write('pump1SpeedSp', 800)
    expect(inPlc('flowSp')).toBe(90)
  })

  it('requested many times simultaneously with the same uuid is executed once', async () => {
    const uuid = randomUUID()
    const before = (await log()).length
    await Promise.all(Array.from({ length: 8 }, () => ask('flowSp', 131, uuid)))
    expect(await settled(world.server.admin, uuid)).toMatchObject({ status: 'success' })
    expect((await log()).length).toBe(before + 1)
  })
})

describe('refused immediately, with its code, written in the log, never sent:', () => {
  it.each([
    ['a read-only variable', 'turbidity', 5, 2002],
    ['a value above its limit', 'flowSp', 421, 2001],
    ['a value below its limit', 'flowSp', -1, 2001],
    ['text for a number', 'flowSp', 'much', 1716],
    ['a fraction for an integer', 'pump1SpeedSp', 1.5, 1716],
    ['a number for a bit', 'pump1Start', 7, 1716],
    ['text that is too long', 'batchName', 'x'.repeat(40), 2007],
  ])('%s', async (_, name, value, code) => {
    const before = inPlc(name)
    expect(await ask(name, value)).toMatchObject({ code })
    expect((await log())[0]).toMatchObject({ act: 'write', result: 'failure', code })
    if (name !== 'turbidity') expect(inPlc(name)).toBe(before)
  })

  it('a gateway in remote download', async () => {
    const { hardware } = world.site('intake').edge
    hardware.setVpn(true)
    await world.gatewayUntil('intake', ({ vpn }) => vpn)
    expect(await ask('flowSp', 100)).toMatchObject({ code: 1331 })
    hardware.setVpn(false)
    await world.gatewayUntil('intake', ({ vpn }) => !vpn)
    expect(await write('flowSp', 100)).toMatchObject({ status: 'success' })
  })

  it('a sleeping gateway, which works after it wakes up', async () => {
    const { hardware } = world.site('intake').edge
    hardware.sleep(3600)
    await world.gatewayUntil('intake', ({ state }) => state === 'sleeping')
    expect(await ask('flowSp', 101)).toMatchObject({ code: 1337 })
    await world.restartEdge('intake')
    await world.gatewayUntil('intake', ({ state }) => state === 'online')
    expect(await write('flowSp', 101)).toMatchObject({ status: 'success' })
  })

  it('a gateway that is offline', async () => {
    await world.site('intake').edge.stop()
    await world.gatewayUntil('intake', ({ state }) => state === 'offline')
    expect(await ask('flowSp', 102)).toMatchObject({ code: 1304 })
    await world.restartEdge('intake')
    await world.gatewayUntil('intake', ({ state }) => state === 'online')
    expect(await write('pump1SpeedSp', 700)).toMatchObject({ status: 'success' })
    expect(inPlc('flowSp')).toBe(101)
  })
})

describe('each fault of the PLC has its own code:', () => {
  const holding = { kind: 'exception', station: 'intake', area: 'holding', from: 4, count: 2 } as const

  it('no such address (exception 02)', async () => {
    await world.plant.setFault({ ...holding, code: 2 })
    expect(await write('flowSp', 103)).toMatchObject({ status: 'failure', code: 1715 })
  })

  it('a refused value (exception 03)', async () => {
    await world.plant.setFault({ ...holding, code: 3 })
    expect(await write('flowSp', 103)).toMatchObject({ status: 'failure', code: 1718 })
  })

  it('a PLC that accepts and never answers', async () => {
    await world.plant.setFault({ kind: 'silent', station: 'intake' })
    expect(await write('flowSp', 104)).toMatchObject({ status: 'exception', code: 1714 })
    await world.plant.clearFault({ kind: 'silent', station: 'intake' })
    expect(await write('pump1SpeedSp', 600)).toMatchObject({ status: 'success' })
    expect(inPlc('flowSp')).toBe(101)
  })

  it('a PLC whose line is down', async () => {
    await world.plant.setFault({ kind: 'linkDrop', station: 'intake' })
    // The result is `exception` while the connection breaks, since the request may have been sent; afterwards
    // `failure`.
    expect(await write('flowSp', 105)).toMatchObject({ code: 1722 })
    await world.plant.clearFault({ kind: 'linkDrop', station: 'intake' })
    await until(async () => ((await write('pump1SpeedSp', 650)).status === 'success' ? true : undefined))
    expect(inPlc('flowSp')).toBe(101)
  })
})

describe('a line that is cut in the middle of a command', () => {
  const overdue = async (uuid: string) => {
    world.pass(limits.commandTtlMs + 5_001)
    await world.server.turn()
    return settled(world.server.admin, uuid)
  }
  it('the platform gets no answer: timeout 1301; the lost write never reaches the PLC', async () => {
    const before = inPlc('flowSp')
    world.line.freeze()
    const { code, data } = await ask('flowSp', 106)
    expect(code).toBe(200)
    world.line.cut()
    expect(await overdue(data!.uuid)).toMatchObject({ status: 'timeout', code: 1301 })
    // Anything that survived the cut would arrive before this.
    await until(async () => ((await ask('pump1SpeedSp', 660)).code === 200 ? true : undefined))
    await until(() => (inPlc('pump1SpeedSp') === 660 ? true : undefined))
    expect(inPlc('flowSp')).toBe(before)
  })

  it('a write that arrives too late is not executed, and the gateway reports it: 1731', async () => {
    const before = inPlc('flowSp')
    // The platform's clock was set back, so its commands are too old for the gateway.
    world.pass(-limits.commandTtlMs - 10_000)
    const outcome = await write('flowSp', 107)
    world.pass(limits.commandTtlMs + 10_000)
    expect(outcome).toMatchObject({ status: 'exception', code: 1731 })
    expect(inPlc('flowSp')).toBe(before)
  })
})

it('for a changed, not yet synchronised variable is refused with 1318, and never reaches the old address', async () => {
  const { equipmentId, gatewayId } = world.site('intake')
  const { admin } = world.server
  await write('pump1SpeedSp', 700)
  const { version, config } = await admin.call(queryConfig, { equipmentId })
  const signal = config.signals.find(({ name }) => name === 'pump1SpeedSp')!
  await admin.call(saveSignals, { equipmentId, version, save: [{ ...signal, max: 1200 }], remove: [] })
  expect(await write('pump1SpeedSp', 900)).toMatchObject({ status: 'failure', code: 1318 })
  expect(inPlc('pump1SpeedSp')).toBe(700)
  expect(await write('flowSp', 120)).toMatchObject({ status: 'success' })
  await settled(admin, (await admin.call(startSync, { id: gatewayId, force: false })).uuid)
  expect(await write('pump1SpeedSp', 900)).toMatchObject({ status: 'success', value: 900 })
})
