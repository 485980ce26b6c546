import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Down, type Up, upTopics } from '../../../contract/topics.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { liveMemory } from '../../../testkit/live-memory.ts'
import { createLedger, type Ledger } from '../../../testkit/peers/ledger.ts'
import { createClock } from '../clock.ts'
import { Delivery, type DeliveryPace } from './delivery.ts'
import { type Outbox, openOutbox } from './outbox.ts'

const pace: DeliveryPace = { messages: 8, bytes: 64 * 1024, stallMs: 60_000, lookMs: 5 }
const bound = { equipmentId: 1, bindingId: 2, hash: 'a'.repeat(64) }
type Message = { name: 'record' | 'gap'; payload: Up['record'] | Up['gap'] }

let folder: string
let outbox: Outbox
let ledger: Ledger
let delivery: Delivery
let messages: Message[]
/** How the platform treats a message; by default it stores and acknowledges it. */
let script: (message: Message) => void
const link = { isWelcome: true, isIdle: true, confirms: true }
const logged: string[] = []
// How far a test is ahead of the real monotonic clock, ms.
let ahead = 0
const clock = createClock({ monotonic: () => performance.now() + ahead })

const answer = (ack: Down['ack']) => void setImmediate(() => delivery.acknowledge(ack))
const take = ({ name, payload }: Message) => answer(ledger.take(name, payload))

function deliver(more: Partial<DeliveryPace> = {}): void {
  delivery?.pause()
  delivery = new Delivery({
    outbox,
    clock,
    pace: { ...pace, ...more },
    log: (message) => logged.push(message),
    link: {
      get isWelcome() {
        return link.isWelcome
      },
      get isIdle() {
        return link.isIdle
      },
      async send(name, payload) {
        // Validates messages as strictly as the platform, so that a message that breaks the contract fails the test.
        const message = {
          name,
          payload: upTopics[name].payload.parse({ session: '0'.repeat(16), ...payload }),
        } as Message
        messages.push(message)
        script(message)
        return link.confirms || new Promise(() => undefined)
      },
    },
  })
  delivery.resume()
}

const open = async (maxBytes = 64 * 1024 * 1024) => {
  outbox = await openOutbox({ folder, bound: () => bound, clock, log: (m) => logged.push(m), lingerMs: 1, maxBytes })
}
const entry = (value: number | string) => ({
  equipmentId: 1,
  bindingId: 2,
  configHash: bound.hash,
  taken: clock.stamp(clock.now()),
  ids: [7],
  values: [value],
})
const keep = (count: number, from = 1) =>
  Promise.all(Array.from({ length: count }, (_, index) => outbox.append('record', entry(from + index))))
const arrived = () => ledger.records.flatMap(({ values }) => values)
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const committed = (count: number) =>
  eventually(() => {
    expect(ledger.mark()).toBe(count)
    expect(outbox.stats().entries).toBe(0)
  })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'delivery-'))
  ledger = createLedger()
  messages = []
  script = take
  logged.length = 0
  ahead = 0
  Object.assign(link, { isWelcome: true, isIdle: true, confirms: true })
  clock.learn(clock.ask(), Date.now())
  await open()
})
afterEach(async () => {
  delivery.pause()
  await outbox.close()
  await rm(folder, { recursive: true })
})

