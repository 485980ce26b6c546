import { expect, test } from 'vitest'
import { compileX } from './x-formula.ts'

test.each([
  ['6*X+10', 7, 52],
  ['6*x+10', 7, 52],
  ['(X+1)*(X-1)/2', 5, 12],
  ['-X', 3, -3],
  [' X / 4 ', 1, 0.25],
  ['X*X', 9, 81],
  ['1/X', 0, undefined],
])('%s of %s is %s', (text, x, y) => expect(compileX(text)?.(x)).toBe(y))

test.each(['', '6', '6*Y', 'X**2', 'X^2', 'X%2', '6X', 'X6', 'XX', 'X(1)', '(X', 'X+', 'max(X,1)', 'X>1', '${1.1}+X'])(
  '%s is no formula of X',
  (text) => expect(compileX(text)).toBeUndefined(),
)
