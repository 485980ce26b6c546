import { expect, test } from 'vitest'
import { type Form, fieldText, needsZone, writtenTime } from './time-selector.tsx'

const zone = 'Asia/Shanghai'
const at = Date.UTC(2026, 10, 21, 0, 41, 7) / 1000

test.each<[string, Form['timeType'], Form['format'], string]>([
  ['2026-11-21T08:41:07', 'datetime', 'seconds', String(at)],
  ['2026-11-21T08:41', 'datetime', 'seconds', String(at - 7)],
  ['2026-11-21T08:41:07', 'datetime', 'milliseconds', String(at * 1000)],
  ['2026-11-21T08:41:07', 'datetime', 'text', '2026-11-21 08:41:07'],
  ['2026-11-21', 'date', 'seconds', String(Date.UTC(2026, 10, 20, 16) / 1000)],
  ['2026-11-21', 'date', 'text', '2026-11-21'],
  ['08:41:07', 'time', 'seconds', '31267'],
  ['08:41', 'time', 'milliseconds', '31260000'],
  ['08:41', 'time', 'text', '08:41:00'],
])('%s as %s in %s is written as %s', (text, timeType, format, written) =>
  expect(writtenTime(text, { timeType, format }, zone)).toBe(written),
)

test.each<[string, Form['timeType']]>([
  ['', 'datetime'],
  ['2026-11-21', 'datetime'],
  ['08:41', 'date'],
  ['2026-11-21', 'time'],
  ['yesterday', 'datetime'],
  ['2026-99-99T99:99', 'datetime'],
])('%s as %s is not a time', (text, timeType) =>
  expect(writtenTime(text, { timeType, format: 'seconds' }, zone)).toBeUndefined(),
)

test.each<[number | string | boolean | null, Form['timeType'], Form['format'], string]>([
  [at, 'datetime', 'seconds', '2026-11-21T08:41:07'],
  [at * 1000, 'datetime', 'milliseconds', '2026-11-21T08:41:07'],
  [at, 'date', 'seconds', '2026-11-21'],
  [31267, 'time', 'seconds', '08:41:07'],
  [86_400, 'time', 'seconds', ''],
  [-1, 'time', 'seconds', ''],
  ['2026-11-21 08:41:07', 'datetime', 'text', '2026-11-21T08:41:07'],
  ['soon', 'datetime', 'text', ''],
  [null, 'datetime', 'seconds', ''],
  [1e30, 'datetime', 'seconds', ''],
  ['x', 'datetime', 'seconds', ''],
])('%j as %s in %s is shown as %s', (value, timeType, format, text) =>
  expect(fieldText(value, { timeType, format }, zone)).toBe(text),
)

test.each<[Form['timeType'], Form['format'], boolean]>([
  ['datetime', 'seconds', true],
  ['date', 'milliseconds', true],
  ['datetime', 'text', false],
  ['time', 'seconds', false],
])('%s in %s needs a zone: %s', (timeType, format, needs) => expect(needsZone({ timeType, format })).toBe(needs))
