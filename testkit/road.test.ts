// The path of a value, real parts only: a simulated PLC, the gateway agent, the broker, the platform, a web socket.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../contract/limits.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { queryLiveSignals } from '../features/device/live/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { planSync, queryGateways, startSync } from '../features/gateway/gateway/contract.ts'
import { until } from './eventually.ts'
import { fakeGateway } from './gateway.ts'
import { registered, settled } from './site.ts'
import { startWorld, type World } from './world.ts'

const leaseMs = limits.gatewayKeepAliveS * limits.presenceLeaseFactor * 1000

let world: World
beforeAll(async () => {
  world = await startWorld({ stations: ['intake', 'treatment'] })
})
afterAll(() => world[Symbol.asyncDispose]())

const id = (name: string) => world.signal('intake', name).id
const isValue = (value: unknown) => (reading: { value: unknown; code: number }) =>
  reading.value === value && reading.code === 200

describe('a value', () => {
  it('set at the PLC arrives on the web socket of a watcher', async () => {
    await using watcher = await world.watch('intake')
    for (const value of [123.5, 77.5]) {
      const arrived = watcher.reading(id('flowSp'), isValue(value))
      expect(world.plant.poke('intake', 'flowSp', value)).toBe(true)
      await arrived
    }
  })

  it('of every kind arrives unchanged: text, Chinese text, a bit, an integer beyond 2^53', async () => {
    await using watcher = await world.watch('intake')
    const text = watcher.reading(id('batchName'), isValue('LOT 7'))
    world.plant.poke('intake', 'batchName', 'LOT 7')
    await text
    const { equipmentId } = world.site('intake')
    const signals = await world.server.admin.call(queryLiveSignals, { equipmentId })
    const value = (name: string) => signals.find((each) => each.name === name)?.value
    expect(value('stationNameZh')).toBe(world.plant.peek('intake', 'stationNameZh'))
    expect(value('stationNameZh')).toMatch(/\p{Script=Han}/u)
    expect(value('autoMode')).toBe(world.plant.peek('intake', 'autoMode'))
    expect(String(value('serialNumber'))).toBe(String(world.plant.peek('intake', 'serialNumber')))
    expect(typeof value('wellLevel')).toBe('number')
  })

  it('turns bad with its cause when the PLC refuses its address, and good again', async () => {
    await using watcher = await world.watch('intake')
    const fault = { kind: 'exception', station: 'intake', code: 2, area: 'holding', from: 4, count: 2 } as const
    const bad = watcher.reading(id('flowSp'), ({ code }) => code === 1715)
    await world.plant.setFault(fault)
    await bad
    const good = watcher.reading(id('flowSp'), ({ code }) => code === 200)
    await world.plant.clearFault(fault)
    await good
  })

  it('from a dropped line is bad as unreachable; the other device is not affected', async () => {
    await using watcher = await world.watch('intake')
    await using other = await world.watch('treatment')
    const bad = watcher.reading(id('turbidity'), ({ code }) => code === 1722)
    await world.plant.setFault({ kind: 'linkDrop', station: 'intake' })
    await bad
    const heartbeat = world.signal('treatment', 'heartbeat').id
    await other.reading(heartbeat, isValue(true))
    await other.reading(heartbeat, isValue(false))
    const good = watcher.reading(id('turbidity'), ({ code }) => code === 200)
    await world.plant.clearFault({ kind: 'linkDrop', station: 'intake' })
    await good
  })
})

describe('presence', () => {
  it('a gateway on a dead line is offline after 1.5 keep-alive periods, and returns with its values', async () => {
    await using watcher = await world.watch('intake')
    await watcher.reading(id('heartbeat'), () => true)
    world.line.freeze()
    await world.server.turn()
    world.pass(leaseMs - 5_000)
    await world.server.turn()
    expect((await world.gateway('intake')).state).toBe('online')
    const told = watcher.gateway(({ state }) => state === 'offline')
    // A message that was on its way through the broker when the line died may have renewed the lease once more.
    await until(async () => {
      world.pass(5_001)
      await world.server.turn()
      return (await world.gateway('intake')).state === 'offline' || undefined
    })
    await told
    expect(await world.ask('intake', 'flowSp', 100)).toMatchObject({ code: 1304 })
    const again = watcher.reading(id('heartbeat'), () => true)
    world.line.cut()
    await world.gatewayUntil('intake', ({ state }) => state === 'online')
    await again
  })

  it('a gateway that is switched off is reported by the broker, and streams once it is on again', async () => {
    const { edge } = world.site('intake')
    edge.hardware.powerOff()
    await world.gatewayUntil('intake', ({ state }) => state === 'offline')
    edge.hardware.powerOn()
    await world.gatewayUntil('intake', ({ state, consistency }) => state === 'online' && consistency === 'match')
    await using watcher = await world.watch('intake')
    await watcher.reading(id('heartbeat'), isValue(true))
    await watcher.reading(id('heartbeat'), isValue(false))
  })

  it('a platform that is restarted with its broker finds its gateways, and values continue', async () => {
    await world.server.turn()
    await world.restartServer()
    await world.gatewayUntil('intake', ({ state }) => state === 'online')
    await using watcher = await world.watch('intake')
    await watcher.reading(id('heartbeat'), isValue(true))
    await watcher.reading(id('heartbeat'), isValue(false))
    expect(await world.write('intake', 'flowSp', 111)).toMatchObject({ status: 'success', value: 111 })
  })
})

