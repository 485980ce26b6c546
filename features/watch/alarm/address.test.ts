import { expect, test } from 'vitest'
import { filterOf, isNarrowed, openedIn, searchOf } from './address.ts'

test('a filter survives the round trip through the address', () => {
  const search = {
    ...{ view: 'history', levels: 'severe,normal', kinds: 'rate', equipment: '3', group: '4' },
    ...{ word: 'well', from: '1000', to: '2000' },
  }
  expect(searchOf(filterOf(search))).toEqual(search)
})

test('an empty address means all open alarms', () => {
  const filter = filterOf({})
  expect(filter.view).toBe('open')
  expect(isNarrowed(filter)).toBe(false)
  expect(Object.values(searchOf(filter)).join('')).toBe('')
})

test('invalid values in an address are ignored', () => {
  const filter = filterOf({ view: 'x', levels: 'loud', kinds: '', equipment: '-1', group: 'a', from: '1e9', word: '' })
  expect(filter).toEqual(filterOf({}))
  expect([openedIn({ alarm: 'x' }), openedIn({}), openedIn({ alarm: '7' })]).toEqual([undefined, undefined, 7])
})