describe('delivery', () => {
  it('sends waiting and new entries, each once and in order', async () => {
    await keep(50)
    deliver()
    await committed(50)
    await keep(20, 51)
    await committed(70)
    expect(arrived()).toEqual(numbers(70))
    expect(ledger.known + ledger.ahead).toBe(0)
  })

  it('sends events before records', async () => {
    await keep(30)
    for (const value of ['a', 'b', 'c']) await outbox.append('event', entry(value))
    deliver()
    await committed(30)
    expect(messages.slice(0, 3).map(({ payload }) => payload.lane)).toEqual(['event', 'event', 'event'])
  })

  it('has at most the window under way, however much waits', async () => {
    script = () => undefined
    await keep(100)
    deliver()
    await eventually(() => expect(messages.length).toBe(pace.messages))
    await new Promise((resolve) => setTimeout(resolve, pace.lookMs * 10))
    expect(messages.length).toBe(pace.messages)
    script = take
    for (const message of messages.splice(0)) take(message)
    await committed(100)
    expect(arrived()).toEqual(numbers(100))
  })

  it('waits while the socket is full or the link not welcomed, and continues automatically', async () => {
    link.isIdle = false
    await keep(5)
    deliver()
    await new Promise((resolve) => setTimeout(resolve, pace.lookMs * 10))
    expect(messages).toEqual([])
    link.isIdle = true
    await committed(5)
  })

  it('sends again from the acknowledged number when nothing is acknowledged', async () => {
    let isDeaf = true
    script = (message) => (isDeaf ? undefined : take(message))
    await keep(20)
    deliver({ stallMs: 30 })
    await eventually(() => expect(logged.join()).toContain('record 1 was not acknowledged'))
    isDeaf = false
    await committed(20)
    expect(arrived()).toEqual(numbers(20))
  })

  it('gives a slow broker longer before it sends again', async () => {
    link.confirms = false
    script = () => undefined
    await keep(20)
    deliver()
    await eventually(() => expect(messages.length).toBe(pace.messages))
    ahead = 5 * pace.stallMs
    await new Promise((resolve) => setTimeout(resolve, pace.lookMs * 10))
    expect(messages.length).toBe(pace.messages)
    ahead = 6 * pace.stallMs
    await eventually(() => expect(logged.join()).toContain('record 1 was not acknowledged'))
  })

  it('goes back when the platform requests it', async () => {
    let lost = 3
    script = (message) => {
      if (message.payload.seq === 4 && lost-- > 0) return
      take(message)
    }
    await keep(30)
    deliver()
    await committed(30)
    expect(arrived()).toEqual(numbers(30))
    expect(ledger.ahead).toBeGreaterThan(0)
  })

  it('ignores acknowledgements of another epoch', async () => {
    script = (message) => answer({ ...ledger.take(message.name, message.payload), epoch: 'f'.repeat(16), seq: 1e6 })
    await keep(4)
    deliver()
    await eventually(() => expect(ledger.mark()).toBe(4))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(outbox.stats().entries).toBe(4)
    script = take
    delivery.resume()
    await committed(4)
    expect(arrived()).toEqual(numbers(4))
  })

  it('starts after the acknowledged number on a new connection', async () => {
    script = (message) => (message.payload.seq <= 5 ? take(message) : undefined)
    await keep(9)
    deliver()
    await eventually(() => expect(outbox.stats().entries).toBe(4))
    messages = []
    script = take
    delivery.resume()
    await committed(9)
    expect(messages.map(({ payload }) => payload.seq)).toEqual([6, 7, 8, 9])
  })

  it('survives any loss, repetition and delay of messages and acknowledgements', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9), { minLength: 5, maxLength: 40 }), async (faults) => {
        const base = ledger.mark()
        let turn = 0
        script = (message) => {
          const fault = turn < faults.length ? faults[turn++]! : 9
          if (fault === 0) return
          const ack = ledger.take(message.name, message.payload)
          const late = (ms: number, act: () => void) => void setTimeout(act, ms)
          const told = [
            () => undefined,
            () => undefined,
            () => [answer(ack), answer(ack)],
            () => late(3, () => delivery.acknowledge(ack)),
            () => late(1, () => delivery.resume()),
          ][fault]
          if (told) told()
          else answer(ack)
        }
        deliver({ stallMs: 20 })
        await keep(25, base + 1)
        await committed(base + 25)
        expect(arrived()).toEqual(numbers(base + 25))
      }),
      { numRuns: 25 },
    )
  })
})