describe('the configuration', () => {
  const sync = async (id: number) => {
    const { uuid } = await world.server.admin.call(startSync, { id: id })
    return settled(world.server.admin, uuid)
  }

  it('differs after a change, lists the differences, and matches after a synchronisation', async () => {
    const { admin } = world.server
    const { equipmentId, gatewayId } = world.site('intake')
    const { version, config } = await admin.call(queryConfig, { equipmentId: equipmentId })
    const flow = config.signals.find(({ name }) => name === 'flowSp')!
    await admin.call(saveSignals, {
      equipmentId: equipmentId,
      version,
      save: [{ ...flow, max: 400 }],
      remove: [],
    })
    expect((await world.gateway('intake')).consistency).toBe('mismatch')
    const plan = await admin.call(planSync, { id: gatewayId })
    expect(plan.changes).toEqual([
      { kind: 'changed', object: 'signal', name: 'flowSp', fields: [{ field: 'max', from: '420', to: '400' }] },
    ])
    expect(await sync(gatewayId)).toMatchObject({ status: 'success' })
    expect((await world.gateway('intake')).consistency).toBe('match')
  })

  it('a configuration that the gateway cannot run is refused with the reason, and the old one stays active', async () => {
    const { admin, platform } = world.server
    const { equipmentId, gatewayId, edge } = world.site('treatment')
    const before = edge.status().configHash
    const { config } = await admin.call(queryConfig, { equipmentId: equipmentId })
    const drivers = config.drivers.map(({ params, ...driver }) => ({ ...driver, params: { ...params, port: 'none' } }))
    // Bypasses the platform's own check, like a newer platform with fewer limits.
    const tampered = (content: object) =>
      platform.db
        .updateTable('configVersion')
        .set({ content: JSON.stringify(content) })
        .where('objectType', '=', 'equipment')
        .where('objectId', '=', equipmentId)
        .execute()
    await tampered({ ...config, drivers })
    const outcome = await sync(gatewayId)
    expect(outcome).toMatchObject({ status: 'failure', code: 1320 })
    expect(outcome.msg).toContain('port')
    const { sync: last, consistency } = await world.gateway('treatment')
    expect([consistency, last?.status]).toEqual(['mismatch', 'failure'])
    expect(edge.status().configHash).toBe(before)
    await tampered(config)
    expect((await world.gateway('treatment')).consistency).toBe('match')
    await using watcher = await world.watch('treatment')
    await watcher.reading(world.signal('treatment', 'heartbeat').id, ({ code }) => code === 200)
  })
})

describe('the identity of a gateway', () => {
  it('gives access to its own topics only', async () => {
    const { admin, mqttPort } = world.server
    const { sn, secret } = await registered(admin)
    const other = world.site('intake').sn
    await using spy = fakeGateway({ port: mqttPort, sn, secret })
    await spy.connect()
    await using watcher = await world.watch('intake')
    await watcher.reading(id('heartbeat'), () => true)
    const forbidden = [`gw/${other}/down/#`, `gw/${other}/up/#`, 'gw/#', '#', 'gw/+/down/command']
    for (const topic of forbidden) expect(await spy.subscribe(topic).catch(() => [])).toEqual([])
  })

  it('a second gateway with the same SN and secret is refused', async () => {
    const { sn, secret } = world.site('intake')
    const second = fakeGateway({ port: world.server.mqttPort, sn, secret })
    await expect(second.connect()).rejects.toThrow()
    expect((await world.gateway('intake')).state).toBe('online')
    const { rows } = await world.server.admin.call(queryGateways, { keyword: sn })
    expect(rows).toHaveLength(1)
  })
})
