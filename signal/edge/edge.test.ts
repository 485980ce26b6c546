// The agent as a whole: a real broker at one end, real Modbus devices at the other.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Up } from '../../contract/topics.ts'
import { boundConfig, modbusDriver, type PlatformStub, startPlatform } from '../../testkit/peers/platform.ts'
import { startLine } from '../../testkit/peers/proxy.ts'
import { type Peer, startPymodbus } from '../../testkit/peers/pymodbus.ts'
import { silentServer } from '../../testkit/peers/silent.ts'
import { type Edge, startEdge } from './edge.ts'
import type { VirtualHardware } from './hardware.ts'

const sn = 'EG-0001'
const link = { backOffMs: 20, backOffMaxMs: 100, refusedRetryMs: 40, helloRetryMs: 200, helloEveryMs: 60_000 }
const poll = { backOffMs: 20, backOffMaxMs: 100, refusedRetryMs: 100 }

let platform: PlatformStub
let dataDir: string
let edge: Edge<VirtualHardware>
const cleanups: (() => Promise<unknown>)[] = []

const device = async (presets = {}): Promise<Peer> => {
  const peer = await startPymodbus({ 1: { H: { 0: 10, 1: 20, 2: 30, 3: 40 }, ...presets } })
  cleanups.push(() => peer.kill())
  return peer
}
const start = async (more: { url?: string; now?: () => number } = {}) => {
  edge = await startEdge({
    sn,
    secret: 's',
    url: platform.url,
    dataDir,
    log: () => undefined,
    pace: { link, poll },
    ...more,
  })
  return edge
}
const configured = async (peer: Peer, params: object = {}) => {
  await start()
  await platform.until('hello')
  const signals = [{}, {}, { access: 'r' as const }, { min: 0, max: 100 }]
  const bound = boundConfig([modbusDriver(peer.port, signals, params)])
  expect(await platform.command({ kind: 'configure', bound })).toMatchObject({ status: 'success', code: 200 })
  return bound
}
const write = (signalId: number, value: number | string | boolean, more: object = {}) =>
  platform.command({ kind: 'write', equipmentId: 1, bindingId: 1, signalId, value, ...more })
/** The last value of a signal in all that was streamed. */
const streamed = (id: number) => {
  let last: unknown
  for (const batch of platform.all('live')) {
    const index = batch.ids.indexOf(id)
    if (index >= 0) last = [batch.values[index], batch.codes?.[index] ?? 200]
  }
  return last
}
const live = (id: number, value: unknown, code = 200) =>
  platform.until('live', (batch: Up['live']) => {
    const index = batch.ids.indexOf(id)
    return index >= 0 && batch.values[index] === value && (batch.codes?.[index] ?? 200) === code
  })

beforeEach(async () => {
  platform = await startPlatform(sn)
  dataDir = await mkdtemp(join(tmpdir(), 'edge-'))
})
afterEach(async () => {
  await edge?.stop()
  for (const clean of cleanups.splice(0)) await clean()
  await platform.close()
  await rm(dataDir, { recursive: true })
})

