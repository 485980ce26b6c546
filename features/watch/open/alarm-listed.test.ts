import { expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { mustSpan } from './alarm-listed.ts'

const month = limits.querySpanDays * 24 * 3_600_000
const now = 2 * month

test.each([
  [{ from: 0, to: month }, undefined],
  [{ from: 0, to: month + 1 }, 'spanTooLong'],
  [{ from: now - month }, undefined],
  [{ from: now - month - 1 }, 'spanTooLong'],
  [{ from: now - month - 1, to: null }, 'spanTooLong'],
  [{ from: now + 1 }, undefined],
  [{ from: 2, to: 1 }, 'endBeforeStart'],
  [{ to: 0 }, undefined],
  [{}, undefined],
] as const)('a range of at most 30 days is valid, up to its end or to now: %j', (span, fault) => {
  const check = () => mustSpan(span, now)
  fault ? expect(check).toThrow(fault) : expect(check).not.toThrow()
})
