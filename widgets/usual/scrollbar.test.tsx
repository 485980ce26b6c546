import { expect, test } from 'vitest'
import { arrowPath, flowOf } from './scrollbar.tsx'

test.each([
  [12.5, 'forward', 'forward'],
  [12.5, 'backward', 'backward'],
  [12.5, 'sign', 'forward'],
  [-3, 'sign', 'backward'],
  [-3, 'forward', 'forward'],
  [0, 'forward', 'still'],
  [0, 'sign', 'still'],
  [true, 'backward', 'backward'],
  [true, 'sign', 'forward'],
  [false, 'forward', 'still'],
  ['on', 'forward', 'unknown'],
  [null, 'forward', 'unknown'],
] as const)('%j %s flows %s', (value, direction, flow) => expect(flowOf(value, direction)).toBe(flow))

test('the arrow of a bar without motion is centred and points in the flow direction', () => {
  expect(arrowPath('forward', 100, 10)).toBe('M47 2L53 5L47 8')
  expect(arrowPath('backward', 100, 10)).toBe('M53 2L47 5L53 8')
})
