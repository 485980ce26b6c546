// The initial state of the live works: a quiet run up to now, in whole steps. Repeating it, as the generated past does,
// gives exactly the same state, including the instruments' noise.
import { dayStart } from './calendar.ts'
import { initialCommands } from './commands.ts'
import { startWaterworks, step, type WaterworksState } from './model.ts'

/** The start of a simulation. `fromMs` and `toMs` are multiples of the simulation step. */
export type Beginning = { seed: number; fromMs: number; toMs: number }

export const beginningStepMs = 10_000
/** Minimum duration: time enough to lead another run over to this one. */
const leastMs = 8 * 3_600_000

const whole = (ms: number) => Math.floor(ms / beginningStepMs) * beginningStepMs

/** Calculates the start; it is at the latest at midnight of the plant's own clock, so that daily counters are right. */
export function beginningOf(seed: number, nowMs: number): Beginning {
  const toMs = whole(nowMs)
  return { seed, fromMs: whole(Math.min(dayStart(toMs), toMs - leastMs)), toMs }
}

const quiet = { commands: initialCommands, faults: [] }

/** The works at `fromMs` and after each step. */
export function* runBeginning({ seed, fromMs, toMs }: Beginning): Generator<WaterworksState, void, undefined> {
  let works = startWaterworks({ seed, atMs: fromMs })
  yield works
  while (works.atMs < toMs) {
    works = step(works, quiet, beginningStepMs / 1000)
    yield works
  }
}

/** The state of the simulation at `toMs`. */
export function worksAtEnd(beginning: Beginning): WaterworksState {
  let last: WaterworksState | undefined
  for (const works of runBeginning(beginning)) last = works
  return last!
}
