import { describe, expect, it } from 'vitest'
import { foundSignals, groupAnchor, listedSignals } from './find-signals.ts'

const signals = [
  { title: 'Pump 1 speed', name: 'p1Speed', address: 'H:10', group: 'Pumps' },
  { title: 'Pump 2 speed', name: 'p2Speed', address: 'H:11', group: 'Pumps' },
  { title: '出口压力', name: 'Pout', address: 'I:4', group: null },
]
const found = (words: string) => foundSignals(signals, words).map(({ name }) => name)

describe('the filter of variables', () => {
  it.each([
    ['', ['p1Speed', 'p2Speed', 'Pout']],
    ['  ', ['p1Speed', 'p2Speed', 'Pout']],
    ['pump', ['p1Speed', 'p2Speed']],
    ['speed 2', ['p2Speed']],
    ['h:10', ['p1Speed']],
    ['压力', ['Pout']],
    ['pumps h:11', ['p2Speed']],
    ['nothing', []],
  ])('%j finds %j', (words, names) => expect(found(words)).toEqual(names))

  it('the anchor of a group is valid for any name', () => {
    expect(groupAnchor('泵 1')).toBe('group-%E6%B3%B5%201')
  })
})

describe('internal variables', () => {
  const some = [{ id: 1 }, { id: 2, internal: true }, { id: 3, internal: false }]
  it('are listed only for accounts that may edit devices', () => {
    expect(listedSignals(some, true)).toBe(some)
    expect(listedSignals(some, false).map(({ id }) => id)).toEqual([1, 3])
  })
})
