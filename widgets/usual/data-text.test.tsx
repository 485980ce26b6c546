import { beforeEach, expect, test } from 'vitest'
import type { Value } from '../../core/data-type.ts'
import { setLanguage } from '../../ui/language.ts'
import { type Mode, parsed } from '../widget.ts'
import dataText from './data-text.tsx'

beforeEach(() => setLanguage('en'))

type More = { isBound?: boolean; texts?: string; title?: string; mode?: Mode; standIn?: Value | null }

function shown(value: Value | null, data = {}, more: More = {}) {
  const { isBound = true, texts = '', title = '', mode = 'run', standIn = null } = more
  const reading = { isBound, value, standIn, quality: 'good' as const, code: 200, time: 1, texts: texts || null, title }
  const of = { ...parsed(dataText, { data }), items: [], size: dataText.size, mode, now: 1 }
  return dataText.show?.({ ...of, read: () => reading, readAll: () => [reading], fieldsOf: () => [] }).text?.value
}

test('a value without settings', () => expect(shown(4.820000171661377)).toBe('4.82'))
test('a value with decimals, unit, prefix and suffix', () =>
  expect(shown(4.8, { decimals: 2, unit: 'm', prefix: 'Level: ', suffix: '!' })).toBe('Level: 4.80 m!'))
test('a value with and without thousands separators', () => {
  expect(shown(16_411)).toBe('16,411')
  expect(shown(16_411, { thousands: false })).toBe('16411')
})
test('a comma of a text is not a separator', () => expect(shown('a,b', { thousands: false })).toBe('a,b'))
test("true and false use the widget's texts, or else those of the language", () => {
  expect(shown(true, { trueText: 'Running' })).toBe('Running')
  expect(shown(false, { falseText: 'Stopped' })).toBe('Stopped')
  expect(shown(false)).toBe('Off')
})
test('values use the texts of the variable, unless the widget has its own', () => {
  expect(shown(1, {}, { texts: '0=manual; 1=automatic' })).toBe('automatic')
  expect(shown(1, { thousands: false }, { texts: '1=a,b' })).toBe('a,b')
  expect(shown(2, {}, { texts: '0=manual' })).toBe('2')
  expect(shown(true, {}, { texts: '1=open' })).toBe('open')
  expect(shown(true, { trueText: 'Running' }, { texts: '1=open' })).toBe('Running')
})
test('a substitute for a bad value is shown in its place, a number with its unit', () => {
  expect(shown(null, { unit: 'm', decimals: 2 }, { standIn: 4.8 })).toBe('4.80 m')
  expect(shown(null, { prefix: 'Level: ' }, { standIn: '--' })).toBe('Level: --')
  expect(shown(3, {}, { standIn: 4.8 })).toBe('3')
})
test('a missing value has no unit', () => expect(shown(null, { unit: 'm' })).toBe('—'))
test('a colour that would load a resource is rejected', () =>
  expect(parsed(dataText, { style: { fontColor: 'url(http://x)' } }).style).toMatchObject({ fontColor: '' }))
test('without a binding the widget is plain text, a heading', () => {
  expect(shown(null, { prefix: 'Pumps' }, { isBound: false })).toBe('Pumps')
  expect(shown(null, {}, { isBound: false })).toBe('—')
})
test('in the designer the widget shows the name of its variable', () =>
  expect(shown(null, { prefix: 'Level: ' }, { title: 'Well', mode: 'edit' })).toBe('Level: Well'))
test('in the designer the widget shows its value if known', () => {
  expect(shown(4.8, { prefix: 'Level: ', unit: 'm' }, { title: 'Well', mode: 'edit' })).toBe('Level: 4.8 m')
  expect(shown(null, { unit: 'm' }, { title: 'Well', mode: 'edit', standIn: 3 })).toBe('3 m')
})
