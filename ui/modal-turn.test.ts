import { expect, test } from 'vitest'
import { withoutTurn, withTurn } from './modal-turn.ts'

test('the first to enter has the turn until it leaves; an id enters only once', () => {
  const two = withTurn(withTurn([], 'write'), 'alarm')
  expect(withTurn(two, 'write')).toBe(two)
  expect(two[0]).toBe('write')
  expect(withoutTurn(two, 'write')).toEqual(['alarm'])
  expect(withoutTurn(two, 'notice')).toBe(two)
})
