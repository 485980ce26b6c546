import { expect, test } from 'vitest'
import { faultIn } from './expression-fault.ts'

test.each([
  ['', undefined],
  ['  ', undefined],
  [`\${3.7} > 4`, undefined],
  [`\${3.7} >`, true],
  ['nonsense(1)', true],
  ['1'.repeat(100_000), true],
])('%.20s', (text, isWrong) => expect(faultIn(text) !== undefined || undefined).toBe(isWrong))
