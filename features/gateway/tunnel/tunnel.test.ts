// A PLC is programmed through its gateway: the local program, the platform and a real agent, with third-party clients.
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { type LocalTunnel, openLocalTunnel } from '../../../signal/tunnel/local.ts'
import { eventually, until } from '../../../testkit/eventually.ts'
import { mbpoll, pymodbusWrites } from '../../../testkit/peers/pymodbus.ts'
import { person } from '../../../testkit/people.ts'
import { adminPassword, type Caller } from '../../../testkit/server.ts'
import { startWorld, type World } from '../../../testkit/world.ts'
import { queryLiveSignals } from '../../device/live/contract.ts'
import { openTunnels } from '../../frame/spine-services.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { endTunnel, extendTunnel, queryTunnel, startTunnel } from './contract.ts'

let world: World
/** An administrator who has just confirmed the password. */
let admin: Caller
let equipmentId: World['site'] extends (key: never) => { equipmentId: infer E } ? E : never

beforeAll(async () => {
  world = await startWorld({ stations: ['intake'] })
  admin = world.server.admin
  equipmentId = world.site('intake').equipmentId
})
afterAll(() => world[Symbol.asyncDispose]())

const stand = (who = admin) => who.call(queryTunnel, { equipmentId })
const isOver = () => until(async () => ((await stand()).now === null ? true : undefined))
/** The gateway has resumed polling the PLC. */
const isPolled = () =>
  eventually(() => {
    const { connections } = world.site('intake').edge.status()
    expect(connections.map(({ isOpen }) => isOpen)).toEqual([true])
  })

async function draw(who = admin, minutes?: number): Promise<string> {
  const { driverId } = (await stand()).targets[0]!
  return (await who.call(startTunnel, { equipmentId, driverId, ...(minutes ? { minutes } : {}) })).ticket
}
const come = (ticket: string) => openLocalTunnel({ url: world.server.url, ticket, port: 0 })
const open = async (who?: Caller): Promise<LocalTunnel> => come(await draw(who))

/** Opens a connection through the tunnel that stays open. */
async function stays(port: number) {
  const socket = connect({ port, host: '127.0.0.1' })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return { socket, closed }
}

beforeEach(async () => {
  admin = await world.server.as('admin', adminPassword)
  await admin.ask(endTunnel, { equipmentId })
  await isOver()
  await isPolled()
  await world.gatewayUntil('intake', ({ vpn, state }) => !vpn && state === 'online')
})

describe('through remote download', () => {
  it('mbpoll reads and writes the PLC', async () => {
    const { id } = world.signal('intake', 'flowSp')
    await using watcher = await world.watch('intake')
    await watcher.reading(id, ({ code }) => code === 200)
    const tunnel = await open()
    expect(tunnel).toMatchObject({ port: world.plant.stations.find(({ key }) => key === 'intake')!.port })
    const read = await mbpoll(tunnel.localPort, ['-a', '1', '-t', '4', '-r', '0', '-c', '2', '127.0.0.1'])
    expect(read).toHaveLength(2)
    await tunnel.end()
  })

  it('pymodbus writes registers and reads them back', async () => {
    const tunnel = await open()
    const { host: _, ...station } = world.plant.stations.find(({ key }) => key === 'intake')!
    const address = Number((world.signal('intake', 'flowSp').address ?? '').slice(1)) - 1
    expect(await pymodbusWrites(tunnel.localPort, station.unitId, address, [0x4302, 0])).toEqual([0x4302, 0])
    expect(world.plant.peek('intake', 'flowSp')).toBe(130)
    await tunnel.end()
  })

  it('concurrent connections are separate, and all bytes arrive', async () => {
    const tunnel = await open()
    const reads = Array.from({ length: 8 }, () =>
      mbpoll(tunnel.localPort, ['-a', '1', '-t', '4', '-r', '0', '-c', '2', '127.0.0.1']),
    )
    for (const read of await Promise.all(reads)) expect(read).toHaveLength(2)
    await eventually(() => expect(tunnel.connections()).toBe(0))
    await eventually(async () => expect((await stand()).now).toMatchObject({ state: 'open', streams: 0 }))
    await tunnel.end()
  })

  it('drivers pause, monitoring and writing are rejected, and everything resumes afterwards', async () => {
    const tunnel = await open()
    await world.gatewayUntil('intake', ({ vpn }) => vpn)
    expect(world.site('intake').edge.status()).toMatchObject({ good: 0, connections: [{ isOpen: false }] })
    expect(await world.ask('intake', 'flowSp', 120)).toMatchObject({ code: 1331 })
    await tunnel.end()
    await world.gatewayUntil('intake', ({ vpn }) => !vpn)
    expect(await world.write('intake', 'flowSp', 121)).toMatchObject({ status: 'success', value: 121 })
    const [signal] = await admin.call(queryLiveSignals, { equipmentId })
    expect(signal).toBeDefined()
  })

  it('the log has user, target, duration and bytes', async () => {
    const tunnel = await open()
    await mbpoll(tunnel.localPort, ['-a', '1', '-t', '4', '-r', '0', '-c', '2', '127.0.0.1'])
    await tunnel.end()
    await isOver()
    const { rows } = await admin.call(queryOperations, { objectType: 'equipment' })
    const [ended, started] = rows.filter(({ act }) => act === 'endTunnel' || act === 'startTunnel')
    const target = `127.0.0.1:${tunnel.port}`
    expect(started).toMatchObject({ act: 'startTunnel', loginname: 'admin', after: { target, minutes: 30 } })
    expect(ended).toMatchObject({ act: 'endTunnel', loginname: 'admin', after: { target, why: 'programGone' } })
    const { bytesUp, bytesDown } = ended!.after as { bytesUp: number; bytesDown: number }
    // A request of 12 bytes and an answer of 13, in the tunnel as on the wire.
    expect([bytesDown, bytesUp]).toEqual([12, 13])
    expect((await stand()).last).toMatchObject({ why: 'programGone', bytesUp, bytesDown, loginname: 'admin' })
  })
})

