import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { toEngineering, toRaw } from './scale.ts'

type Scaled = { dataType: DataType; scale?: number; offset?: number }

describe('engineering units', () => {
  it.each<[Scaled, Value, Value]>([
    [{ dataType: 'int16' }, 5, 5],
    [{ dataType: 'int16', scale: 0.1 }, 3, 0.3],
    [{ dataType: 'int16', scale: 0.1, offset: -40 }, 615, 21.5],
    [{ dataType: 'float32', scale: 1.8, offset: 32 }, 100, 212],
    [{ dataType: 'int64' }, '9223372036854775807', '9223372036854775807'],
    [{ dataType: 'bool', scale: 2 }, true, true],
    [{ dataType: 'string', offset: 1 }, 'on', 'on'],
  ])('%o of raw %s is %s', (signal, raw, value) => {
    expect(toEngineering(signal, raw)).toBe(value)
  })

  it('refuses a result that is no number', () => {
    expect(() => toEngineering({ dataType: 'float64', scale: 1e308 }, 1e308)).toThrow(
      expect.objectContaining({ code: 1716 }),
    )
  })
})

describe('raw values', () => {
  it.each<[Scaled, Value, Value]>([
    [{ dataType: 'int16' }, 5, 5],
    [{ dataType: 'int16' }, '5', 5],
    [{ dataType: 'int64' }, '9223372036854775807', '9223372036854775807'],
    [{ dataType: 'int16', scale: 0.1, offset: -40 }, 21.5, 615],
    [{ dataType: 'int16', scale: 0.1 }, 12.34, 123],
    [{ dataType: 'float32', scale: 2 }, '5', 2.5],
    [{ dataType: 'float32' }, 2.5, 2.5],
    [{ dataType: 'bool' }, true, true],
    [{ dataType: 'string', scale: 3 }, 'on', 'on'],
  ])('%o of %s is %s', (signal, value, raw) => {
    expect(toRaw(signal, value)).toBe(raw)
  })

  it.each<[Scaled, Value]>([
    [{ dataType: 'int16' }, 12.5],
    [{ dataType: 'int16' }, true],
    [{ dataType: 'int16' }, 'warm'],
    [{ dataType: 'float32', scale: 2 }, 'warm'],
    [{ dataType: 'float32', scale: 0, offset: 1 }, 5],
  ])('%o refuses %s', (signal, value) => {
    expect(() => toRaw(signal, value)).toThrow(expect.objectContaining({ code: 1716 }))
  })

  it('come back from engineering units as they were', () => {
    const scales = fc.constantFrom(1, 0.1, 0.01, 2.5, -3, 1000)
    fc.assert(
      fc.property(
        fc.integer({ min: -32_768, max: 32_767 }),
        scales,
        fc.integer({ min: -500, max: 500 }),
        (raw, scale, offset) => {
          const signal = { dataType: 'int16', scale, offset } as const
          // Plus zero: -0 and 0 are one register.
          expect(Number(toRaw(signal, toEngineering(signal, raw))) + 0).toBe(raw + 0)
        },
      ),
    )
  })
})
