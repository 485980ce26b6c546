import { expect, test, vi } from 'vitest'
import { createFitting } from './fitting.ts'

test('a map is fitted again when its size changes', () => {
  const [fitting, fit] = [createFitting(), vi.fn()]
  fitting.resized()
  fitting.fit(fit)
  fitting.resized()
  expect(fit).toHaveBeenCalledTimes(2)
})

test('a map that the user has moved keeps its view, until it is fitted to other devices', () => {
  const [fitting, before, after] = [createFitting(), vi.fn(), vi.fn()]
  fitting.fit(before)
  fitting.release()
  fitting.resized()
  expect(before).toHaveBeenCalledTimes(1)
  fitting.fit(after)
  fitting.resized()
  expect([before, after].map(({ mock }) => mock.calls.length)).toEqual([1, 2])
})
