import { describe, expect, test } from 'vitest'
import { cannotDelete, widensOwn } from './rules.ts'

const works = { id: 1, parentId: null }
const line = { id: 2, parentId: 1 }
const office = { id: 3, parentId: null }
const tree = [works, line, office]

describe('moving a department', () => {
  test.each([
    ['another one below the own one', 1, 3, 1, true],
    ['another one further below the own one', 1, 3, 2, true],
    ['one that is below the own one already', 1, 2, 1, false],
    ['the own one below another', 1, 1, 3, false],
    ['one to the top', 1, 2, null, false],
    ['any, for an account without a department', null, 3, 1, false],
  ])('whether moving %s extends the visible devices', (_, ownId, id, parentId, widens) =>
    expect(widensOwn(tree, ownId, { id, parentId })).toBe(widens),
  )
})

describe('deleting a department', () => {
  test('is refused with the names of its contents', () => {
    expect(cannotDelete(['Line 1'], ['Li Wei'], 'en')).toEqual({
      error: 'inUse',
      details: { reason: 'Line 1, Li Wei' },
    })
    const many = ['a', 'b', 'c', 'd', 'e', 'f']
    expect(cannotDelete([], many, 'en')?.details).toEqual({ reason: 'a, b, c, d, e …' })
    expect(cannotDelete([], [], 'en')).toBeUndefined()
  })
})
