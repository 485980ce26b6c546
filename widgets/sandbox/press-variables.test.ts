import { expect, test } from 'vitest'
import type { CellReading } from '../../signal/web/values.ts'
import type { Bound } from '../binds.ts'
import type { ValueSource } from '../host/source.ts'
import { pressValue, pressVariables } from './press-variables.ts'

const signal = (signalId: number, title: string, label?: string): Bound => ({
  kind: 'signal',
  binding: { type: 'signal', signalId, equipId: 1, title },
  fields: label === undefined ? {} : { label },
})
const [pump, level, other] = [signal(1, 'Pump speed'), signal(2, 'Level', 'Tank'), signal(3, 'Level')]

test('variables are named by label, title and slot; the first variable with a name has it', () => {
  const named = pressVariables({ bound: pump, bounds: { value: [level], more: [other, pump] } })
  expect(Object.fromEntries(named)).toEqual({
    variable: pump,
    'Pump speed': pump,
    Tank: level,
    Level: level,
    value: level,
    value1: level,
    more1: other,
    more2: pump,
  })
  expect(pressVariables({ bound: undefined, bounds: {} }).size).toBe(0)
})

const source = (freshness: 'good' | 'stale' | 'bad'): ValueSource => ({
  cell: () =>
    ({
      read: (): CellReading => ({ value: 7, code: freshness === 'bad' ? 1711 : 200, time: 5 }) as CellReading,
    }) as never,
  freshness: () => freshness,
  texts: () => null,
  now: () => 9,
})

test('a value has its quality, and a bad value is null', () => {
  expect(pressValue(pump, source('good'))).toEqual({ value: 7, quality: 'good', code: 200, time: 5, canWrite: true })
  expect(pressValue(pump, source('stale'))).toMatchObject({ value: 7, quality: 'stale' })
  expect(pressValue({ ...pump, kind: 'mvar' }, source('bad'))).toMatchObject({
    value: null,
    code: 1711,
    canWrite: false,
  })
})
