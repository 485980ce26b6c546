// The gateway's own settings: a real broker, real Modbus devices, the simulated box.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Tamper } from '../../../contract/box.ts'
import { writeHash } from '../../../contract/config-hash.ts'
import type { BoundConfig } from '../../../contract/gateway-config.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { Bench } from '../../../testkit/peers/bench.ts'

let bench: Bench
beforeEach(async () => {
  bench = await Bench.begin()
})
afterEach(() => bench.end())

const begun = async (box: Parameters<Bench['start']>[0] = {}) => {
  await bench.start(box)
  await bench.platform.until('hello')
}
const hashOf = (bound: BoundConfig, id: number) => writeHash(bound.config, id)!
/** The values written to this register, in order. */
const writesTo = (writes: readonly string[], register: number) =>
  writes.filter((line) => line.startsWith(`1 H ${register} `)).map((line) => Number(line.split(' ').at(-1)))

describe('the report of the box', () => {
  it('is sent after the welcome, with the measured traffic', async () => {
    await begun()
    const first = await bench.told(() => true)
    expect(first).toMatchObject({ mode: { now: 'standard', next: 'standard' }, mqtt: null, tamper: null, mappings: [] })
    expect(first.can).toEqual(expect.arrayContaining(['restart', 'lan', 'mqtt', 'tamper', 'mappings']))
    expect(first.traffic.sent).toBeGreaterThan(100)
    await bench.order({ act: 'serial', line: { port: 'COM2', baud: 19_200, dataBits: 7, parity: 'even', stopBits: 2 } })
    const next = await bench.told(({ serial }) => serial[1]?.baud === 19_200)
    expect(next.serial[0]).toMatchObject({ port: 'COM1', baud: 9600 })
    expect(next.traffic.sent).toBeGreaterThan(first.traffic.sent)
    expect(next.traffic.sinceAt).toBe(first.traffic.sinceAt)
  })

  it('continues counting over a restart of the agent', async () => {
    await begun()
    await bench.told(() => true)
    await bench.edge.stop()
    const before = bench.platform.all('box').length
    await begun()
    await eventually(() => expect(bench.platform.all('box').length).toBeGreaterThan(before))
    const [first, last] = [bench.platform.all('box')[0]!, bench.platform.all('box').at(-1)!]
    expect(last.box.traffic.sent).toBeGreaterThan(first.box.traffic.sent)
    expect(last.box.traffic.sinceAt).toBe(first.box.traffic.sinceAt)
  })
})

describe('restart and mode', () => {
  it('a mode takes effect after the restart, which is answered before it happens', async () => {
    await begun()
    expect(await bench.order({ act: 'mode', mode: 'router' })).toMatchObject({ status: 'success' })
    expect((await bench.told(({ mode }) => mode.next === 'router')).mode.now).toBe('standard')
    expect(await bench.order({ act: 'restart' })).toMatchObject({ status: 'success' })
    await bench.platform.until('hello', ({ mode }) => mode === 'router')
    expect(bench.platform.all('bye')).toHaveLength(1)
  })

  it('in remote download mode all orders but the mode and the restart that end it are refused with 1331', async () => {
    await begun()
    await bench.order({ act: 'mode', mode: 'download' })
    await bench.order({ act: 'restart' })
    await bench.platform.until('hello', ({ mode }) => mode === 'download')
    const line = { port: 'COM1', baud: 9600, dataBits: 8, parity: 'none', stopBits: 1 } as const
    expect(await bench.order({ act: 'serial', line })).toMatchObject({ status: 'failure', code: 1331 })
    expect(await bench.order({ act: 'tamper', tamper: null })).toMatchObject({ status: 'failure', code: 1331 })
    expect(await bench.order({ act: 'mode', mode: 'standard' })).toMatchObject({ status: 'success' })
    expect(await bench.order({ act: 'restart' })).toMatchObject({ status: 'success' })
    await bench.platform.until('hello', ({ mode, session }) => {
      const first = bench.platform.all('hello')[0]!.session
      return mode === 'standard' && session !== first
    })
  })
})

