import { expect, test } from 'vitest'
import { loadWidget } from '../../widgets/registry.ts'
import { deeperThan } from './deeper.ts'

const entry = (label: string, ...children: object[]) => ({ label, ...(children.length > 0 ? { children } : {}) })

test('of a menu the entries below its third level are counted, with those below them', async () => {
  const { items } = await loadWidget('Menu')
  const third = entry('c', entry('d', entry('e')), entry('f'))
  expect(deeperThan(items, [entry('a', entry('b', third)), entry('g')])).toBe(3)
})

test('what is within its levels is not counted, nor what is no list', async () => {
  const { items } = await loadWidget('Nav')
  const odd = { label: 'c', children: 'none' }
  expect(deeperThan(items, [entry('a', entry('b', entry('c'), odd)), null, 5])).toBe(0)
})

test('a list within the panel counts those below its own entries', async () => {
  const { items } = await loadWidget('Menu')
  const second = items.children!.of!
  expect(deeperThan(second, [entry('b', entry('c', entry('d')))])).toBe(1)
})
