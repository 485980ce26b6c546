import { expect, test } from 'vitest'
import type { DeviceState, RolloutInfo } from './contract.ts'
import { countWords } from './count-words.ts'
import { rolloutText } from './text.ts'

const states = ['waiting', 'sent', 'watching', 'complete', 'takingBack', 'rolledBack', 'failed', 'skipped'] as const

const counted = (cells: readonly { state: DeviceState; gatewayState: 'online' | null }[]) => {
  const counts = Object.fromEntries(states.map((state) => [state, cells.filter((cell) => cell.state === state).length]))
  return countWords({ counts: counts as RolloutInfo['counts'], waves: [{ devices: cells }] })
}

test('the parts add up to all devices, with and without a gateway', () => {
  const cells = states.flatMap((state) => [
    { state, gatewayState: 'online' as const },
    { state, gatewayState: null },
  ])
  const { all, ...parts } = counted(cells)
  expect(all).toBe(16)
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(16)
})

test('a device without a gateway is neither complete nor unfinished, also while its alarms are watched', () => {
  expect(counted([{ state: 'complete', gatewayState: null }])).toMatchObject({ complete: 0, unsent: 1, open: 0 })
  expect(counted([{ state: 'watching', gatewayState: null }])).toMatchObject({ complete: 0, unsent: 1, open: 0 })
  expect(counted([{ state: 'watching', gatewayState: 'online' }])).toMatchObject({ unsent: 0, open: 1 })
})

test.each(['en', 'zh-cn'] as const)('the text names every part in %s', (language) => {
  const numbers = { complete: 21, unsent: 22, back: 23, failed: 24, skipped: 25, open: 26, all: 141 }
  const text = rolloutText.in(language)('counts', numbers)
  for (const number of Object.values(numbers)) expect(text).toContain(String(number))
})
