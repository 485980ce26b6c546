import { expect, test } from 'vitest'
import { inOrder } from './device-order.ts'

const translations = new Map([['Brunnen', 'Well']])
const shown = (name: string) => translations.get(name) ?? name
const order = (...devices: [name: string, sort: number | null][]) =>
  inOrder(
    devices.map(([name, sort], id) => ({ id, name, sort })),
    shown,
  ).map(({ name }) => name)

test('devices are in the order of their sort numbers, those without one last', () => {
  expect(order(['A', null], ['B', 20], ['C', 3])).toEqual(['C', 'B', 'A'])
})

test('devices with the same sort number, or without one, are in the order of their names', () => {
  expect(order(['P-10', null], ['p-2', null], ['井', null], ['P-3', 1], ['P-1', 1])).toEqual([
    ...['P-1', 'P-3', '井', 'p-2', 'P-10'],
  ])
})

test('the order of names is that of the names in the language of the user', () => {
  expect(order(['Brunnen', null], ['Pump', null])).toEqual(['Pump', 'Brunnen'])
})
