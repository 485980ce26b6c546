// The inputs of a station during one small step.
import type { Dice } from '../random.ts'
import type { Commands } from './commands.ts'
import type { Troubles } from './faults.ts'

/** Water across the works' boundary since the start, m³: for the mass balance. */
export type Ledger = { inM3: number; overflowM3: number; wasteM3: number; suppliedM3: number }

export type Moment = {
  dtS: number
  /** Simulated time at the start and at the end of the step, epoch ms UTC. */
  fromMs: number
  toMs: number
  newDay: boolean
  commands: Commands
  troubles: Troubles
  dice: Dice
  /** The volumes of the mass balance, which the stations update. */
  ledger: Ledger
  /** Levels of the neighbours at the start of the step. */
  clearWellM: number
  reservoirM: number
  /** Flow from the wells to the clear well, and flow that the booster draws from zone B's main, in this step. */
  wellsM3h: number
  highAskM3h: number
}
