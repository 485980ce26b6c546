import { expect, test } from 'vitest'
import { filterOf, isNarrowed, openedIn, searchOf } from './address.ts'

test('a filter comes back from its address', () => {
  const search = {
    ...{ view: 'history', levels: 'severe,normal', kinds: 'rate', equipment: '3', group: '4' },
    ...{ word: 'well', from: '1000', to: '2000' },
  }
  expect(searchOf(filterOf(search))).toEqual(search)
})

test('an empty address is all that is open', () => {
  const filter = filterOf({})
  expect(filter.view).toBe('open')
  expect(isNarrowed(filter)).toBe(false)
  expect(Object.values(searchOf(filter)).join('')).toBe('')
})

test('what an address says in vain is left out', () => {
  const filter = filterOf({ view: 'x', levels: 'loud', kinds: '', equipment: '-1', group: 'a', from: '1e9', word: '' })
  expect(filter).toEqual(filterOf({}))
  expect([openedIn({ alarm: 'x' }), openedIn({}), openedIn({ alarm: '7' })]).toEqual([undefined, undefined, 7])
})
