import { expect, it } from 'vitest'
import { toEngineering } from './scale.ts'

it('returns the value in engineering units', () =>
  expect(toEngineering({ dataType: 'int16', scale: 0.1, offset: -40 }, 615)).toBe(21.5))

it('rejects a result that is no number', () => {
  expect(() => toEngineering({ dataType: 'float64', scale: 1e308 }, 1e308)).toThrow(
    expect.objectContaining({ code: 1716 }),
  )
})