describe('remote download rejects', () => {
  it('used, expired and unknown tickets', async () => {
    const ticket = await draw()
    const tunnel = await come(ticket)
    await expect(come(ticket)).rejects.toThrow('ticket')
    await tunnel.end()
    await isOver()
    const old = await draw()
    world.pass(limits.socketTokenMs + 1000)
    await expect(come(old)).rejects.toThrow('ticket')
    await world.server.turn()
    expect((await stand()).last).toMatchObject({ why: 'unused' })
    await expect(come('x'.repeat(43))).rejects.toThrow('ticket')
  })

  it('a second user, with the name of the current one', async () => {
    const second = await person(world.server, 'second', { auths: ['gateway:tunnel'], dataRange: 'all' })
    const tunnel = await open()
    const { driverId } = (await stand()).targets[0]!
    expect(await second.ask(startTunnel, { equipmentId, driverId })).toMatchObject({
      code: 1322,
      msg: expect.stringContaining('admin'),
    })
    expect((await stand(second)).now).toMatchObject({ isOwn: false, loginname: 'admin' })
    expect(await second.ask(extendTunnel, { equipmentId, minutes: 30 })).toMatchObject({ code: 1322 })
    await tunnel.end()
  })

  it('a user without the permission, and a driver of another device', async () => {
    const third = await person(world.server, 'third', { auths: ['gateway:view'], dataRange: 'all' })
    const { driverId } = (await stand()).targets[0]!
    expect((await third.ask(startTunnel, { equipmentId, driverId })).code).toBe(90002)
    const foreign = (driverId + 1000) as typeof driverId
    expect((await admin.ask(startTunnel, { equipmentId, driverId: foreign })).code).toBe(1323)
  })

  it('a target that is not in the gateway configuration, even if the platform orders it', async () => {
    const ticket = await draw()
    const { db } = world.server.platform
    // Simulates a compromised platform: the gateway checks the target itself.
    await db.updateTable('tunnel').set({ port: 22 }).where('endedAt', 'is', null).execute()
    await expect(come(ticket)).rejects.toMatchObject({ message: 'gatewayRefused', code: 1323 })
    await isOver()
    expect((await stand()).last).toMatchObject({ why: 'gatewayRefused', reason: expect.stringContaining('driver') })
    expect(world.site('intake').edge.status().connections).toMatchObject([{ isOpen: true }])
  })

  it('a session that ended between ticket and program', async () => {
    await world.server.addAccount({ loginname: 'leaving', roleType: 'enterprise' })
    const leaving = await world.server.as('leaving', adminPassword)
    const ticket = await draw(leaving)
    await leaving.raw('/lfscada/user/logout', { method: 'POST' })
    await expect(come(ticket)).rejects.toThrow('ticket')
    world.pass(limits.socketTokenMs + 1000)
    await world.server.turn()
  })

  it('a permission that was revoked between ticket and program', async () => {
    await world.server.addAccount({ loginname: 'demoted', roleType: 'enterprise' })
    const ticket = await draw(await world.server.as('demoted', adminPassword))
    const accounts = world.server.platform.db.updateTable('account').where('loginname', '=', 'demoted')
    await accounts.set({ roleType: 'internal' }).execute()
    await expect(come(ticket)).rejects.toThrow('ticket')
    world.pass(limits.socketTokenMs + 1000)
    await world.server.turn()
    await isOver()
  })
})

