// Several processes on one database: one writes, the others wait for it to be gone, and nothing is lost or stored twice.
import { EventEmitter, once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '../../db/pool.ts'
import { eventually } from '../../testkit/eventually.ts'
import { type HistoryWorld, historyWorld, monday, outbox, ownedDatabase, owner } from '../../testkit/history.ts'
import type { Historian } from './historian.ts'
import { silentChecks, WriterLease } from './writer-lease.ts'

let database: Database
let world: HistoryWorld

const scope = { ...owner, gatewayIds: [7], columnIds: [1] }
// The first process checks less often than the heartbeats of the others, so that it does not miss one on a busy
// machine.
const quick = { pace: { beatMs: 5, upkeepMs: 20 } }
const patient = { pace: { beatMs: 100, upkeepMs: 20 } }

beforeEach(async () => {
  database = await ownedDatabase()
  world = await historyWorld(database, patient)
})
afterEach(async () => {
  await world.stop()
  await database.stop()
})

/** Passes a message to one of the historians. */
function land(historian: Historian, seq: number) {
  world.historian = historian
  return world.land({ ...outbox(7), seq }, [{ columnId: 1, at: monday + seq * 1000, value: seq }])
}

const writes = (historian: Historian) => eventually(() => expect(historian.isUp()).toBe(true))
const waits = (historian: Historian) => eventually(() => expect(historian.isUp()).toBe(false))

describe('a process that another one has superseded', () => {
  test('notices it without a message, and writes again once the other has stopped', async () => {
    const first = world.historian
    expect(land(first, 1)).toBe('taken')
    await first.settled()
    const second = await world.startBeside(quick)
    await waits(first)
    expect(land(first, 2)).toBe('full')
    expect(land(second, 2)).toBe('taken')
    await second.stop()
    await writes(first)
    expect(first.committed(outbox(7))).toBe(2)
    expect(land(first, 2)).toBe('known')
    expect(land(first, 3)).toBe('taken')
    await first.turn()
    await world.expectSame(scope)
    expect(world.log).toContain('history: this process writes again')
  })

  test('does not take over from one that reads landed messages for longer than it waits for a beat', async () => {
    const first = world.historian
    const marks = new EventEmitter()
    const gate = once(marks, 'read')
    const { pool } = database
    const slow = new Proxy(pool, {
      get: (target, name) =>
        name === 'query'
          ? async (text: string, values?: unknown[]) => {
              if (text.includes('from history_mark')) await gate
              return target.query(text, values)
            }
          : Reflect.get(target, name, target),
    })
    const starting = world.startBeside({ database: { pool: slow, url: database.url }, ...quick })
    await waits(first)
    const asked = vi.spyOn(pool, 'query')
    const checks = () =>
      asked.mock.calls.filter(([text]) => /^select generation.* from history_writer/.test(String(text)))
    await eventually(() => expect(checks().length).toBeGreaterThan(2 * silentChecks))
    asked.mockRestore()
    marks.emit('read')
    const second = await starting
    expect([first.isUp(), second.isUp()]).toEqual([false, true])
    expect(land(second, 1)).toBe('taken')
    await second.settled()
    expect(world.log).not.toContain('history: this process writes again')
    await world.expectSame(scope)
  })

  test('drops what it could not commit, and accepts it again from the gateway', async () => {
    const first = world.historian
    land(first, 1)
    await first.settled()
    const second = await world.startBeside(quick)
    // The old writer accepts this message before it notices: the message is either refused or never committed.
    first.land({ ...outbox(7), seq: 2, ...owner, ids: [1], times: [monday], values: [-1], codes: null })
    await waits(first)
    await second.stop()
    await writes(first)
    expect(first.counters().pendingBytes).toBe(0)
    expect(land(first, 2)).toBe('taken')
    await first.settled()
    await world.expectSame(scope)
  })

  test('is one of three: exactly one writes after the last two are gone', async () => {
    const first = world.historian
    const second = await world.startBeside(quick)
    const third = await world.startBeside(quick)
    await waits(second)
    await waits(first)
    expect(land(third, 1)).toBe('taken')
    await third.stop()
    await eventually(() => expect([first.isUp(), second.isUp()].filter(Boolean)).toHaveLength(1))
    const [heir, other] = first.isUp() ? [first, second] : [second, first]
    expect(land(heir, 2)).toBe('taken')
    await heir.settled()
    expect(other.isUp()).toBe(false)
    await heir.stop()
    await writes(other)
    expect(land(other, 3)).toBe('taken')
    await other.turn()
    await world.expectSame(scope)
  })

  test('writes between the starts of a process that comes and goes', async () => {
    const first = world.historian
    for (let round = 0; round < 4; round++) {
      const flapping = await world.startBeside(quick)
      expect(land(flapping, round * 2 + 1)).toBe('taken')
      await flapping.settled()
      await waits(first)
      await flapping.stop()
      await writes(first)
      expect(land(first, round * 2 + 2)).toBe('taken')
      await first.settled()
    }
    await first.turn()
    await world.expectSame(scope)
  })
})

describe('the lease', () => {
  const lease = () => new WriterLease(database.pool, () => monday)

  test('passes from a killed process to one of the waiting ones, once its beat has stopped', async () => {
    await world.historian.stop()
    const killed = await lease().take()
    const [one, other] = [lease(), lease()]
    for (let check = 0; check < silentChecks; check++) {
      expect(await one.turn(undefined)).toBeUndefined()
      expect(await other.turn(undefined)).toBeUndefined()
    }
    const won = await Promise.all([one.turn(undefined), other.turn(undefined)])
    expect(won.filter((generation) => generation !== undefined)).toEqual([killed + 1])
    expect(await lease().turn(killed)).toBeUndefined()
  })

  test('is never taken from a running process, however often it is checked', async () => {
    await world.historian.stop()
    const holder = lease()
    const held = await holder.take()
    const waiting = lease()
    for (let check = 0; check < silentChecks * 4; check++) {
      expect(await waiting.turn(undefined)).toBeUndefined()
      expect(await holder.turn(held)).toBe(held)
    }
  })
})
