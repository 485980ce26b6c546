// Waves of a rollout, and its next step.
import { describe, expect, test } from 'vitest'
import type { DeviceState } from './contract.ts'
import { type DeviceProgress, type Going, isDue, nextStep, shownState, wavesOf } from './rules.ts'

describe('waves', () => {
  const cases: [number, number, number, number[]][] = [
    [0, 2, 3, []],
    [1, 2, 3, [0]],
    [6, 2, 3, [0, 0, 1, 1, 1, 2]],
    [5, 0, 2, [1, 1, 2, 2, 3]],
    [3, 0, 10, [1, 1, 1]],
  ]
  test.each(cases)('%i devices, %i first, then waves of %i', (count, canary, waveSize, waves) => {
    expect(wavesOf(count, { canary, waveSize })).toEqual(waves)
  })
})

const at = (wave: number, ...states: (DeviceState | 'away')[]): DeviceProgress[] =>
  states.map((state) => ({ wave, state: state === 'away' ? 'waiting' : state, isAway: state === 'away' }))
const going = (change: Partial<Going> = {}): Going => ({
  ...{ wave: 0, waveOverAt: null, waitS: 60, stopShare: 20, hasStopped: false },
  ...change,
})

describe('goes on', () => {
  const cases: [string, DeviceProgress[], Partial<Going>, number, object][] = [
    ['while something is under way', [...at(0, 'complete', 'sent'), ...at(1, 'waiting')], {}, 0, { kind: 'goOn' }],
    ['when a wave is over it waits', [...at(0, 'complete'), ...at(1, 'waiting')], {}, 5, { kind: 'waveOver' }],
    ['until its time', [...at(0, 'complete'), ...at(1, 'waiting')], { waveOverAt: 0 }, 59_999, { kind: 'goOn' }],
    [
      'then the next',
      [...at(0, 'complete'), ...at(1, 'waiting')],
      { waveOverAt: 0 },
      60_000,
      { kind: 'nextWave', wave: 1 },
    ],
    [
      'over a wave that has none left',
      [...at(0, 'complete'), ...at(2, 'waiting')],
      { waveOverAt: 0, waitS: 0 },
      0,
      { kind: 'nextWave', wave: 2 },
    ],
    ['past a gateway that is away', [...at(0, 'complete', 'away'), ...at(1, 'waiting')], {}, 5, { kind: 'waveOver' }],
    ['it is done when all have it', at(0, 'complete', 'skipped'), {}, 0, { kind: 'done' }],
    ['but not while one is away', at(0, 'complete', 'away'), {}, 0, { kind: 'goOn' }],
    ['stops over the share', [...at(0, 'failed', 'complete', 'complete', 'complete')], {}, 0, { kind: 'stop' }],
    [
      'not at the share',
      [...at(0, 'rolledBack', 'complete', 'complete', 'complete', 'complete'), ...at(1, 'waiting')],
      {},
      0,
      { kind: 'waveOver' },
    ],
    ['with none allowed at the first', at(0, 'sent', 'takingBack'), { stopShare: 0 }, 0, { kind: 'stop' }],
    [
      'skipped devices do not count',
      at(0, 'failed', 'skipped', 'skipped', 'skipped', 'skipped'),
      {},
      0,
      { kind: 'stop' },
    ],
    [
      'failures of an earlier wave do not count',
      [...at(0, 'failed'), ...at(1, 'complete')],
      { wave: 1 },
      0,
      { kind: 'done' },
    ],
    ['and not twice', [...at(0, 'failed'), ...at(1, 'waiting')], { hasStopped: true }, 0, { kind: 'waveOver' }],
  ]
  test.each(cases)('%s', (_, devices, change, now, step) => {
    expect(nextStep(devices, going(change), now)).toEqual(step)
  })
})

test.each([
  ['complete', null, 'savedOnly'],
  ['watching', null, 'savedOnly'],
  ['waiting', null, 'waiting'],
  ['failed', null, 'failed'],
  ['complete', 'offline', 'complete'],
  ['waiting', 'sleeping', 'sleeping'],
] as const)('%s with a gateway that is %s is shown as %s', (state, gatewayState, shown) => {
  expect(shownState({ state, gatewayState })).toBe(shown)
})

test('a device is due when its wave has started and its gateway is online', () => {
  const [waiting] = at(1, 'waiting')
  expect(isDue(waiting!, 0)).toBe(false)
  expect(isDue(waiting!, 1)).toBe(true)
  expect(isDue(waiting!, 2)).toBe(true)
  expect(isDue(at(1, 'away')[0]!, 1)).toBe(false)
  expect(isDue(at(1, 'failed')[0]!, 1)).toBe(false)
})
