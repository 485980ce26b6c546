// The path of a record over a real broker: from the sink of the history reports to "committed".
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gatewayConfigHash } from '../../../contract/config-hash.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { Bench } from '../../../testkit/peers/bench.ts'
import { boundConfig, modbusDriver, type PlatformStub, startPlatform } from '../../../testkit/peers/platform.ts'
import { reportOf } from '../../../testkit/storing-world.ts'
import { type Clock, type ClockSources, createClock } from '../clock.ts'
import { fieldPace, Link } from '../link/link.ts'
import { Delivery, fieldDelivery } from '../outbox/delivery.ts'
import { type Outbox, openOutbox } from '../outbox/outbox.ts'

const sn = 'EG-0001'
const hash = 'a'.repeat(64)
const pace = { ...fieldPace, backOffMs: 10, backOffMaxMs: 50, helloRetryMs: 200 }
let bound: { equipmentId: number; bindingId: number; hash: string } | undefined
let platform: PlatformStub
let folder: string
let outbox: Outbox
let link: Link
let delivery: Delivery
let clock: Clock

/** The parts of the agent that a record passes, without those that create records. */
async function start(sources: Partial<ClockSources> = {}): Promise<void> {
  clock = createClock(sources)
  const log = () => undefined
  outbox = await openOutbox({ folder, bound: () => bound, clock, log, lingerMs: 2 })
  link = new Link({
    sn,
    secret: 's',
    url: platform.url,
    boxId: '0123456789abcdef',
    clock,
    pace,
    log,
    profile: () => ({ firmware: '1.0.0', configHash: null, bindingId: null, mode: 'standard', vpn: false }),
    onWelcome: () => delivery.resume(),
    onAck: (ack) => delivery.acknowledge(ack),
    onOpen: () => undefined,
    onCommand: () => undefined,
  })
  delivery = new Delivery({ outbox, link, clock, log })
}
async function stop(): Promise<void> {
  delivery.pause()
  await link.stop()
  await outbox.close()
}
const keep = (value: number) => outbox.record({ moment: clock.now(), ids: [7], values: [value] })
const arrived = () => platform.ledger.records.flatMap(({ values }) => values)
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

beforeEach(async () => {
  bound = { equipmentId: 1, bindingId: 2, hash }
  platform = await startPlatform(sn)
  folder = await mkdtemp(join(tmpdir(), 'road-'))
})
afterEach(async () => {
  await stop()
  await platform.close()
  await rm(folder, { recursive: true })
})

describe('records', () => {
  it('arrive exactly once and in order, however the line is cut', async () => {
    await start()
    link.start()
    const kept: Promise<boolean>[] = []
    for (let value = 1; value <= 600; value++) {
      kept.push(keep(value))
      if (value % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 3))
      if (value % 100 === 50) platform.cut()
      if (value % 200 === 150) platform.acks = false
      if (value % 200 === 199) platform.acks = true
    }
    expect((await Promise.all(kept)).every(Boolean)).toBe(true)
    platform.acks = true
    platform.cut()
    await eventually(() => expect(outbox.stats().entries).toBe(0))
    expect(arrived()).toEqual(numbers(600))
    expect(new Set(platform.ledger.records.map(({ session }) => session)).size).toBeGreaterThan(2)
  })

  it('wait over a restart of the agent, and are sent under the binding of their creation', async () => {
    await start()
    for (const value of numbers(20)) await keep(value)
    bound = { equipmentId: 8, bindingId: 9, hash }
    for (const value of numbers(5)) await keep(20 + value)
    await stop()
    bound = undefined
    await start()
    expect(await keep(99)).toBe(false)
    link.start()
    await eventually(() => expect(outbox.stats().entries).toBe(0))
    expect(arrived()).toEqual(numbers(25))
    const owners = platform.ledger.records.map(({ equipmentId, bindingId }) => `${equipmentId} ${bindingId}`)
    expect([...new Set(owners)]).toEqual(['1 2', '8 9'])
  })
})

describe('the time of a record', () => {
  const day = 86_400_000
  // Wrong times are wrong by days, while a loaded machine is late by seconds at most.
  const near = (at: number, expected: number) => expect(Math.abs(at - expected)).toBeLessThan(60_000)

  it('is right when the clock was off by days until the first welcome', async () => {
    await start({ wall: () => Date.now() - 400 * day })
    const takenAt = Date.now()
    await keep(1)
    link.start()
    const record = await platform.until('record')
    near(record.at, takenAt)
    near(record.sentAt, Date.now())
  })

  it('is right when the clock jumps while the platform is away, and when the agent restarts meanwhile', async () => {
    let ahead = -400 * day
    await start({ wall: () => Date.now() + ahead })
    const takenAt = Date.now()
    await keep(1)
    ahead = 30 * day
    await keep(2)
    await stop()
    ahead = 5 * day
    await start({ wall: () => Date.now() + ahead })
    await keep(3)
    ahead = -day
    link.start()
    await eventually(() => expect(arrived()).toEqual([1, 2, 3]))
    for (const { at } of platform.ledger.records) near(at, takenAt)
    // Each run estimates the platform's clock separately, with an error of some milliseconds.
    const times = platform.ledger.records.map(({ at }) => at)
    for (const [index, at] of times.slice(1).entries()) expect(at).toBeGreaterThan(times[index]! - 100)
  })

  it('from an earlier boot is as right as its wall clock, and never later than the current boot', async () => {
    const boot = { bootId: 'first', sinceBoot: () => performance.now() + 10_000, wall: () => Date.now() - 30 * day }
    await start(boot)
    const takenAt = Date.now()
    await keep(1)
    await stop()
    // The wall clock was lost with the power: earlier times are later than now.
    await start({ ...boot, bootId: 'second', sinceBoot: performance.now.bind(performance) })
    await keep(2)
    await stop()
    const bootedAt = Date.now()
    const own = performance.now()
    await start({ bootId: 'third', sinceBoot: () => performance.now() - own, wall: () => Date.now() - 40 * day })
    link.start()
    await eventually(() => expect(arrived()).toEqual([1, 2]))
    for (const { at } of platform.ledger.records) {
      near(at, takenAt)
      expect(at).toBeLessThanOrEqual(bootedAt + 60_000)
    }
  })

  it('learnt before the outage stays right through it', async () => {
    let ahead = 0
    await start({ wall: () => Date.now() + ahead })
    link.start()
    await eventually(() => expect(link.isWelcome).toBe(true))
    platform.welcome.answers = false
    platform.cut()
    ahead = 90 * day
    const takenAt = Date.now()
    await keep(1)
    platform.welcome.answers = true
    near((await platform.until('record')).at, takenAt)
  })
})

