// The queue of a connection: writes before queries before polls, one at a time, every caller gets an answer.
import { afterEach, describe, expect, it } from 'vitest'
import { DriverFault } from '../../../drivers/driver.ts'
import { Queue, type Single, type WriteOutcome } from './queue.ts'

const written = { kind: 'written', value: 1, same: true } as const
let queue: Queue<string, object> | undefined
afterEach(() => queue?.stop())
const until = (condition: () => boolean) => expect.poll(condition, { interval: 1 }).toBe(true)

type Gate = { name: string; open: () => void }

/** A connection whose reads and writes wait until the test opens their gates. */
function scene({ sleepMs = Number.POSITIVE_INFINITY, early = true } = {}) {
  const begun: string[] = []
  const gates: Gate[] = []
  const counts = { underWay: 0, most: 0, turns: 0, closed: 0 }
  const pass = async (name: string) => {
    begun.push(name)
    counts.underWay++
    counts.most = Math.max(counts.most, counts.underWay)
    await new Promise<void>((open) => gates.push({ name, open }))
    counts.underWay--
  }
  const made = new Queue<string, object>({
    async execute({ unit }) {
      await pass(unit)
      return written
    },
    async answer({ ask, resolve, reject }) {
      await pass((await ask({})) as string).then(
        () => resolve({ answer: 'told' as never, tookMs: 0 }),
        () => reject(new DriverFault(1721, 'never')),
      )
    },
    async turn() {
      counts.turns++
      await made.sleep(sleepMs, early)
    },
    async close() {
      counts.closed++
      for (const { open } of gates.splice(0)) open()
    },
  })
  queue = made
  return {
    queue: made,
    begun,
    counts,
    write: (unit: string) => made.write({ unit, signalId: 1, raw: 1, mayStart: () => true }),
    once: (name: string) => made.once(singleOf(name)),
    /** Lets the running action end. */
    async next() {
      await until(() => gates.length > 0)
      gates.shift()!.open()
    },
  }
}

const singleOf = (name: string): Single<object, string> => ({ params: {}, ask: async () => name, isWanted: () => true })

describe('a connection', () => {
  it('executes writes in their order, then queries in theirs, one at a time', async () => {
    const { queue, write, once, next, begun, counts } = scene()
    const all = [once('question 1'), write('write 1'), once('question 2'), write('write 2')]
    queue.start()
    for (const _ of all) await next()
    await Promise.all(all)
    expect(begun).toEqual(['write 1', 'write 2', 'question 1', 'question 2'])
    expect(counts.most).toBe(1)
  })

  it('executes a later write before queries that already wait', async () => {
    const { queue, write, once, next, begun } = scene()
    const all: Promise<unknown>[] = [once('question 1'), once('question 2')]
    queue.start()
    await until(() => begun.length === 1)
    all.push(write('write'))
    for (const _ of all) await next()
    await Promise.all(all)
    expect(begun).toEqual(['question 1', 'write', 'question 2'])
  })

  it('polls when nothing is queued, and again after each write', async () => {
    const { queue, write, next, counts } = scene()
    queue.start()
    queue.start()
    await until(() => counts.turns === 1)
    const outcome = write('write')
    await next()
    expect(await outcome).toEqual(written)
    await until(() => counts.turns === 2)
  })
})

describe('a sleep', () => {
  it('is ended by a query and by `wake`', async () => {
    const { queue, once, next, counts } = scene()
    queue.start()
    await until(() => counts.turns === 1)
    queue.wake()
    await until(() => counts.turns === 2)
    const answer = once('question')
    await next()
    expect(await answer).toEqual({ answer: 'told', tookMs: 0 })
  })

  it('does not start while something is queued, unless it must be kept', async () => {
    const { queue, write } = scene()
    const waiting = write('write')
    await queue.sleep(3_600_000, true)
    const kept = queue.sleep(3_600_000, false)
    let isOver = false
    void kept.then(() => {
      isOver = true
    })
    queue.wake()
    await new Promise((resolve) => setImmediate(resolve))
    expect(isOver).toBe(false)
    await queue.stop()
    await kept
    expect((await waiting).kind).toBe('refused')
  })

  it('ends on time, also when it exceeds the limit of a timer', async () => {
    const { queue, counts } = scene({ sleepMs: 1 })
    queue.start()
    await until(() => counts.turns > 2)
    await queue.stop()
    await queue.sleep(2 ** 40, false)
  })
})

describe('a stop', () => {
  const reasonOf = (asking: Promise<unknown>) => asking.catch((fault: unknown) => (fault as DriverFault).code)
  const codeOf = async (writing: Promise<WriteOutcome>) => {
    const outcome = await writing
    return outcome.kind === 'refused' ? outcome.fault.code : outcome.kind
  }

  it('lets the act under way end, and refuses everything queued', async () => {
    const { queue, write, once, counts, begun } = scene()
    const first = write('write 1')
    queue.start()
    await until(() => begun.length === 1)
    const waiting = [codeOf(write('write 2')), codeOf(write('write 3')), reasonOf(once('a')), reasonOf(once('b'))]
    await queue.stop()
    expect(await first).toEqual(written)
    expect(await Promise.all(waiting)).toEqual([1722, 1722, 1711, 1711])
    expect(begun).toEqual(['write 1'])
    expect(counts.closed).toBeGreaterThan(0)
    expect(queue.signal.aborted).toBe(true)
  })

  it('also answers calls from before the start or after the stop', async () => {
    const { queue, write, once, begun } = scene()
    const before = [codeOf(write('write')), reasonOf(once('question'))]
    await queue.stop()
    await queue.stop()
    const after = [codeOf(write('write')), reasonOf(once('question'))]
    expect(await Promise.all([...before, ...after])).toEqual([1722, 1711, 1722, 1711])
    expect(begun).toEqual([])
  })
})
