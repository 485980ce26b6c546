// The disturbances and their times, from a seed: the same seed gives the same run.
import { createDraw } from './count.ts'

export const acts = [
  'killServer',
  'killPostgres',
  'killBackend',
  'killBroker',
  'killAgent',
  'killAtAlarm',
  'cutLine',
  'freezeLine',
  'stallLine',
  'slowLine',
  'shiftClock',
  'deleteOutbox',
  'rebind',
  'outage',
] as const
export type Act = (typeof acts)[number]

export type Step = {
  /** When the action happens, in seconds after the start. */
  atS: number
  act: Act
  /** The gateway, for actions on one. */
  gateway: number
  /** Duration of the outage in ms. */
  holdMs: number
}

/** Every possible action occurs about equally often; the first round has each once, in random order. */
export function planOf(options: { seed: number; seconds: number; gateways: number; possible: readonly Act[] }): Step[] {
  const { seed, seconds, gateways, possible } = options
  const draw = createDraw(seed)
  const steps: Step[] = []
  let bag: Act[] = []
  for (let atS = 3; atS < seconds; atS += 2 + draw() * 4) {
    if (bag.length === 0) bag = [...possible]
    const [act] = bag.splice(Math.floor(draw() * bag.length), 1)
    const holdMs = Math.round(act === 'outage' ? 6000 + draw() * 8000 : 200 + draw() * 2500)
    steps.push({ atS, act: act!, gateway: Math.floor(draw() * gateways), holdMs })
    // No new action starts during an outage.
    atS += holdMs / 1000
  }
  return steps
}
