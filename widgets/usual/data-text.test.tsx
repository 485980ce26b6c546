import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import type { Value } from '../../core/data-type.ts'
import { setLanguage } from '../../ui/language.ts'
import { readProps } from '../widget.ts'
import dataText from './data-text.tsx'

beforeEach(() => setLanguage('en'))

function shown(value: Value | null, stored: Record<string, unknown> = {}, bound = true, texts = ''): string {
  const reading = { value, code: 200, time: 1, receivedAt: 1, drawnAt: 1 }
  const cell = { read: () => reading, trend: () => [], watch: () => () => undefined }
  const { Draw } = dataText
  const html = renderToString(
    <Draw
      props={readProps(dataText, stored)}
      size={dataText.size}
      cell={() => (bound ? cell : undefined)}
      freshness={() => 'good'}
      texts={() => texts || null}
      now={() => 1}
    />,
  )
  return /<span>(.*?)<\/span>/.exec(html)?.[1] ?? ''
}

test('a value as it comes', () => expect(shown(4.820000171661377)).toBe('4.82'))
test('with decimals, unit, text before and after', () =>
  expect(shown(4.8, { decimals: 2, unit: 'm', prefix: 'Level: ', suffix: '!' })).toBe('Level: 4.80 m!'))
test('with and without thousands separators', () => {
  expect(shown(16_411)).toBe('16,411')
  expect(shown(16_411, { thousands: false })).toBe('16411')
})
test('a comma of a text is not a separator', () => expect(shown('a,b', { thousands: false })).toBe('a,b'))
test('on and off in words of its own, or else in those of the language', () => {
  expect(shown(true, { trueText: 'Running' })).toBe('Running')
  expect(shown(false, { falseText: 'Stopped' })).toBe('Stopped')
  expect(shown(false)).toBe('Off')
})
test('values have the words of the variable, unless the widget has its own', () => {
  expect(shown(1, {}, true, '0=manual; 1=automatic')).toBe('automatic')
  expect(shown(1, { thousands: false }, true, '1=a,b')).toBe('a,b')
  expect(shown(2, {}, true, '0=manual')).toBe('2')
  expect(shown(true, {}, true, '1=open')).toBe('open')
  expect(shown(true, { trueText: 'Running' }, true, '1=open')).toBe('Running')
})
test('nothing has no unit', () => expect(shown(null, { unit: 'm' })).toBe('—'))
test('a colour that would load something is not taken', () =>
  expect(readProps(dataText, { colour: 'url(http://x)' }).colour).toBe(''))
test('bound to nothing it is a plain text, a heading', () => {
  expect(shown(null, { prefix: 'Pumps' }, false)).toBe('Pumps')
  expect(shown(null, {}, false)).toBe('—')
})