describe('from the device to the platform', () => {
  it('streams everything at once when opened, then what changes', async () => {
    const peer = await device()
    await configured(peer)
    platform.tell('open', { intervalMs: 100, delayS: 60 })
    await live(1, 10)
    await live(4, 40)
    expect(await write(1, 77)).toMatchObject({ status: 'success', value: 77 })
    await live(1, 77)
    expect(streamed(2)).toEqual([20, 200])
  })

  it('sends nothing while nobody watches', async () => {
    const peer = await device()
    await configured(peer)
    expect(await write(1, 5)).toMatchObject({ status: 'success' })
    expect(platform.all('live')).toEqual([])
  })

  it('says hello again with the hash of what it applied', async () => {
    const bound = await configured(await device())
    const hello = await platform.until('hello', ({ configHash }) => configHash === bound.hash)
    expect(hello).toMatchObject({ bindingId: 1, firmware: '1.0.0', mode: 'standard', vpn: false })
    expect(platform.all('hello')[0]).toMatchObject({ configHash: null, bindingId: null })
  })

  it('names the fault of a dead device and recovers by itself after kill -9', async () => {
    const peer = await device()
    await configured(peer)
    platform.tell('open', { intervalMs: 100, delayS: 60 })
    await live(1, 10)
    await peer.kill()
    await live(1, 10, 1722)
    await peer.restart()
    const before = platform.all('live').length
    await platform.until(
      'live',
      (batch) => platform.all('live').indexOf(batch) >= before && streamed(1)?.toString() === '10,200',
    )
  })

  it('streams again after the broker was lost, to whoever still watches', async () => {
    await configured(await device())
    platform.tell('open', { intervalMs: 100, delayS: 60 })
    const { session } = await live(1, 10)
    platform.cut()
    await platform.until('live', (batch) => batch.session !== session && batch.ids.includes(1))
    expect(new Set(platform.clientIds).size).toBe(1)
  })

  it('a silent device disturbs neither the polling nor the writing of another', async () => {
    const peer = await device()
    const silent = await silentServer()
    cleanups.push(() => silent.close())
    await start()
    const stuck = modbusDriver(silent.port, [{ id: 100 }], { timeoutMs: 60_000 })
    const bound = boundConfig([stuck, modbusDriver(peer.port, [{ id: 1 }])])
    await platform.until('hello')
    await platform.command({ kind: 'configure', bound })
    const blocked = write(100, 1)
    for (const value of [1, 2, 3, 4, 5]) expect(await write(1, value)).toMatchObject({ status: 'success', value })
    expect(platform.all('result').map(({ status }) => status)).not.toContain('exception')
    await edge.stop()
    expect(peer.writes).toHaveLength(5)
    void blocked
  })
})