describe('the LAN', () => {
  it('is changed, and stays if the platform is reached', async () => {
    await begun()
    const route = { target: '10.1.0.0', mask: '255.255.0.0', nextHop: '192.168.1.2' }
    expect(await bench.order({ act: 'lan', lan: { ip: '192.168.1.77', mask: '255.255.255.0', route } })).toMatchObject({
      status: 'success',
    })
    expect(await bench.told(({ lan }) => lan?.ip === '192.168.1.77')).toMatchObject({ lan: { route }, lanUndone: null })
    await bench.platform.until('hello', ({ lanIp }) => lanIp === '192.168.1.77')
  })

  it('with a wrong mask cuts the line, and is undone without contact', async () => {
    await begun()
    const lan = { ip: '192.168.1.10', mask: '255.255.255.248', route: null }
    expect(await bench.order({ act: 'lan', lan: { ...lan, ip: '192.168.1.130' } })).toMatchObject({ status: 'success' })
    // Reported only after the contact was lost; the offline time may be too short to observe.
    const back = await bench.told(({ lanUndone }) => lanUndone !== null)
    expect(back.lan).toEqual({ ip: '192.168.1.10', mask: '255.255.255.0', route: null })
    expect(back.lanUndone).toMatchObject({ ip: '192.168.1.130', mask: '255.255.255.248' })
    await eventually(() => expect(bench.edge.status().state).toBe('online'))
  })
})

describe('low power', () => {
  it('sleeps after its delay, wakes to report, and stays awake once it is switched off', async () => {
    await begun({ box: { pace: { minuteMs: 600 } } })
    const power = { isLowPower: true, reportEveryMin: 1, sleepDelayS: 20 }
    expect(await bench.order({ act: 'power', power })).toMatchObject({ status: 'success' })
    await bench.platform.until('bye', ({ sleeping }) => sleeping === true)
    expect(bench.edge.status().state).toBe('sleeping')
    const hellos = bench.platform.all('hello').length
    await eventually(() => expect(bench.platform.all('hello').length).toBeGreaterThan(hellos))
    await eventually(() => expect(bench.edge.status().state).toBe('online'))
    expect(await bench.order({ act: 'power', power: { ...power, isLowPower: false } })).toMatchObject({ code: 200 })
    await bench.told((box) => box.power?.isLowPower === false && box.power.sleepDelayS === 20)
  })

  it.each([
    ['a delay equal to the interval is 1350', { isLowPower: true, reportEveryMin: 1, sleepDelayS: 60 }, 1350],
    ['the same settings, switched off, are accepted', { isLowPower: false, reportEveryMin: 1, sleepDelayS: 60 }, 200],
  ])('%s', async (_, power, code) => {
    await begun()
    expect(await bench.order({ act: 'power', power })).toMatchObject({ code })
  })

  it('excludes remote download, and is excluded by it: 1352, 1351', async () => {
    await begun()
    const power = { isLowPower: true, reportEveryMin: 60, sleepDelayS: 60 }
    await bench.order({ act: 'power', power })
    expect(await bench.order({ act: 'mode', mode: 'download' })).toMatchObject({ code: 1352 })
    await bench.order({ act: 'power', power: { ...power, isLowPower: false } })
    await bench.order({ act: 'mode', mode: 'download' })
    expect(await bench.order({ act: 'power', power })).toMatchObject({ code: 1351 })
  })

  it('without a battery is refused with 1349', async () => {
    await begun({ box: { hasBattery: false } })
    const power = { isLowPower: true, reportEveryMin: 60, sleepDelayS: 60 }
    expect(await bench.order({ act: 'power', power })).toMatchObject({ code: 1349 })
    expect((await bench.told(() => true)).power).toBeNull()
  })
})

describe('the base-station location', () => {
  it('is refreshed five times a day, if it is on and a cell is in reach', async () => {
    let at = Date.UTC(2026, 0, 1)
    await begun({ box: { now: () => at } })
    expect(await bench.order({ act: 'locate' })).toMatchObject({ code: 1340 })
    await bench.order({ act: 'location', isOn: true })
    bench.edge.hardware.modem.moveTo({ latitude: 22.54, longitude: 114.05, accuracyM: 300 })
    for (let tries = 0; tries < 5; tries += 1) expect(await bench.order({ act: 'locate' })).toMatchObject({ code: 200 })
    expect(await bench.order({ act: 'locate' })).toMatchObject({ code: 1341, details: { limit: 5 } })
    const { location } = await bench.told((box) => box.location?.left === 0)
    expect(location).toMatchObject({ isOn: true, fix: { latitude: 22.54, longitude: 114.05, accuracyM: 300, at } })
    at += 24 * 3_600_000
    expect(await bench.order({ act: 'locate' })).toMatchObject({ code: 200 })
    bench.edge.hardware.modem.moveTo(undefined)
    expect(await bench.order({ act: 'locate' })).toMatchObject({ code: 1342 })
  })
})

