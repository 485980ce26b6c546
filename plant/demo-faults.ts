// Faults for the demo: from time to time something breaks, and some minutes later it is repaired.
import { createDice } from './random.ts'
import type { Fault } from './waterworks/faults.ts'

type Scene = { fault: Fault; lastsS: number }

const scenes: readonly Scene[] = [
  { fault: { kind: 'pumpTrip', station: 'intake', pump: 1 }, lastsS: 60 },
  { fault: { kind: 'pumpTrip', station: 'distribution', pump: 2 }, lastsS: 60 },
  { fault: { kind: 'filterClog', filter: 2 }, lastsS: 600 },
  { fault: { kind: 'screenClog' }, lastsS: 420 },
  { fault: { kind: 'sensorFreeze', station: 'intake', signal: 'intakeFlow' }, lastsS: 300 },
  { fault: { kind: 'chlorinatorTrip' }, lastsS: 240 },
  { fault: { kind: 'mainBurst' }, lastsS: 300 },
  { fault: { kind: 'stormWater' }, lastsS: 1200 },
  { fault: { kind: 'valveJam', valve: 'intakeGate' }, lastsS: 900 },
]

export type Change = { act: 'set' | 'clear'; fault: Fault }
/**
 * A script of faults: receives the simulated seconds since the start, returns the faults that begin or end at that
 * time.
 */
type Script = (elapsedS: number) => Change[]

/** Quiet for 5 to 15 minutes, then one fault at a time. The same seed gives the same faults. */
export function createDemoScript(seed: number): Script {
  const dice = createDice(seed)
  const pause = () => 300 + dice.next() * 600
  let nextS = pause()
  let playing: Scene | undefined
  return (elapsedS) => {
    const changes: Change[] = []
    while (elapsedS >= nextS) {
      if (playing) {
        changes.push({ act: 'clear', fault: playing.fault })
        playing = undefined
        nextS += pause()
      } else {
        playing = scenes[Math.floor(dice.next() * scenes.length)]!
        changes.push({ act: 'set', fault: playing.fault })
        nextS += playing.lastsS
      }
    }
    return changes
  }
}
