import { expect, test } from 'vitest'
import { pickedOf, withPicks } from './picks.ts'

const rules = [1, 2, 3, 4].map((id) => ({ id }))
const shown = rules.slice(1, 3)

test('selecting all selects the shown rules alone, and clearing them keeps the others', () => {
  const picks = withPicks(new Set([4]), shown, true)
  expect([...picks].sort()).toEqual([2, 3, 4])
  expect([...withPicks(picks, shown, false)]).toEqual([4])
  expect([...withPicks(new Set(), rules.slice(0, 1), true)]).toEqual([1])
})

test('a change is applied to the shown rules; selected rules that are hidden are counted', () => {
  expect(pickedOf(rules, shown, new Set([1, 2, 4]))).toEqual({ picked: [{ id: 2 }], hidden: 2 })
  expect(pickedOf(rules, rules, new Set([1, 2]))).toEqual({ picked: [{ id: 1 }, { id: 2 }], hidden: 0 })
})

test('a rule that was deleted is neither selected nor hidden', () => {
  expect(pickedOf(rules, rules, new Set([9]))).toEqual({ picked: [], hidden: 0 })
})
