import { describe, expect, test } from 'vitest'
import type { Binding } from '../contract/page-document.ts'
import { boundOf, boundsIn, boundsOf, manySlot, oneSlot } from './binds.ts'
import { colourField } from './fields.ts'

const label = { en: 'Value', 'zh-cn': '数值' }

describe('a binding', () => {
  test.each([
    [{ type: 'signal', signalId: 7, equipId: 3 }, 'signal'],
    [{ signalId: 7 }, 'signal'],
    [{ type: '', signalId: 7 }, 'signal'],
    [{ type: 'mvar', mvarId: 2 }, 'mvar'],
    [{ type: 'system', systemKey: 'online' }, 'system'],
  ])('%j is a %s', (binding, kind) => expect(boundOf(binding)).toEqual({ kind, binding, fields: {} }))

  test.each([
    [undefined],
    [{}],
    [{ type: 'signal' }],
    [{ type: 'signal', signalId: '' as const }],
    [{ type: 'signal', signalId: null }],
    [{ type: 'mvar', signalId: 7 }],
    [{ type: 'system', systemKey: '' }],
    [{ type: 'eval', signalId: 7 }],
    [{ type: 'report', reportId: 7 }],
  ])('%j is not a binding', (binding) => expect(boundOf(binding)).toBeUndefined())
})

describe('a slot', () => {
  const many = manySlot(label, { most: 3, of: { color: colourField('steel', { label }) } })

  test('for one value is stored in the data itself', () => {
    const data = { type: 'signal', signalId: 7, equipId: 3, unit: 'm' }
    expect(boundsOf(oneSlot(label), data)).toEqual([{ kind: 'signal', binding: data, fields: {} }])
    expect(boundsOf(oneSlot(label), undefined)).toEqual([])
    expect(boundsOf(oneSlot(label, ['scene']), { type: 'scene', sceneId: 4 })).toMatchObject([{ kind: 'scene' }])
  })

  test('for many values is stored in arrays by kind, with the fields of each entry', () => {
    const data = { signalArray: [{ signalId: 7, color: 'severe' }, null, { signalId: '' }, { signalId: 8 }] }
    expect(boundsOf(many, data)).toEqual([
      { kind: 'signal', binding: { type: 'signal', signalId: 7, color: 'severe' }, fields: { color: 'severe' } },
      { kind: 'signal', binding: { type: 'signal', signalId: 8 }, fields: { color: 'steel' } },
    ])
  })

  test('for many values uses the array that `type` names, or else all arrays, up to its limit', () => {
    const data = { signalArray: [{ signalId: 7 }, { signalId: 8 }], mvarArray: [{ mvarId: 1 }, { mvarId: 2 }] }
    const kinds = (of: Binding) => boundsOf(many, of).map(({ kind }) => kind)
    expect(kinds({ ...data, type: 'mvar' })).toEqual(['mvar', 'mvar'])
    expect(kinds(data)).toEqual(['signal', 'signal', 'mvar'])
    expect(kinds({ signalArray: 'x' })).toEqual([])
  })

  test('for many values on an axis is stored under that axis', () => {
    const data = { signalArray: [{ signalId: 1 }], signalArrayX: [{ signalId: 7 }], signalArrayY: [{ signalId: 8 }] }
    const ids = (axis: 'X' | 'Y') =>
      boundsOf(manySlot(label, { axis, most: 9 }), data).map(({ binding }) => binding.signalId)
    expect([ids('X'), ids('Y')]).toEqual([[7], [8]])
  })

  test('for many values on an axis keeps a cleared entry, so that pairs with the other axis stay together', () => {
    const data = { signalArrayX: [{ title: 'gone' }, null, { signalId: 7 }], signalArrayY: [{ signalId: 8 }] }
    const all = boundsOf(manySlot(label, { axis: 'X', most: 9 }), data)
    expect(all.map(({ kind, binding }) => [kind, binding.signalId])).toEqual([
      ['signal', undefined],
      ['signal', undefined],
      ['signal', 7],
    ])
  })
})

test('a variable that the viewer may not see is bound in its place but not read', () => {
  const unseen = { kind: 'signal', isUnseen: true }
  expect(boundsOf(oneSlot(label), { unseen: true, unit: 'm' })).toMatchObject([unseen])
  expect(boundsOf(oneSlot(label), { unseenSignalId: 7 })).toMatchObject([unseen])
  expect(boundsOf(oneSlot(label), { unseenSignalId: 7, signalId: 8 })).toEqual([
    { kind: 'signal', binding: { unseenSignalId: 7, signalId: 8 }, fields: {} },
  ])
  const many = manySlot(label, { most: 3, of: { color: colourField('steel', { label }) } })
  expect(boundsOf(many, { signalArray: [{ unseen: true, color: 'severe' }, { signalId: 8 }] })).toMatchObject([
    { ...unseen, fields: { color: 'severe' } },
    { binding: { signalId: 8 } },
  ])
  expect(boundsOf(oneSlot(label, ['report']), { unseen: true })).toEqual([])
})

test('the type of a single slot does not choose an array of a slot for many values beside it', () => {
  const slots = { value: oneSlot(label), more: manySlot(label, { most: 5 }) }
  const data = { type: 'mvar', mvarId: 4, signalArray: [{ signalId: 7, equipId: 3 }] }
  const found = boundsIn(slots, data)
  expect(found.value?.map(({ kind }) => kind)).toEqual(['mvar'])
  expect(found.more?.map(({ binding }) => binding.signalId)).toEqual([7])
})
test('a slot for many values without a single slot uses the kind that the type names', () => {
  const slots = { more: manySlot(label, { most: 5 }) }
  const data = { type: 'mvar', mvarArray: [{ mvarId: 4 }], signalArray: [{ signalId: 7, equipId: 3 }] }
  expect(boundsIn(slots, data).more?.map(({ kind }) => kind)).toEqual(['mvar'])
})
