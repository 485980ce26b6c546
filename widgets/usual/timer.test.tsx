import { expect, test } from 'vitest'
import { inFormat } from './timer.tsx'

test.each([
  ['YYYY-MM-DD HH:mm:ss', '2026-11-21 08:41:07'],
  ['YYYY-MM-DD', '2026-11-21'],
  ['HH:mm:ss', '08:41:07'],
  ['HH:mm', '08:41'],
  ['MM-DD HH:mm', '11-21 08:41'],
] as const)('%s is %s', (format, text) => expect(inFormat('2026-11-21 08:41:07', format)).toBe(text))
