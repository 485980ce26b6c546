// What is done to the world, and when, drawn from a seed: the same seed, the same torture.
import { createDraw } from './count.ts'

export const acts = [
  'killServer',
  'killPostgres',
  'killBackend',
  'killBroker',
  'killAgent',
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
  /** Seconds after the beginning. */
  atS: number
  act: Act
  /** Which gateway, for acts on one. */
  gateway: number
  /** How long what is away stays away. */
  holdMs: number
}

/** Every possible act comes about equally often; the first round has each of them once, in a drawn order. */
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
    // Nothing is drawn while something is held.
    atS += holdMs / 1000
  }
  return steps
}
