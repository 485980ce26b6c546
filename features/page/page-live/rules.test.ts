import { expect, test } from 'vitest'
import { cannotHold } from './rules.ts'

test.each([
  [[], 5, undefined],
  [[1], 5, undefined],
  [[1, 2], 5, undefined],
  [[5], 5, 'holdsItself'],
  [[1, 5, 2], 5, 'holdsItself'],
  [[1, 2, 3], 5, 'tooDeep'],
])('within the pages %j page %i is refused: %s', (chain, pageId, refused) =>
  expect(cannotHold(chain, pageId)).toBe(refused),
)
