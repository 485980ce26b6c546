// Every code in both languages: with its details no mark is left, without them it still is a sentence.
import { describe, expect, it, test } from 'vitest'
import { briefTexts } from './error-brief.ts'
import {
  type Details,
  type DetailsOf,
  type ErrorName,
  errorCode,
  errorRows,
  errorText,
  fail,
  type Language,
  marksOf,
  type PlainName,
} from './errors.ts'
import { limits } from './limits.ts'

const languages: readonly Language[] = ['en', 'zh-cn']
const chinese = /\p{Script=Han}/u

/** Details as they come in practice, by the name of their mark. */
const realistic: Details = {
  ...{ namespace: 'http://www.siemens.com/simatic-s7-opcua', serial: 'C12345678', channel: 2, answer: '49999' },
  minutes: 12,
  limit: 500,
  reason: 'the gateway is an older one',
  name: 'pump1Speed',
  value: '9007199254740.993',
  min: '-3.4028234663852886e+38',
  max: '18446744073709551615',
  at: 7,
  length: 20,
  needed: 26,
  what: 'int8',
  char: '水',
  nearest: '12.3',
  field: 'value',
  count: 3,
  days: 31,
  logId: '0f5c',
  fingerprint: 'A3F0',
  thumbprint: '0B5E',
  offered: 'None',
  own: 'GH',
  other: 'GX',
  version: 2,
  seconds: 60,
  names: 'Overview, Filters',
}

describe.each(languages)('in %s', (language) => {
  it.each(errorRows)('$code is told whole with its details', ({ code }) => {
    const text = errorText(code, language, realistic)
    expect(text).not.toMatch(/[{}]/)
    expect(chinese.test(text.replaceAll('水', ''))).toBe(language === 'zh-cn')
  })

  it.each(errorRows)('$code is a sentence where nobody knows its details', ({ code }) => {
    const text = errorText(code, language)
    expect(text).not.toMatch(/[{}]/)
    expect(text).not.toMatch(/undefined|: ?$|：$/)
  })

  it('a detail that is empty counts as one that is missing', () => {
    expect(errorText(10001, language, { field: 'value', reason: '' })).toBe(errorText(10001, language))
  })
})

it.each(errorRows)('$code has the same marks in both languages', ({ code, en, zh }) => {
  const marks = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, mark]) => mark).sort()
  expect(marks(en)).toEqual(marks(zh))
  expect(marks(en)).toEqual([...marksOf(code)].sort())
  for (const mark of marksOf(code)) expect(realistic).toHaveProperty(mark)
})

test('only codes with marks have a second text', () => {
  expect(Object.keys(briefTexts).sort()).toEqual(
    errorRows
      .filter(({ code }) => marksOf(code).length > 0)
      .map(({ name }) => name)
      .sort(),
  )
})

test('a failure with an unfilled mark does not compile', () => {
  type Fills<D, N extends ErrorName> = D extends DetailsOf<N> ? true : false
  const [none, one, both]: [
    Fills<Record<never, never>, 'writeOutOfRange'>,
    Fills<{ min: number }, 'writeOutOfRange'>,
    Fills<{ min: number; max: string }, 'writeOutOfRange'>,
  ] = [false, false, true]
  const isPlain: ('writeOutOfRange' extends PlainName ? true : false)[] = [false]
  expect([none, one, both, ...isPlain]).toEqual([false, false, true, false])
  expect(fail('writeOutOfRange', { min: 1, max: 2 }).code).toBe(errorCode('writeOutOfRange'))
})

test.each([
  [1111, 1141],
  [2609, 2604],
  [1112, 1142],
  [1113, 1143],
  [1321, 1354],
])('%i, as log lines of before hold it, has the text of %i', (former, code) => {
  for (const language of languages) {
    expect(errorText(former, language)).toBe(errorText(code, language))
    expect(errorText(former, language, realistic)).toBe(errorText(code, language, realistic))
  }
})

test.each([
  [1043, ['100 KB', limits.avatarPixels / 1e6, limits.pictureLongest, limits.jpegScans]],
  [1138, [limits.picturePixels / 1e6, limits.pictureLongest]],
] as const)('the text of %i names every limit of a picture', (code, values) => {
  for (const value of values) {
    const word = typeof value === 'number' ? value.toLocaleString('en') : value
    expect(errorText(code, 'en', { limit: 2 })).toContain(word)
  }
  const chinese = errorText(code, 'zh-cn', { limit: 2 })
  expect(chinese).toContain(String(limits.pictureLongest))
})
