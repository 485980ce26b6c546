import { expect, it } from 'vitest'
import { createRivals } from './rivals.ts'

it.each<[string, string, boolean[]]>([
  ['one that says hello again and again', 'aaa', [false, false, false]],
  ['one that is started again', 'aabbcc', [false, false, false, false, false, false]],
  ['two that take turns', 'abab', [false, false, true, true]],
  ['two that take turns, one of them saying hello twice', 'aabba', [false, false, false, false, true]],
  ['three that take turns', 'abcabc', [false, false, false, true, true, true]],
  ['one that is started again after another was', 'abac', [false, false, true, false]],
])('%s: %s', (_name, runs, told) => {
  const rivals = createRivals()
  expect([...runs].map((run) => rivals.isRival('A', run))).toEqual(told)
})

it('of different gateways are not detected', () => {
  const rivals = createRivals()
  const said = [...'abab'].map((run, index) => rivals.isRival(index % 2 === 0 ? 'A' : 'B', run))
  expect(said).toEqual([false, false, false, false])
})
