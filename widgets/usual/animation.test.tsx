import { expect, test } from 'vitest'
import { frameOf, isTurning } from './animation.tsx'

const frames = [
  { imgUrl: '/userimg/a.png', value: '0' },
  { imgUrl: '/userimg/b.png', value: '1' },
]
test.each([
  [0, '/userimg/a.png'],
  [true, '/userimg/b.png'],
  [2, undefined],
  [null, undefined],
])('%j shows %s', (value, imgUrl) => expect(frameOf(value, frames)?.imgUrl).toBe(imgUrl))

test.each([
  [false, null, true],
  [true, null, false],
  [true, 0, false],
  [true, 3, true],
  [true, true, true],
  [true, 'on', false],
])('bound: %s, value %j, turns: %s', (isBound, value, turns) => expect(isTurning(isBound, value)).toBe(turns))
