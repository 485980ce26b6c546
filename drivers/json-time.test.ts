// Times in documents of devices.
import { expect, it } from 'vitest'
import { parseJson } from './json-text.ts'
import { timeOf } from './json-time.ts'

it.each<[json: string, at: number | undefined]>([
  ['1767225600', 1_767_225_600_000],
  ['1767225600.25', 1_767_225_600_250],
  ['1767225600000', 1_767_225_600_000],
  ['1767225600000000', 1_767_225_600_000],
  ['" 1767225600 "', 1_767_225_600_000],
  ['"2026-01-01T00:00:00Z"', 1_767_225_600_000],
  ['"2026-01-01 08:00+0800"', 1_767_225_600_000],
  ['"2026-01-01T00:00:00.250Z"', 1_767_225_600_250],
  ['"2026-01-01T00:00:00,250Z"', 1_767_225_600_250],
  ['"2026-01-01T00:00:00"', undefined],
  ['"2026-13-01T00:00:00Z"', undefined],
  ['"yesterday"', undefined],
  ['-5', undefined],
  ['1e12', undefined],
  ['NaN', undefined],
  ['null', undefined],
  ['{}', undefined],
])('%s is %s', (json, at) => expect(timeOf(parseJson(json))).toBe(at))
