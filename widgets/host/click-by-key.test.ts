import { expect, test, vi } from 'vitest'
import { clickByKey } from './click-by-key.ts'

function pressed(key: string, repeat: boolean, isClickable: boolean) {
  const [preventDefault, click] = [vi.fn(), vi.fn()]
  clickByKey({ key, repeat, preventDefault }, isClickable, click)
  return { prevented: preventDefault.mock.calls.length, clicks: click.mock.calls.length }
}

test.each(['Enter', ' '])('a held %j clicks a widget once, and does not scroll the page', (key) => {
  expect(pressed(key, false, true)).toEqual({ prevented: 1, clicks: 1 })
  expect(pressed(key, true, true)).toEqual({ prevented: 1, clicks: 0 })
})

test.each([
  ['Enter', false],
  ['Enter', true],
  [' ', false],
  [' ', true],
])('%j (repeated: %s) in a field keeps its effect', (key, repeat) => {
  expect(pressed(key, repeat, false)).toEqual({ prevented: 0, clicks: 0 })
})

test('other keys keep their effect on a widget', () => {
  expect(pressed('a', false, true)).toEqual({ prevented: 0, clicks: 0 })
})