describe('tamper-proof', () => {
  const settings: Tamper = { formula: '6*X+10', readId: 1, writeId: 2, everyS: 1, offlineMin: 1 }

  it('answers the PLC, also after a restart of the agent, and ends when ordered', async () => {
    const peer = await bench.device()
    const bound = await bench.configured(peer)
    expect(await bench.order({ act: 'tamper', tamper: null })).toMatchObject({ code: 1343 })
    const tamper = { ...settings, hash: hashOf(bound, 2) }
    expect(await bench.order({ act: 'tamper', tamper })).toMatchObject({ code: 200 })
    await eventually(() => expect(writesTo(peer.writes, 1).slice(0, 3)).toEqual([70, 70, 70]))
    expect((await bench.told((box) => box.tamper?.state === 'working')).tamper).toMatchObject({
      x: 10,
      y: 70,
      settings,
    })
    await bench.edge.stop()
    const before = peer.writes.length
    await bench.start()
    await eventually(() => expect(peer.writes.length).toBeGreaterThan(before))
    await bench.platform.until('hello')
    await eventually(() => expect(bench.edge.status().state).toBe('online'))
    expect(await bench.order({ act: 'tamper', tamper: null })).toMatchObject({ code: 200 })
    const after = peer.writes.length
    await bench.order({ act: 'location', isOn: true })
    expect(peer.writes.length - after).toBeLessThanOrEqual(1)
    expect(bench.edge.status().state).toBe('online')
  })

  it('stops writing when the platform is away for the set minutes, and continues when it is back', async () => {
    const peer = await bench.device()
    const bound = await bench.configured(peer)
    await bench.order({ act: 'tamper', tamper: { ...settings, hash: hashOf(bound, 2) } })
    await eventually(() => expect(writesTo(peer.writes, 1).length).toBeGreaterThan(2))
    bench.platform.welcome.answers = false
    bench.platform.cut()
    // A minute offline is 60 ticks of the shortened second; it is over when writes stop.
    let last = -1
    await eventually(async () => {
      const now = peer.writes.length
      const isStill = now === last
      last = now
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(isStill).toBe(true)
    })
    expect(bench.edge.status().state).not.toBe('online')
    bench.platform.welcome.answers = true
    await eventually(() => expect(peer.writes.length).toBeGreaterThan(last))
  })

  it('writes nothing if the variable means another address now, or X is bad', async () => {
    const peer = await bench.device()
    const bound = await bench.configured(peer)
    await bench.order({ act: 'tamper', tamper: { ...settings, hash: '0'.repeat(64) } })
    expect((await bench.told((box) => box.tamper?.state === 'outdated')).tamper?.code).toBe(1318)
    await bench.order({ act: 'tamper', tamper: { ...settings, readId: 99, hash: hashOf(bound, 2) } })
    expect((await bench.told((box) => box.tamper?.state === 'failed')).tamper?.code).toBe(1713)
    expect(peer.writes).toEqual([])
  })

  it('is removed with the device', async () => {
    const peer = await bench.device()
    const bound = await bench.configured(peer)
    await bench.order({ act: 'tamper', tamper: { ...settings, hash: hashOf(bound, 2) } })
    await bench.told((box) => box.tamper?.state === 'working')
    expect(await bench.platform.command({ kind: 'release' })).toMatchObject({ status: 'success' })
    await eventually(() => expect(bench.platform.all('box').at(-1)!.box.tamper).toBeNull())
    expect(await bench.order({ act: 'tamper', tamper: null })).toMatchObject({ code: 1343 })
  })
})

describe('mappings', () => {
  it('carry values on change and periodically', async () => {
    const [from, to] = [await bench.device(), await bench.device()]
    const bound = await bench.configured(from, [to])
    const [source, byChange, byClock] = [1, 5, 6]
    const mappings = [
      { from: source, to: byChange, when: 'change', everyS: 1, hash: hashOf(bound, byChange) },
      { from: 2, to: byClock, when: 'period', everyS: 2, hash: hashOf(bound, byClock) },
    ] as const
    expect(await bench.order({ act: 'mappings', mappings: [...mappings] })).toMatchObject({ code: 200 })
    await eventually(() => expect(writesTo(to.writes, 0)).toEqual([10]))
    await eventually(() => expect(writesTo(to.writes, 1).length).toBeGreaterThan(2))
    expect(await bench.write(source, 123)).toMatchObject({ status: 'success' })
    await eventually(() => expect(writesTo(to.writes, 0)).toEqual([10, 123]))
    const told = await bench.told((box) => (box.mappings[0]?.writes ?? 0) >= 2)
    expect(told.mappings[0]).toMatchObject({ from: source, to: byChange, code: null })
  })

  it('report the code when the target refuses', async () => {
    const [from, to] = [await bench.device(), await bench.device()]
    const bound = await bench.configured(from, [to])
    const mapping = { from: 1, to: 7, when: 'change', everyS: 1, hash: hashOf(bound, 7) } as const
    await bench.order({ act: 'mappings', mappings: [mapping] })
    expect((await bench.told((box) => typeof box.mappings[0]?.code === 'number')).mappings[0]).toMatchObject({
      code: 1717,
    })
    expect(to.writes).toEqual([])
  })
})