describe('the agent', () => {
  it('keeps the records of reports through cuts, and delivers them under their binding after a release', async () => {
    await start()
    const bench = await Bench.begin()
    try {
      const peer = await bench.device()
      await bench.start()
      await bench.platform.until('hello')
      const cut = async () => {
        const greeted = bench.platform.all('hello').length
        bench.platform.cut()
        await eventually(() => expect(bench.platform.all('hello').length).toBeGreaterThan(greeted))
        await eventually(() => expect(bench.edge.status().state).toBe('online'))
      }
      const { config, ...whose } = boundConfig([modbusDriver(peer.port, [{}])], 3)
      const full = { ...config, reports: [reportOf({ minIntervalMs: 100, signals: [1] })] }
      const run = { ...whose, config: full, hash: gatewayConfigHash(full) }
      expect(await bench.platform.command({ kind: 'configure', bound: run })).toMatchObject({ status: 'success' })
      bench.platform.acks = false
      const waits = (count: number) => eventually(() => expect(bench.edge.status().outbox.entries).toBe(count))
      await waits(1)
      for (const value of [51, 52, 53, 54, 55]) {
        await bench.write(1, value, { bindingId: 3 })
        await waits(value - 49)
        if (value % 2 === 0) await cut()
      }
      await bench.platform.command({ kind: 'release' })
      bench.platform.acks = true
      await cut()
      await waits(0)
      const { records } = bench.platform.ledger
      expect(records.flatMap(({ values }) => values)).toEqual([10, 51, 52, 53, 54, 55])
      for (const record of records) expect(record).toMatchObject({ bindingId: 3, configHash: run.hash, ids: [10] })
    } finally {
      await bench.end()
    }
  })

  it('delivers records of an earlier run without a bound device, and reports how many wait', async () => {
    await start()
    const bench = await Bench.begin()
    try {
      const own = await openOutbox({
        folder: join(bench.dataDir, 'outbox'),
        bound: () => bound,
        clock,
        log: () => undefined,
      })
      for (const value of numbers(300)) await own.append('record', entry(value))
      await own.close()
      bench.platform.acks = false
      await bench.start()
      expect(bench.edge.status().outbox).toMatchObject({ entries: 300, oldestAt: entry(1).taken.at, droppedPoints: 0 })
      await bench.platform.until('record')
      bench.platform.acks = true
      bench.platform.cut()
      await eventually(() => expect(bench.edge.status().outbox).toMatchObject({ entries: 0, oldestAt: null }))
      expect(bench.platform.ledger.records.flatMap(({ values }) => values)).toEqual(numbers(300))
      expect(bench.platform.ledger.records[0]).toMatchObject({ equipmentId: 1, bindingId: 2, configHash: hash })
    } finally {
      await bench.end()
    }
  })
})

describe('a backlog', () => {
  it('does not delay live values and commands', async () => {
    await start()
    const bench = await Bench.begin()
    try {
      const total = 1000
      const own = await openOutbox({
        folder: join(bench.dataDir, 'outbox'),
        bound: () => bound,
        clock,
        log: () => undefined,
      })
      await Promise.all(numbers(total).map((value) => own.append('record', entry(value))))
      await own.close()
      const { platform } = bench
      platform.acks = false
      const commit = () => {
        const { epoch, lane, seq } = platform.ledger.records.at(-1)!
        platform.tell('ack', { epoch, lane, seq })
        return seq
      }
      await bench.configured(await bench.device())
      platform.tell('open', { intervalMs: 100, delayS: 60 })
      await platform.until('record')
      for (const value of [77, 78, 79, 80]) {
        const committed = commit()
        expect(await bench.write(1, value)).toMatchObject({ status: 'success' })
        await bench.live(1, value)
        await eventually(() => expect(platform.ledger.mark()).toBeGreaterThan(committed))
        // Live values did not wait for the records: only as many records are in transit as the line accepts.
        expect(platform.ledger.mark()).toBeLessThanOrEqual(committed + fieldDelivery.messages)
      }
      platform.acks = true
      commit()
      await eventually(() => expect(platform.ledger.mark()).toBe(total))
      expect(platform.ledger.records.flatMap(({ values }) => values)).toEqual(numbers(total))
    } finally {
      await bench.end()
    }
  })
})

const entry = (value: number) => ({
  equipmentId: 1,
  bindingId: 2,
  configHash: hash,
  taken: { at: 1_700_000_000_000 + value },
  ids: [7],
  values: [value],
})
