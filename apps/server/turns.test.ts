import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { eventually } from '../../testkit/eventually.ts'
import { createTurns, type LongTurn, logLongTurns } from './turns.ts'

/** A loop whose clock the test moves. */
function world(longMs = 50) {
  let worked = 0
  const long: LongTurn[] = []
  const turns = createTurns({ longMs, onLong: (turn) => long.push(turn), workedMs: () => worked })
  const work = (ms: number) => {
    worked += ms
  }
  return { turns, long, work, [Symbol.dispose]: turns.stop }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a long turn names the calls that took part in it, and no call of another turn', async () => {
  using own = world()
  own.turns.touch({ path: '/short', accountId: 1 })
  own.work(10)
  await turn()
  own.turns.touch({ path: '/long', accountId: 2 })
  own.work(60)
  await turn()
  await turn()
  expect(own.long).toEqual([{ ms: 60, calls: [{ path: '/long', accountId: 2 }] }])
  expect([own.turns.takeLongest(), own.turns.takeLongest()]).toEqual([60, 0])
})

test('waiting does not count: with its own clock an idle loop has no long turn', async () => {
  const before = performance.eventLoopUtilization()
  const long: LongTurn[] = []
  const turns = createTurns({ longMs: 400, onLong: (each) => long.push(each) })
  using _stopped = { [Symbol.dispose]: turns.stop }
  await new Promise((resolve) => setTimeout(resolve, 500))
  await turn()
  // On a busy machine the loop is also active while it waits for a processor: that time is a bound of each turn.
  expect(turns.takeLongest()).toBeLessThanOrEqual(performance.eventLoopUtilization(before).active)
  const until = performance.now() + 500
  while (performance.now() < until);
  await eventually(() => expect(long.length).toBeGreaterThan(0))
})

test('at most one line a second is logged; the next one counts those before it', () => {
  const lines: object[] = []
  let now = 10_000
  const log = logLongTurns(
    (facts) => lines.push(facts),
    () => now,
  )
  for (const ms of [51.4, 52, 53]) log({ ms, calls: [] })
  now += 1000
  log({ ms: 54, calls: [{ path: '/a', accountId: 7 }] })
  expect(lines).toEqual([
    { ms: 51, calls: [], unlogged: 0 },
    { ms: 54, calls: [{ path: '/a', accountId: 7 }], unlogged: 2 },
  ])
})