describe('a platform that has fewer entries than it acknowledged', () => {
  it('gets those that still exist again, and a gap for the others', async () => {
    await outbox.close()
    await open(8 * 8 * 2048)
    const text = (value: number) => `${value} ${'x'.repeat(100)}`
    for (const value of numbers(100)) await outbox.append('record', entry(text(value)))
    deliver()
    await committed(100)
    // Whole files are removed by now, also on disk.
    await outbox.close()
    await open(8 * 8 * 2048)
    const kept = (await outbox.read('record', outbox.place('record')!.epoch, 1, { entries: 1, bytes: 1 }))[0]!
    expect(kept).toMatchObject({ kind: 'gap', from: 1, points: kept.seq, gap: { reason: 'forgotten' } })
    ledger.putBack(0)
    deliver()
    await outbox.append('record', entry('next'))
    await committed(101)
    expect(ledger.gaps).toMatchObject([
      { from: 1, seq: kept.seq, points: kept.seq, reason: 'forgotten', bindingId: null },
    ])
    expect(arrived()).toEqual([...numbers(100).slice(kept.seq).map(text), 'next'])
  })
})

describe('an outbox that was restored to an older state', () => {
  it.each([
    ['fewer', 5],
    ['more', 40],
  ])('starts a new epoch, so that reused numbers do not hide the %s records since', async (_, since) => {
    await keep(10)
    deliver()
    await committed(10)
    await outbox.close()
    const copy = `${folder}-copy`
    await cp(folder, copy, { recursive: true })
    await open()
    deliver()
    await keep(20, 11)
    await committed(30)
    const { epoch } = outbox.place('record')!
    delivery.pause()
    await outbox.close()
    await rm(folder, { recursive: true })
    await rename(copy, folder)
    await open()
    expect(outbox.place('record')).toMatchObject({ epoch, acked: 10, last: 10 })
    await keep(since, 1001)
    ledger.records = []
    deliver()
    const expected = Array.from({ length: since }, (_, index) => 1001 + index)
    await eventually(() => expect(arrived()).toEqual(expected))
    expect(outbox.place('record')!.epoch).not.toBe(epoch)
    await eventually(() => expect(outbox.stats().entries).toBe(0))
  })

  it('first sends a number that the platform has, before anything new', async () => {
    await keep(10)
    deliver()
    await committed(10)
    await outbox.close()
    await open()
    messages = []
    await keep(3, 11)
    deliver()
    await committed(13)
    expect(messages.map(({ payload }) => payload.seq)).toEqual([10, 11, 12, 13])
    expect(arrived()).toEqual(numbers(13))
  })
})

describe('a long outage', () => {
  it('is delivered in order, live values in between, with bounded memory', async () => {
    const count = 20_000
    await outbox.close()
    await open(256 * 1024 * 1024)
    for (let from = 1; from <= count; from += 5000) await keep(5000, from)
    let [next, wrong, turns, most] = [1, 0, 0, 0]
    script = ({ name, payload }) => {
      const ack = ledger.take(name, payload)
      for (const { values } of ledger.records.splice(0)) if (values[0] !== next++) wrong++
      answer(ack)
      messages = []
    }
    const before = liveMemory()
    const beat = setInterval(() => {
      turns++
      if (turns % 1000 === 0) most = Math.max(most, liveMemory())
    }, 1)
    deliver({ messages: 64, bytes: 512 * 1024 })
    await eventually(() => expect(ledger.mark()).toBe(count))
    clearInterval(beat)
    expect([next, wrong]).toEqual([count + 1, 0])
    // Other tasks ran in between, and the 5 MB of records were never in memory at the same time.
    expect(turns).toBeGreaterThan(100)
    expect(most).toBeGreaterThan(0)
    expect(most - before).toBeLessThan(4.5 * 1024 * 1024)
    await eventually(() => expect(outbox.stats().bytes).toBeLessThan(2 * 1024 * 1024))
  })
})
