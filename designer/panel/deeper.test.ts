import { expect, test } from 'vitest'
import { loadWidget } from '../../widgets/registry.ts'
import { deeperThan } from './deeper.ts'

const entry = (label: string, ...children: object[]) => ({ label, ...(children.length > 0 ? { children } : {}) })

test('menu entries below the third level are counted, with their children', async () => {
  const { items } = await loadWidget('Menu')
  const third = entry('c', entry('d', entry('e')), entry('f'))
  expect(deeperThan(items, [entry('a', entry('b', third)), entry('g')])).toBe(3)
})

test('entries within the levels, and values that are not lists, are not counted', async () => {
  const { items } = await loadWidget('Nav')
  const odd = { label: 'c', children: 'none' }
  expect(deeperThan(items, [entry('a', entry('b', entry('c'), odd)), null, 5])).toBe(0)
})

test('a nested list of the panel counts entries below its own levels', async () => {
  const { items } = await loadWidget('Menu')
  const second = items.children!.of!
  expect(deeperThan(second, [entry('b', entry('c', entry('d')))])).toBe(1)
})
