// The agent as a whole: a real broker at one end, real Modbus devices at the other.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Bench } from '../../testkit/peers/bench.ts'
import { boundConfig, modbusDriver, startPlatform } from '../../testkit/peers/platform.ts'
import { silentServer } from '../../testkit/peers/silent.ts'

let bench: Bench
beforeEach(async () => {
  bench = await Bench.begin()
})
afterEach(() => bench.end())

/** The last streamed value of a signal. */
const streamed = (id: number) => {
  let last: unknown
  for (const batch of bench.platform.all('live')) {
    const index = batch.ids.indexOf(id)
    if (index >= 0) last = [batch.values[index], batch.codes?.[index] ?? 200]
  }
  return last
}
describe('from the device to the platform', () => {
  it('streams all values when opened, then changes', async () => {
    const peer = await bench.device()
    await bench.configured(peer)
    bench.platform.tell('open', { intervalMs: 100, delayS: 60 })
    await bench.live(1, 10)
    await bench.live(4, 40)
    expect(await bench.write(1, 77)).toMatchObject({ status: 'success', value: 77 })
    await bench.live(1, 77)
    expect(streamed(2)).toEqual([20, 200])
  })

  it('reports the state of its drivers while monitoring is open', async () => {
    const peer = await bench.device()
    await bench.configured(peer)
    bench.platform.tell('open', { intervalMs: 100, delayS: 60 })
    const well = await bench.platform.until('drivers', ({ drivers }) => (drivers[0]?.requests ?? 0) > 20)
    expect(well).toMatchObject({ equipmentId: 1, bindingId: 1, drivers: [{ id: peer.port, isOpen: true, errors: 0 }] })
    expect(well.drivers[0]).toMatchObject({ fault: null, cycleMs: expect.any(Number) })
    await peer.kill()
    const ill = await bench.platform.until('drivers', ({ drivers }) => drivers[0]?.isOpen === false)
    expect(ill.drivers[0]?.fault).toMatchObject({ code: 1722, text: expect.any(String) })
    expect(ill.drivers[0]!.errors).toBeGreaterThan(0)
    expect(Math.abs(ill.drivers[0]!.fault!.at - bench.platform.now())).toBeLessThan(60_000)
  })

  it('sends nothing while monitoring is closed', async () => {
    const peer = await bench.device()
    await bench.configured(peer)
    expect(await bench.write(1, 5)).toMatchObject({ status: 'success' })
    expect([bench.platform.all('live'), bench.platform.all('drivers')]).toEqual([[], []])
  })

  it('says hello again with the hash of the applied configuration', async () => {
    const bound = await bench.configured(await bench.device())
    const hello = await bench.platform.until('hello', ({ configHash }) => configHash === bound.hash)
    expect(hello).toMatchObject({ bindingId: 1, firmware: 'simulated', mode: 'standard', vpn: false })
    expect(bench.platform.all('hello')[0]).toMatchObject({ configHash: null, bindingId: null })
  })

  it('reports the fault of a dead device and recovers automatically after kill -9', async () => {
    const peer = await bench.device()
    await bench.configured(peer)
    bench.platform.tell('open', { intervalMs: 100, delayS: 60 })
    await bench.live(1, 10)
    await peer.kill()
    await bench.live(1, 10, 1722)
    await peer.restart()
    const before = bench.platform.all('live').length
    await bench.platform.until(
      'live',
      (batch) => bench.platform.all('live').indexOf(batch) >= before && streamed(1)?.toString() === '10,200',
    )
  })

  it('streams again to open monitoring after the broker was lost', async () => {
    await bench.configured(await bench.device())
    bench.platform.tell('open', { intervalMs: 100, delayS: 60 })
    const { session } = await bench.live(1, 10)
    bench.platform.cut()
    await bench.platform.until('live', (batch) => batch.session !== session && batch.ids.includes(1))
    expect(new Set(bench.platform.clientIds).size).toBe(1)
  })

  it('a silent device delays neither the polling nor the writing of another', async () => {
    const peer = await bench.device()
    const silent = await silentServer()
    bench.cleanups.push(() => silent.close())
    await bench.start()
    const stuck = modbusDriver(silent.port, [{ id: 100 }], { timeoutMs: 60_000 })
    const bound = boundConfig([stuck, modbusDriver(peer.port, [{ id: 1 }])])
    await bench.platform.until('hello')
    await bench.platform.command({ kind: 'configure', bound })
    const blocked = bench.write(100, 1)
    for (const value of [1, 2, 3, 4, 5]) expect(await bench.write(1, value)).toMatchObject({ status: 'success', value })
    expect(bench.platform.all('result').map(({ status }) => status)).not.toContain('exception')
    await bench.edge.stop()
    expect(peer.writes).toHaveLength(5)
    void blocked
  })
})

