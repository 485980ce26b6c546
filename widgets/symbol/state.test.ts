import { describe, expect, test } from 'vitest'
import type { Reading } from '../widget.ts'
import { levelOf, type NamedState, type Role, stateOf, symbolLook } from './state.ts'

const named: NamedState[] = [
  { value: '0', state: 'shut' },
  { value: '1', state: 'move' },
  { value: '2', state: 'run' },
  { value: '9', state: 'fault' },
]

test.each([
  [true, 'onOff', 'run'],
  [false, 'onOff', 'off'],
  [37, 'onOff', 'run'],
  [0, 'onOff', 'off'],
  ['on', 'onOff', undefined],
  [0, 'position', 'shut'],
  [0.4, 'position', 'shut'],
  [42, 'position', 'move'],
  [99.6, 'position', 'run'],
  ['half', 'position', undefined],
  [1, 'states', 'move'],
  [9, 'states', 'fault'],
  [5, 'states', undefined],
  [null, 'onOff', undefined],
] as const)('%j by %s is %s', (value, means, state) => expect(stateOf(value, means, named)).toBe(state))

test.each([
  [2.5, 0, 5, 0.5],
  [-1, 0, 5, 0],
  [9, 0, 5, 1],
  [null, 0, 5, undefined],
  [2, 5, 5, undefined],
])('the level of %j from %s to %s is %s', (value, minVal, maxVal, level) =>
  expect(levelOf(value, { minVal, maxVal })).toBe(level),
)

describe('the look', () => {
  const reading = (value: Reading['value'], isBound = true): Reading => ({
    ...{ isBound, value, standIn: null, quality: 'good', code: 200, time: 1, texts: null, title: '' },
  })
  const more = (role: Role, value: Reading['value']) => ({
    reading: reading(value),
    of: { role, minVal: 0, maxVal: 10 },
  })
  const look = (main: Reading, ...others: ReturnType<typeof more>[]) => symbolLook(main, 'onOff', named, others)

  test('an unbound symbol is at rest; without a value it is unknown, not stopped', () => {
    expect(look(reading(null, false)).state).toBe('rest')
    expect(look(reading(null)).state).toBe('unknown')
    expect(look(reading(false)).state).toBe('off')
  })
  test('a fault outranks a warning, and out of service outranks the modes', () => {
    expect(look(reading(true), more('warning', true)).alarm).toBe('important')
    expect(look(reading(true), more('warning', true), more('fault', 1)).alarm).toBe('severe')
    expect(look(reading(true), more('notice', true)).alarm).toBe('normal')
    expect(look(reading(true), more('fault', null)).alarm).toBeNull()
    expect(look(reading(true), more('manual', true), more('local', true)).mode).toBe('L')
    expect(look(reading(true), more('manual', true), more('outOfService', true)).mode).toBe('O')
  })
  test('an unknown level is neither full nor empty', () => {
    expect(look(reading(true), more('level', 5))).toMatchObject({ level: 0.5, isLevelUnknown: false })
    expect(look(reading(true), more('level', null))).toMatchObject({ level: undefined, isLevelUnknown: true })
  })
  test('a position in transit shows its percentage', () =>
    expect(symbolLook(reading(41.6), 'position', [], []).percent).toBe('42 %'))
})