describe('a write', () => {
  it.each<[string, number, number | string | boolean, object]>([
    ['an unknown signal', 99, 1, { status: 'failure', code: 1713 }],
    ['a read-only one', 3, 1, { status: 'failure', code: 1717 }],
    ['above its bounds', 4, 101, { status: 'failure', code: 2001 }],
    ['beyond its type', 1, 65_536, { status: 'failure', code: 2001 }],
    ['of another type', 1, 'five', { status: 'failure', code: 1716 }],
  ])('of %s is refused and never reaches the device', async (_name, id, value, result) => {
    const peer = await device()
    await configured(peer)
    expect(await write(id, value)).toMatchObject(result)
    expect(peer.writes).toEqual([])
  })

  it('of another binding is refused', async () => {
    const peer = await device()
    await configured(peer)
    expect(await write(1, 1, { bindingId: 2 })).toMatchObject({ status: 'failure', code: 1318 })
    expect(peer.writes).toEqual([])
  })

  it('with the same uuid twice writes once and tells the same result twice', async () => {
    const peer = await device()
    await configured(peer)
    const uuid = randomUUID()
    const first = await write(1, 5, { uuid })
    expect(first).toMatchObject({ status: 'success', code: 200, value: 5 })
    await write(1, 6, { uuid })
    await write(2, 9)
    expect(peer.writes).toEqual(['1 H 0 5', '1 H 1 9'])
    await platform.until('result', () => platform.all('result').filter((result) => result.uuid === uuid).length > 1)
    expect(platform.all('result').filter((result) => result.uuid === uuid)).toEqual([first, first])
  })

  it('is told from the journal after a restart, not done again', async () => {
    const peer = await device()
    await configured(peer)
    const uuid = randomUUID()
    const first = await write(1, 5, { uuid })
    await edge.stop()
    await start()
    await platform.until('hello', () => platform.all('hello').length > 2)
    platform.heard.length = 0
    expect(await write(1, 5, { uuid })).toEqual(first)
    expect(peer.writes).toEqual(['1 H 0 5'])
  })

  it('that the device does not keep is a failure with what it reads back', async () => {
    const peer = await startPymodbus({ 1: { H: { 0: 10, 1: 20, 2: 30, 3: 40 }, Hro: [0] } })
    cleanups.push(() => peer.kill())
    await configured(peer)
    expect(await write(1, 5)).toMatchObject({ status: 'failure', code: 1732, value: 10 })
  })

  it('that expired on the way is not done', async () => {
    const peer = await device()
    await configured(peer)
    expect(await write(1, 5, { expiresAt: platform.now() - 1 })).toMatchObject({ status: 'exception', code: 1731 })
    expect(peer.writes).toEqual([])
  })

  it('delivered late by a stalled link never reaches the device', async () => {
    const peer = await device()
    const line = await startLine(platform.port)
    cleanups.push(() => line.close())
    await start({ url: `mqtt://127.0.0.1:${line.port}` })
    await platform.until('hello')
    await platform.command({ kind: 'configure', bound: boundConfig([modbusDriver(peer.port, [{}])]) })
    line.stall()
    const expiresAt = platform.now() + 150
    const result = write(1, 5, { expiresAt })
    await new Promise((resolve) => setTimeout(resolve, 300))
    line.flow()
    expect(await result).toMatchObject({ status: 'exception', code: 1731 })
    expect(peer.writes).toEqual([])
  })

  it('judges expiry by the platform, whatever the wall clock of the box says', async () => {
    const peer = await device()
    let wall = Date.UTC(1999, 0, 1)
    await start({ now: () => (wall -= 86_400_000) })
    await platform.until('hello')
    await platform.command({ kind: 'configure', bound: boundConfig([modbusDriver(peer.port, [{}])]) })
    const result = await write(1, 5)
    expect(result).toMatchObject({ status: 'success', value: 5 })
    expect(Math.abs(result.at - platform.now())).toBeLessThan(60_000)
    expect(await write(1, 6, { expiresAt: platform.now() - 1 })).toMatchObject({ code: 1731 })
  })

  it('before the welcome is never done', async () => {
    const peer = await device()
    await writeFile(join(dataDir, 'config.json'), JSON.stringify(boundConfig([modbusDriver(peer.port, [{}])])))
    platform.welcome.answers = false
    await start()
    await platform.until('hello')
    const result = write(1, 5)
    platform.welcome.answers = true
    expect(await result).toMatchObject({ status: 'exception', code: 1731 })
    expect(peer.writes).toEqual([])
  })

  it('retained on the broker is ignored', async () => {
    const peer = await device()
    await configured(peer)
    await edge.stop()
    const order = { kind: 'write', equipmentId: 1, bindingId: 1, signalId: 1, value: 5 } as const
    platform.tell('command', { ...order, uuid: randomUUID(), expiresAt: platform.now() + 15_000 }, true)
    platform.heard.length = 0
    await start()
    await platform.until('hello')
    expect(await write(2, 9)).toMatchObject({ status: 'success' })
    expect(peer.writes).toEqual(['1 H 1 9'])
  })

  it('begun but cut by a crash is told as 1730 and never repeated', async () => {
    const peer = await device()
    const uuid = randomUUID()
    await writeFile(
      join(dataDir, 'journal.jsonl'),
      `${JSON.stringify({ begin: uuid, expiresAt: Date.now() + 9000 })}\n`,
    )
    await writeFile(join(dataDir, 'config.json'), JSON.stringify(boundConfig([modbusDriver(peer.port, [{}])])))
    await start()
    expect(await platform.until('result')).toMatchObject({ uuid, status: 'exception', code: 1730 })
    expect(await write(1, 5, { uuid })).toMatchObject({ code: 1730 })
    expect(peer.writes).toEqual([])
  })

  it('is refused while a tunnel is open, and so is monitoring', async () => {
    const peer = await device()
    await configured(peer)
    edge.hardware.setVpn(true)
    await platform.until('hello', ({ vpn }) => vpn)
    platform.tell('open', { intervalMs: 100, delayS: 60 })
    expect(await write(1, 5)).toMatchObject({ status: 'failure', code: 1331 })
    expect(peer.writes).toEqual([])
    expect(platform.all('live')).toEqual([])
  })

  it('that is malformed is answered with what is wrong', async () => {
    await configured(await device())
    const uuid = randomUUID()
    platform.tell('command', { kind: 'write', uuid } as never)
    expect(await platform.until('result', (result) => result.uuid === uuid)).toMatchObject({
      status: 'failure',
      code: 10001,
    })
  })
})

