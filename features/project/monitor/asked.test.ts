import { describe, expect, test } from 'vitest'
import { advancedCount, askedOf, noFilters } from './asked.ts'

describe('the filter in the address', () => {
  const page = { word: '', pageNo: 1, pageSize: 10 }
  const of = (change: Partial<typeof noFilters>) => askedOf({ ...noFilters, ...change }, page)

  test('a plain address asks for everything', () => {
    expect(of({})).toEqual({ keyword: '', pageNo: 1, pageSize: 10, sn: '', number: '', manufacturer: '', address: '' })
  })

  test('a group by its id', () => expect(of({ group: '7' })).toMatchObject({ groupId: 7 }))
  test('ungrouped devices', () => expect(of({ group: 'ungrouped' })).toMatchObject({ ungrouped: true }))
  test('devices created by me', () => expect(of({ group: 'mine' })).toMatchObject({ mine: true }))
  test('devices that I follow', () => expect(of({ group: 'followed' })).toMatchObject({ followed: true }))

  test('invalid values in the address are ignored', () => {
    const asked = of({ group: '-3', state: 'flying' })
    expect(asked.groupId).toBeUndefined()
    expect(asked.state).toBeUndefined()
  })

  test('state, words and advanced fields together', () => {
    const asked = askedOf({ ...noFilters, state: 'offline', sn: 'LF' }, { word: 'pump', pageNo: 3, pageSize: 10 })
    expect(asked).toMatchObject({ state: 'offline', sn: 'LF', keyword: 'pump', pageNo: 3 })
  })
})

test('filled-in fields of the advanced search are counted', () => {
  expect(advancedCount(noFilters)).toBe(0)
  expect(advancedCount({ ...noFilters, state: 'online', sn: 'x', address: 'y' })).toBe(2)
})