describe('a configuration', () => {
  it('leaves the old one running and returns the reason when it is wrong', async () => {
    const peer = await bench.device()
    const old = await bench.configured(peer)
    const wrong = boundConfig([modbusDriver(peer.port, [{ address: 'nonsense' }])], 2)
    const result = await bench.platform.command({ kind: 'configure', bound: wrong })
    expect(result).toMatchObject({ status: 'failure', code: 1320 })
    expect(result.reason).toContain('signal 1: address')
    expect(bench.edge.status()).toMatchObject({ configHash: old.hash, bindingId: 1 })
    expect(await bench.write(1, 5)).toMatchObject({ status: 'success' })
  })

  it('is refused when the hash does not match', async () => {
    const bound = await bench.configured(await bench.device())
    const result = await bench.platform.command({ kind: 'configure', bound: { ...bound, hash: '0'.repeat(64) } })
    expect(result).toMatchObject({ status: 'failure', code: 1320 })
  })

  it('is kept over a restart and polled before the platform is reached', async () => {
    const bound = await bench.configured(await bench.device())
    await bench.edge.stop()
    await bench.platform.close()
    await bench.start()
    expect(bench.edge.status()).toMatchObject({ configHash: bound.hash, state: 'connecting' })
    await expect.poll(() => bench.edge.status().good).toBe(4)
    bench.platform = await startPlatform(bench.sn)
  })

  it('is removed on release', async () => {
    await bench.configured(await bench.device())
    expect(await bench.platform.command({ kind: 'release' })).toMatchObject({ status: 'success' })
    expect(bench.edge.status()).toMatchObject({ configHash: null, connections: [], readings: 0 })
    await expect(readFile(join(bench.dataDir, 'config.json'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('is ignored when it is unreadable on disk', async () => {
    await writeFile(join(bench.dataDir, 'config.json'), '{"equipmentId":1,"bind')
    await bench.start()
    expect(await bench.platform.until('hello')).toMatchObject({ configHash: null })
  })
})

describe('the link', () => {
  it('sends nothing but hellos when another box has the same SN', async () => {
    bench.platform.welcome.accepted = false
    await bench.start()
    await bench.platform.until('hello')
    await expect.poll(() => bench.platform.all('hello').length).toBeGreaterThan(2)
    bench.platform.tell('open', { intervalMs: 100, delayS: 60 })
    expect(new Set(bench.platform.heard.map(({ name }) => name))).toEqual(new Set(['hello']))
    bench.platform.welcome.accepted = true
    await expect.poll(() => bench.edge.status().state).toBe('online')
  })

  it('uses a new session each time and always the same box id', async () => {
    await bench.start()
    const first = await bench.platform.until('hello')
    await bench.edge.stop()
    expect(await bench.platform.until('bye')).toEqual({ session: first.session })
    await bench.start()
    const second = await bench.platform.until('hello', ({ session }) => session !== first.session)
    expect(second.boxId).toBe(first.boxId)
    expect(bench.platform.clientIds[0]).toBe(`gw-${bench.sn}-${first.boxId}`)
  })

  it('says hello again until it is welcome', async () => {
    bench.platform.welcome.answers = false
    await bench.start()
    await bench.platform.until('hello', () => bench.platform.all('hello').length > 1)
    expect(bench.edge.status().state).toBe('connecting')
    bench.platform.welcome.answers = true
    await expect.poll(() => bench.edge.status().state).toBe('online')
  })
})

describe('the box', () => {
  it('says good-bye, sleeps and wakes', async () => {
    await bench.configured(await bench.device())
    const { session } = bench.platform.all('hello')[0]!
    bench.edge.hardware.sleep(0.2)
    expect(await bench.platform.until('bye')).toEqual({ session, sleeping: true })
    await bench.platform.until('hello', (hello) => hello.session !== session)
    expect(await bench.write(1, 5)).toMatchObject({ status: 'success' })
  })

  it('without power sends no good-bye itself: the broker sends the will', async () => {
    await bench.configured(await bench.device())
    const { session } = bench.platform.all('hello')[0]!
    bench.edge.hardware.powerOff()
    expect(await bench.platform.until('bye')).toEqual({ session })
    expect(bench.edge.status()).toMatchObject({ state: 'unpowered', connections: [] })
    bench.edge.hardware.powerOn()
    await bench.platform.until('hello', (hello) => hello.session !== session)
  })

  it('changes its mode at the next restart only', async () => {
    await bench.start()
    const { session } = await bench.platform.until('hello')
    bench.edge.hardware.setMode('router')
    bench.edge.hardware.setSignalStrength(40)
    expect(await bench.platform.until('hello', ({ signalStrength }) => signalStrength === 40)).toMatchObject({
      mode: 'standard',
    })
    bench.edge.hardware.restart()
    expect(await bench.platform.until('hello', (hello) => hello.session !== session)).toMatchObject({ mode: 'router' })
  })
})
