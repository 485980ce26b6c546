import { expect, test } from 'vitest'
import { entered, left } from './modal-turn.ts'

test('who came first has the turn until it leaves; nobody comes twice', () => {
  const two = entered(entered([], 'write'), 'alarm')
  expect(entered(two, 'write')).toBe(two)
  expect(two[0]).toBe('write')
  expect(left(two, 'write')).toEqual(['alarm'])
  expect(left(two, 'notice')).toBe(two)
})
