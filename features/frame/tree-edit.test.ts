import { describe, expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { checkPlace, nodeOf, sortOfNew } from './tree-edit.ts'

const works = { id: 1, parentId: null, name: 'Works' }
const line = { id: 2, parentId: 1, name: 'Line' }
const office = { id: 3, parentId: null, name: 'Office' }
const tree = [works, line, office]

test('an object is found by its id', () => {
  expect(nodeOf(tree, 2)).toBe(line)
  expect(() => nodeOf(tree, 4)).toThrow('notFound')
})

describe('a new object', () => {
  test('comes after the others below its parent', () => {
    expect(sortOfNew(tree, { parentId: null, name: 'New' }, 'nameExists')).toBe(3)
    expect(sortOfNew(tree, { parentId: 1, name: 'New' }, 'nameExists')).toBe(2)
    expect(sortOfNew(tree, { parentId: 2, name: 'New' }, 'nameExists')).toBe(1)
  })

  test.each([
    ['a name in use', { parentId: null, name: 'Office' }, 'nameExists'],
    ['a parent that does not exist', { parentId: 4, name: 'New' }, 'notFound'],
  ])('is refused with %s', (_, entry, error) => expect(() => sortOfNew(tree, entry, 'nameExists')).toThrow(error))

  test('is refused below the lowest level', () => {
    const deep = Array.from({ length: limits.groupLevels }, (_, at) => ({
      id: at + 1,
      parentId: at === 0 ? null : at,
      name: 'x',
    }))
    const entry = { parentId: limits.groupLevels, name: 'y' }
    expect(() => sortOfNew(deep, entry, 'groupNameExists')).toThrow('groupTooDeep')
  })
})

describe('an object', () => {
  test('keeps its own name and place', () => expect(() => checkPlace(tree, line, 'nameExists')).not.toThrow())

  test.each([
    ['to a name in use', { id: 3, parentId: null, name: 'Works' }, 'groupNameExists'],
    ['beside an object of its name', { id: 2, parentId: null, name: 'Office' }, 'groupNameExists'],
    ['below itself', { id: 1, parentId: 2, name: 'Works' }, 'notFound'],
  ])('is not moved %s', (_, entry, error) => expect(() => checkPlace(tree, entry, 'groupNameExists')).toThrow(error))
})
