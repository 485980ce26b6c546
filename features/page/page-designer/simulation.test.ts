import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dataTypes } from '../../../core/data-type.ts'
import type { Bound } from '../../../widgets/binds.ts'
import { createSimulation, simulatedReading, simulatedStates } from './simulation.ts'

const bound = (signalId: number): Bound => ({ kind: 'signal', binding: { type: 'signal', signalId }, fields: {} })
const ranged = { dataType: 'float32', decimals: 1, min: -5, max: 12 } as const

test('a variable stays within its bounds at any moment, and an integer stays whole', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.constantFrom(...dataTypes),
      fc.integer({ min: 0, max: 4e12 }),
      fc.constantFrom(...simulatedStates),
      (id, dataType, at, state) => {
        const { value, code } = simulatedReading(id, { ...ranged, dataType }, state, at)
        const isNone = state === 'bad' || state === 'never'
        expect([value === null, code === 200]).toEqual([isNone, !isNone])
        if (isNone) return
        if (dataType === 'bool' || dataType === 'string') {
          expect(typeof value).toBe(dataType === 'bool' ? 'boolean' : 'string')
          return
        }
        expect(value).toBeGreaterThanOrEqual(-5)
        expect(value).toBeLessThanOrEqual(12)
        if (!dataType.startsWith('float')) expect(Number.isInteger(value)).toBe(true)
      },
    ),
  )
})

test('a variable moves from bound to bound within a minute, and stays at one on request', () => {
  const over = Array.from({ length: 60 }, (_, i) => simulatedReading(3, ranged, 'moving', i * 1000).value as number)
  expect(Math.min(...over)).toBeLessThan(-4)
  expect(Math.max(...over)).toBeGreaterThan(11)
  expect([simulatedReading(3, ranged, 'low', 7).value, simulatedReading(3, ranged, 'high', 7).value]).toEqual([-5, 12])
})

test('unknown variables move between 0 and 100; an unbound cell has no value', () => {
  const source = createSimulation(new Map(), () => 0)
  source.set('high')
  expect(source.cell(bound(9))?.read().value).toBe(100)
  expect(source.cell({ kind: 'mvar', binding: { type: 'mvar', mvarId: 4 }, fields: {} })?.read().value).toBe(100)
  expect(source.cell(bound(0))).toBeUndefined()
})

test('all values change at each turn, and each state sets its quality', () => {
  const clock = { at: 0 }
  const source = createSimulation(new Map([[1, ranged]]), () => clock.at)
  const cell = source.cell(bound(1))!
  expect(source.cell(bound(1))).toBe(cell)
  let heard = 0
  const leave = cell.watch(() => {
    heard += 1
  })
  const before = cell.read().value
  clock.at += 5000
  source.turn()
  expect(cell.read().value).not.toBe(before)
  const seen = simulatedStates.map((state) => {
    source.set(state)
    return source.freshness(bound(1), cell.read())
  })
  expect(seen).toEqual(['good', 'good', 'good', 'stale', 'bad', 'never'])
  expect(heard).toBe(7)
  leave()
  source.turn()
  expect(heard).toBe(7)
})
