import { expect, test } from 'vitest'
import { onlyRoom } from './only-room.ts'

test('the file of the only room is used', () => {
  expect(onlyRoom({ '../watch/history/past.ts': { default: 7 } }, 'play back the history')).toBe(7)
})

test('a missing room, or a second one, is an error', () => {
  const error = (count: number) => `exactly one room must play back the history, not ${count}`
  expect(() => onlyRoom({}, 'play back the history')).toThrow(error(0))
  const two = { '../a/b/past.ts': { default: 1 }, '../a/c/past.ts': { default: 2 } }
  expect(() => onlyRoom(two, 'play back the history')).toThrow(error(2))
})
