import { expect, test } from 'vitest'
import { read, write } from './path.ts'

const stored = {
  id: 'w1',
  position: { x: 4, top: 9 },
  style: { fontSize: 14, stranger: { kept: true } },
  items: [{ text: 'a' }, { text: 'b', own: 1 }],
}

test.each([
  ['id', 'w1'],
  ['style.fontSize', 14],
  ['items.1.text', 'b'],
  ['items.2.text', undefined],
  ['animation.twinkle.enable', undefined],
  ['style.fontSize.deeper', undefined],
  ['style.constructor', undefined],
])('reads %s', (path, value) => expect(read(stored, path)).toEqual(value))

test.each([
  ['style.fontSize', 20],
  ['items.1.text', 'c'],
  ['items.2', { text: 'new' }],
  ['animation.twinkle.enable', true],
  ['clickEvent.list.0.label', 'x'],
  ['position.x', 7.5],
])('writes %s, and reads it back', (path, value) => {
  const before = structuredClone(stored)
  const next = write(stored, path, value)
  expect(read(next, path)).toEqual(value)
  expect(stored).toEqual(before)
})

test('preserves unknown values', () => {
  const next = write(write(stored, 'style.fontSize', 20), 'items.1.text', 'c')
  expect(next).toEqual({
    ...stored,
    style: { fontSize: 20, stranger: { kept: true } },
    items: [{ text: 'a' }, { text: 'c', own: 1 }],
  })
})

test('makes no holes in a list, and replaces values that cannot have keys', () => {
  expect(write(stored, 'items.9.text', 'far').items).toEqual(stored.items)
  expect(write({ animation: 'nonsense' }, 'animation.fill.enable', true)).toEqual({
    animation: { fill: { enable: true } },
  })
})
