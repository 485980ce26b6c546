import { expect, test } from 'vitest'
import { hasNumber, namesOf } from './rules.ts'

test.each([
  ['Pump {n}', 1, 3, ['Pump 1', 'Pump 2', 'Pump 3']],
  ['P{nnn}', 9, 2, ['P009', 'P010']],
  ['{nn} 号泵 {n}', 100, 1, ['100 号泵 100']],
])('%s from %i', (pattern, first, count, names) => expect(namesOf(pattern, first, count)).toEqual(names))

test.each([
  ['Pump {n}', true],
  ['Pump {nn} b', true],
  ['Pump', false],
  ['Pump {x}', false],
  ['Pump {nnnnnnn}', false],
])('%s is numbered: %s', (pattern, is) => expect(hasNumber(pattern)).toBe(is))