describe('remote download ends', () => {
  it('when its user ends it, or another user with the permission', async () => {
    const tunnel = await open()
    const { closed } = await stays(tunnel.localPort)
    await admin.call(endTunnel, { equipmentId })
    expect((await tunnel.over).why).toBe('ended')
    await closed
  })

  it.each([
    ['signs out', (who: Caller) => who.raw('/lfscada/user/logout', { method: 'POST' })],
    ['is disabled', (_: Caller, name: string) => change(name, { disabled: true })],
    ['has another password', (_: Caller, name: string) => change(name, { passwordHash: 'another' })],
    ['loses the right', (_: Caller, name: string) => change(name, { roleType: 'internal' })],
  ])('when its user %s', async (what, act) => {
    const name = `holder-${what.replaceAll(' ', '-')}`
    await world.server.addAccount({ loginname: name, roleType: 'enterprise' })
    const holder = await world.server.as(name, adminPassword)
    const tunnel = await open(holder)
    await world.server.turn()
    expect((await stand()).now).toMatchObject({ state: 'open' })
    await act(holder, name)
    await world.server.turn()
    expect((await tunnel.over).why).toBe('rightsEnded')
  })

  it('when its time is over, unless it is extended, and never later than the maximum', async () => {
    const tunnel = await come(await draw(admin, 10))
    world.pass(8 * 60_000)
    await mbpoll(tunnel.localPort, ['-a', '1', '-t', '4', '-r', '0', '-c', '2', '127.0.0.1'])
    world.server.platform.use(openTunnels).turn()
    await admin.call(extendTunnel, { equipmentId, minutes: 10 })
    world.pass(4 * 60_000)
    world.server.platform.use(openTunnels).turn()
    expect((await stand()).now).toMatchObject({ state: 'open' })
    const longest = limits.tunnelMaxMs / 60_000
    expect((await admin.ask(extendTunnel, { equipmentId, minutes: longest })).code).toBe(1327)
    world.pass(7 * 60_000)
    world.server.platform.use(openTunnels).turn()
    expect((await tunnel.over).why).toBe('expired')
    expect((await admin.ask(extendTunnel, { equipmentId, minutes: 10 })).code).toBe(1325)
  })

  it('after a long time without traffic', async () => {
    const tunnel = await come(await draw(admin, 60))
    await mbpoll(tunnel.localPort, ['-a', '1', '-t', '4', '-r', '0', '-c', '2', '127.0.0.1'])
    world.server.platform.use(openTunnels).turn()
    world.pass(limits.tunnelIdleMs + 1000)
    world.server.platform.use(openTunnels).turn()
    expect((await tunnel.over).why).toBe('idle')
  })

  it('on both sides within seconds when the gateway is disconnected, and the drivers resume', async () => {
    const tunnel = await open()
    const { closed } = await stays(tunnel.localPort)
    world.line.cut()
    expect((await tunnel.over).why).toBe('gatewayGone')
    await closed
    await isPolled()
  })

  it('when the line is silent without an error', async () => {
    const tunnel = await open()
    world.line.freeze()
    expect((await tunnel.over).why).toBe('gatewayGone')
    await isPolled()
    world.line.cut()
    world.line.flow()
  }, 60_000)

  it('when the platform stops; the next process marks it as ended', async () => {
    const tunnel = await open()
    await world.restartServer()
    expect(['restarted', 'broken']).toContain((await tunnel.over).why)
    await world.gatewayUntil('intake', ({ vpn, state }) => !vpn && state === 'online')
    world.pass(10_000)
    await world.server.turn()
    expect((await stand()).now).toBeNull()
  })
})

const change = (loginname: string, to: object) =>
  world.server.platform.db.updateTable('account').set(to).where('loginname', '=', loginname).execute()

it('many starts, connections and ends leave nothing behind', async () => {
  for (let round = 0; round < 12; round += 1) {
    const tunnel = await open()
    const sockets = await Promise.all([stays(tunnel.localPort), stays(tunnel.localPort)])
    if (round % 3 === 0) sockets[0]?.socket.write('no modbus at all')
    if (round % 2) await admin.call(endTunnel, { equipmentId })
    else await tunnel.end()
    await tunnel.over
    await Promise.all(sockets.map(({ closed }) => closed))
    await isOver()
    await world.gatewayUntil('intake', ({ vpn }) => !vpn)
  }
  const { db, use } = world.server.platform
  expect(use(openTunnels).list()).toEqual([])
  const left = db.selectFrom('tunnel').select('id')
  expect(
    await left.where((eb) => eb.or([eb('endedAt', 'is', null), eb('ticketHash', 'is not', null)])).execute(),
  ).toEqual([])
})

// This test is the last one, because its gateway loses its configuration.
it('remote download ends when the device is bound to another gateway', async () => {
  const tunnel = await open()
  const { db } = world.server.platform
  const bind = (unboundAt: number | null) =>
    db.updateTable('binding').set({ unboundAt }).where('equipmentId', '=', equipmentId).execute()
  await bind(1)
  await world.server.turn()
  await bind(null)
  expect((await tunnel.over).why).toBe('moved')
})
