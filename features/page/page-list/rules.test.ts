// Pure rules of a device's list of pages.
import { expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { inOrder } from '../page/rules.ts'
import { freeTitle } from './rules.ts'

test.each([
  ['Overview', [], 'Overview'],
  ['Overview', ['Overview'], 'Overview 2'],
  ['Overview 2', ['Overview', 'Overview 2'], 'Overview 3'],
  ['总览', ['总览', '总览 2'], '总览 3'],
])('%s beside %j is %s', (title, taken, free) => expect(freeTitle(title, taken)).toBe(free))

test('a title at the limit is cut, and never within a character', () => {
  const long = '🚰'.repeat(limits.titleLength / 2)
  const free = freeTitle(long, [long])
  expect(free.length).toBeLessThanOrEqual(limits.titleLength)
  expect(free).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
  expect(free).toMatch(/ 2$/)
})

test('pages with the same title are in the order of their creation', () => {
  const page = (id: number, startup = false) => ({ id, title: 'Same', startup })
  expect(inOrder([page(3), page(1), page(2, true)]).map(({ id }) => id)).toEqual([2, 1, 3])
})
