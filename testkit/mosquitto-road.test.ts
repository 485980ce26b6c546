// The whole path with another maker's broker: mosquitto with its dynamic security.
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '../contract/limits.ts'
import { clientIdOf, downFilter, upTopic } from '../contract/topics.ts'
import { queryTunnel, startTunnel } from '../features/gateway/tunnel/contract.ts'
import { openLocalTunnel } from '../signal/tunnel/local.ts'
import { fakeGateway } from './gateway.ts'
import { type Mosquitto, startMosquitto } from './peers/mosquitto.ts'
import { mbpoll } from './peers/pymodbus.ts'
import { registered } from './site.ts'
import { startWorld, type World } from './world.ts'

const leaseMs = limits.gatewayKeepAliveS * limits.presenceLeaseFactor * 1000

let broker: Mosquitto
let world: World
beforeAll(async () => {
  broker = await startMosquitto({ secured: true })
  world = await startWorld({ stations: ['intake'], broker })
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await broker?.close()
})

const roadWorks = async (value: number) => {
  await using watcher = await world.watch('intake')
  const { id } = world.signal('intake', 'flowSp')
  const arrived = watcher.reading(id, (reading) => reading.value === value && reading.code === 200)
  expect(await world.write('intake', 'flowSp', value)).toMatchObject({ status: 'success', value })
  expect(world.plant.peek('intake', 'flowSp')).toBe(value)
  await arrived
}

it('values arrive and writes are executed', () => roadWorks(133))

it('a gateway can neither receive another’s messages nor publish for it', async () => {
  const { sn, secret } = await registered(world.server.admin)
  const { sn: other, equipmentId } = world.site('intake')
  const { bindingId } = world.site('intake').edge.status()
  const spy = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
    ...{ username: sn, password: secret, clientId: clientIdOf(sn, '00000000000000aa'), reconnectPeriod: 0 },
  })
  const heard: string[] = []
  spy.on('message', (topic) => heard.push(topic))
  for (const topic of [downFilter(sn), downFilter(other), `gw/${other}/up/#`, '#', 'gw/+/down/command'])
    await spy.subscribeAsync(topic).catch(() => [])
  await using watcher = await world.watch('intake')
  const { id } = world.signal('intake', 'flowSp')
  const { session } = (await world.server.platform.db
    .selectFrom('gateway')
    .select('session')
    .where('sn', '=', other)
    .executeTakeFirstOrThrow())!
  const forged = { session, equipmentId, bindingId, at: Date.now(), ids: [id], values: [-999] }
  await spy.publishAsync(upTopic(other, 'live'), JSON.stringify(forged), { qos: 1 }).catch(() => undefined)
  await roadWorks(134)
  // Before this answer the client would have received any earlier message of the broker: the opening, the command.
  await spy.publishAsync(upTopic(sn, 'beat'), '{}', { qos: 1 })
  await spy.endAsync()
  expect(heard).toEqual([])
  expect(JSON.stringify(watcher.messages)).not.toContain('-999')
})

it('a second gateway with the same SN and secret is refused', async () => {
  const { sn, secret } = world.site('intake')
  await expect(fakeGateway({ port: broker.port, sn, secret }).connect()).rejects.toThrow()
  await roadWorks(135)
})

it('the broker killed -9: its gateways are offline after the lease, and online again when it is back', async () => {
  await world.server.turn()
  await broker.kill()
  await world.server.turn()
  world.pass(leaseMs + 1)
  await world.server.turn()
  expect((await world.gateway('intake')).state).toBe('offline')
  expect(await world.ask('intake', 'flowSp', 100)).toMatchObject({ code: 1304 })
  await broker.restart()
  await world.gatewayUntil('intake', ({ state }) => state === 'online')
  await roadWorks(136)
  expect(world.plant.peek('intake', 'flowSp')).toBe(136)
}, 60_000)

it('a PLC is programmed through it', async () => {
  const { equipmentId } = world.site('intake')
  const { targets } = await world.server.admin.call(queryTunnel, { equipmentId })
  const { driverId } = targets[0]!
  const { ticket } = await world.server.admin.call(startTunnel, { equipmentId, driverId })
  const tunnel = await openLocalTunnel({ url: world.server.url, ticket, port: 0 })
  const read = await mbpoll(tunnel.localPort, ['-a', '1', '-t', '4', '-r', '0', '-c', '2', '127.0.0.1'])
  expect(read).toHaveLength(2)
  await tunnel.end()
})
