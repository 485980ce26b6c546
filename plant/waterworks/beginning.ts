// Where the live works come from: a quiet run up to now, in whole steps. Whoever repeats it (a past that is made up)
// gets the same works to the last digit, instruments' noise included.
import { dayStart } from './calendar.ts'
import { initialCommands } from './commands.ts'
import { startWaterworks, step, type WaterworksState } from './model.ts'

/** `fromMs` and `toMs` are whole steps of the clock. */
export type Beginning = { seed: number; fromMs: number; toMs: number }

export const beginningStepMs = 10_000
/** At least so long: time enough for another run to be led over to this one. */
const leastMs = 8 * 3_600_000

const whole = (ms: number) => Math.floor(ms / beginningStepMs) * beginningStepMs

/** Since midnight by the works' own clock, so that what is counted by day stands where it should. */
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

/** The works at `toMs`. */
export function begun(beginning: Beginning): WaterworksState {
  let last: WaterworksState | undefined
  for (const works of runBeginning(beginning)) last = works
  return last!
}
