import { describe, expect, test } from 'vitest'
import { boundsOf, manySlot } from '../../widgets/binds.ts'
import {
  bindingIn,
  entriesOf,
  inUnits,
  type ManySlot,
  moved,
  rebound,
  stateOf,
  unitsFor,
  withEntries,
} from './slots.ts'

const label = { en: 'Values', 'zh-cn': '数值' }
const slot = manySlot(label, { most: 5 }) as ManySlot
const onX = manySlot(label, { axis: 'X', most: 5, kinds: ['signal'] }) as ManySlot
const level = { type: 'signal', signalId: 7, equipId: 3, title: 'Level', subTitle: 'Plant' }

test.each([
  [undefined, 'unbound'],
  [{}, 'unbound'],
  [level, 'bound'],
  [{ ...level, type: 'report' }, 'cleared'],
  [{ type: 'signal', signalId: '', title: 'Level' }, 'cleared'],
  [{ type: 'signal', unseenSignalId: 7, title: 'Level' }, 'unseen'],
] as const)('%j is %s', (binding, state) => expect(stateOf(binding, ['signal'])).toBe(state))

test('a new binding replaces the old one, without touching other values', () => {
  const stored = { ...level, unseenSignalId: 9, mvarId: 4, prefix: 'L ', stranger: [1] }
  expect(rebound(stored, { type: 'system', systemKey: 'time' })).toEqual({
    ...{ prefix: 'L ', stranger: [1], type: 'system', systemKey: 'time' },
  })
  expect(rebound(stored, {})).toEqual({ prefix: 'L ', stranger: [1] })
  expect(bindingIn(stored)).toEqual({ ...level, unseenSignalId: 9, mvarId: 4 })
})

describe('a slot for many', () => {
  const data = { signalArray: [level, { title: 'gone' }], mvarArray: [{ mvarId: 2 }], unit: 'm' }

  test('lists bound and cleared entries', () => {
    expect(entriesOf(slot, data).map(({ kind }) => kind)).toEqual(['signal', 'signal', 'mvar'])
    expect(entriesOf(slot, { ...data, type: 'mvar' }).map(({ kind }) => kind)).toEqual(['mvar'])
    expect(entriesOf(slot, { ...data, type: 'mvar' }, true)).toHaveLength(3)
    expect(entriesOf(slot, { signalArray: 'nonsense' })).toEqual([])
  })

  test('stores its entries by kind, as the page reads them', () => {
    const entries = [...entriesOf(slot, data), { kind: 'system' as const, entry: { type: 'system', systemKey: 'k' } }]
    const next = withEntries(slot, data, entries)
    expect(next).toMatchObject({ unit: 'm', mvarArray: [{ mvarId: 2 }], systemArray: [{ systemKey: 'k' }] })
    expect(boundsOf(slot, next).map(({ kind }) => kind)).toEqual(['signal', 'mvar', 'system'])
    expect(withEntries(slot, data, [])).toEqual({ signalArray: [], mvarArray: [], unit: 'm' })
    expect(withEntries(onX, data, [{ kind: 'signal', entry: level }])).toEqual({ ...data, signalArrayX: [level] })
  })

  test('shows an entry of a kind that its type had left out', () => {
    const next = withEntries(slot, { ...data, type: 'mvar' }, [{ kind: 'signal', entry: level }])
    expect(boundsOf(slot, next).map(({ binding }) => binding.signalId)).toEqual([7])
  })
})

test('an entry can be moved', () => expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']))

test('another variable changes unit and decimals; a widget without such fields is unchanged', () => {
  const level = { unit: 'm', decimals: 2 }
  expect(inUnits({ signalId: 1, unit: 'bar', decimals: 1 }, level)).toEqual({ signalId: 1, unit: 'm', decimals: 2 })
  expect(inUnits({ unit: 'm', decimals: 2 }, { unit: null, decimals: null })).toEqual({ unit: '', decimals: -1 })
  expect(inUnits({ signalId: 1 }, level)).toEqual({ signalId: 1 })
  expect(inUnits({ unit: 'm' }, undefined)).toEqual({ unit: 'm' })
})

test('an entry gets the unit and decimals of its variable if it has such fields', () => {
  const of = { unit: 'm', decimals: 2 }
  expect(unitsFor({ unit: 1, decimals: 1 }, of)).toEqual(of)
  expect(unitsFor({ unit: 1 }, { unit: null, decimals: null })).toEqual({ unit: '' })
  expect(unitsFor({ decimals: 1 }, { unit: null, decimals: null })).toEqual({ decimals: -1 })
  expect([unitsFor({}, of), unitsFor({ unit: 1 }, undefined)]).toEqual([{}, {}])
})
