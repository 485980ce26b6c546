// Measures single turns of the event loop, and names the calls that took part in a long one. A turn is the work between
// two waits for input: timers, then the callbacks of sockets and threads. During a turn no other call is served. An
// immediate that schedules itself again runs once in each turn; it is unreferenced, so that it neither keeps the
// process alive nor wakes the loop. Idle time of the loop is subtracted, so that a quiet second does not count as a
// long turn.
import { performance } from 'node:perf_hooks'
import { limits } from '../../contract/limits.ts'

/** A call as it is named in the log. */
export type TurnCall = { path: string; accountId: number | null }

export type LongTurn = { ms: number; calls: TurnCall[] }

type TurnsOptions = {
  onLong: (turn: LongTurn) => void
  longMs: number
  /** Milliseconds that this thread has worked; by default from the loop's own clock. */
  workedMs?: () => number
}

export type Turns = {
  /** Notes a call in the current turn of the event loop. */
  touch(call: TurnCall): void
  /** The longest turn since the previous call of this function. */
  takeLongest(): number
  stop(): void
}

/** Logs at most one line a second, so that many long turns do not flood the log. */
export function logLongTurns(warn: (facts: object, line: string) => void, now = Date.now): (turn: LongTurn) => void {
  let [last, unlogged] = [0, 0]
  return ({ ms, calls }) => {
    if (now() - last < 1000) {
      unlogged += 1
      return
    }
    warn({ ms: Math.round(ms), calls, unlogged }, 'the event loop was blocked')
    last = now()
    unlogged = 0
  }
}

/** Time since the start without idle time. It includes delays by other threads and processes, which delay calls too. */
const activeMs = (): number => performance.now() - performance.eventLoopUtilization().idle

export function createTurns({ onLong, longMs, workedMs = activeMs }: TurnsOptions): Turns {
  const calls = new Set<TurnCall>()
  let [before, longest] = [workedMs(), 0]
  let immediate: NodeJS.Immediate
  const end = () => {
    const now = workedMs()
    const ms = now - before
    before = now
    if (ms > longest) longest = ms
    if (ms >= longMs) onLong({ ms, calls: [...calls].slice(0, limits.turnCallsNamed) })
    if (calls.size > 0) calls.clear()
    arm()
  }
  const arm = () => {
    immediate = setImmediate(end).unref()
  }
  arm()
  return {
    touch: (call) => void calls.add(call),
    takeLongest() {
      const ms = longest
      longest = 0
      return ms
    },
    stop: () => clearImmediate(immediate),
  }
}