describe('a configuration', () => {
  it('that is wrong leaves the old one running and says why', async () => {
    const peer = await device()
    const old = await configured(peer)
    const wrong = boundConfig([modbusDriver(peer.port, [{ address: 'nonsense' }])], 2)
    const result = await platform.command({ kind: 'configure', bound: wrong })
    expect(result).toMatchObject({ status: 'failure', code: 1320 })
    expect(result.reason).toContain('signal 1: address')
    expect(edge.status()).toMatchObject({ configHash: old.hash, bindingId: 1 })
    expect(await write(1, 5)).toMatchObject({ status: 'success' })
  })

  it('with a hash that is not its own is refused', async () => {
    const bound = await configured(await device())
    const result = await platform.command({ kind: 'configure', bound: { ...bound, hash: '0'.repeat(64) } })
    expect(result).toMatchObject({ status: 'failure', code: 1320 })
  })

  it('is kept over a restart and polled before the platform is reached', async () => {
    const bound = await configured(await device())
    await edge.stop()
    await platform.close()
    await start()
    expect(edge.status()).toMatchObject({ configHash: bound.hash, state: 'connecting' })
    await expect.poll(() => edge.status().good, { timeout: 10_000 }).toBe(4)
    platform = await startPlatform(sn)
  })

  it('is forgotten on release', async () => {
    await configured(await device())
    expect(await platform.command({ kind: 'release' })).toMatchObject({ status: 'success' })
    expect(edge.status()).toMatchObject({ configHash: null, connections: [], readings: 0 })
    await expect(readFile(join(dataDir, 'config.json'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('that is unreadable on disk is as if there were none', async () => {
    await writeFile(join(dataDir, 'config.json'), '{"equipmentId":1,"bind')
    await start()
    expect(await platform.until('hello')).toMatchObject({ configHash: null })
  })
})

describe('the link', () => {
  it('of a second box keeps silent and asks again', async () => {
    platform.welcome.accepted = false
    await start()
    await platform.until('hello')
    await expect.poll(() => platform.all('hello').length, { timeout: 10_000 }).toBeGreaterThan(2)
    platform.tell('open', { intervalMs: 100, delayS: 60 })
    expect(new Set(platform.heard.map(({ name }) => name))).toEqual(new Set(['hello']))
    platform.welcome.accepted = true
    await expect.poll(() => edge.status().state, { timeout: 10_000 }).toBe('online')
  })

  it('uses a new session each time and the same box id for ever', async () => {
    await start()
    const first = await platform.until('hello')
    await edge.stop()
    expect(await platform.until('bye')).toEqual({ session: first.session })
    await start()
    const second = await platform.until('hello', ({ session }) => session !== first.session)
    expect(second.boxId).toBe(first.boxId)
    expect(platform.clientIds[0]).toBe(`gw-${sn}-${first.boxId}`)
  })

  it('says hello again until it is welcome', async () => {
    platform.welcome.answers = false
    await start()
    await platform.until('hello', () => platform.all('hello').length > 1)
    expect(edge.status().state).toBe('connecting')
    platform.welcome.answers = true
    await expect.poll(() => edge.status().state, { timeout: 10_000 }).toBe('online')
  })
})

describe('the box', () => {
  it('says good-bye, sleeps and wakes', async () => {
    await configured(await device())
    const { session } = platform.all('hello')[0]!
    edge.hardware.sleep(0.2)
    expect(await platform.until('bye')).toEqual({ session, sleeping: true })
    await platform.until('hello', (hello) => hello.session !== session)
    expect(await write(1, 5)).toMatchObject({ status: 'success' })
  })

  it('without power says nothing itself: the broker sends the will', async () => {
    await configured(await device())
    const { session } = platform.all('hello')[0]!
    edge.hardware.powerOff()
    expect(await platform.until('bye')).toEqual({ session })
    expect(edge.status()).toMatchObject({ state: 'unpowered', connections: [] })
    edge.hardware.powerOn()
    await platform.until('hello', (hello) => hello.session !== session)
  })

  it('changes its mode at the next restart only', async () => {
    await start()
    const { session } = await platform.until('hello')
    edge.hardware.setMode('router')
    edge.hardware.setSignalStrength(40)
    expect(await platform.until('hello', ({ signalStrength }) => signalStrength === 40)).toMatchObject({
      mode: 'standard',
    })
    edge.hardware.restart()
    expect(await platform.until('hello', (hello) => hello.session !== session)).toMatchObject({ mode: 'router' })
  })
})
