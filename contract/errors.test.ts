// Checks every error code in both languages: with its details no placeholder is left, without them the text still is a
// sentence.
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
import { type Complete, roomErrors } from './room-errors.ts'

const languages: readonly Language[] = ['en', 'zh-cn']
const chinese = /\p{Script=Han}/u

/** Realistic details of errors, by the name of their placeholder. */
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

test('a text without marks is declared for codes with marks alone', () => {
  const marked = errorRows.filter(({ code }) => marksOf(code).length > 0).map(({ name }) => name)
  expect(Object.keys(briefTexts).filter((name) => !marked.includes(name))).toEqual([])
})

describe('errors of a room', () => {
  const mine = roomErrors({
    plainOfTest: { code: 9981, en: 'Not possible', zh: '无法操作' },
    markedOfTest: { code: 9982, en: 'At most {limit}', zh: '最多 {limit}', brief: ['Too many', '过多'] },
  })

  test('have their number, details and both texts', () => {
    expect(mine.codeOf('plainOfTest')).toBe(9981)
    expect(mine.fail('markedOfTest', { limit: 3 })).toMatchObject({ code: 9982, details: { limit: 3 } })
    expect(errorText(9982, 'en', { limit: 3 })).toBe('At most 3')
    expect(errorText(9982, 'zh-cn')).toBe('过多')
  })

  test.each([
    ['number', 9981, 'anotherName'],
    ['number of contract/errors.ts', 10002, 'anotherName'],
    ['name', 9983, 'plainOfTest'],
    ['name of contract/errors.ts', 9983, 'notFound'],
  ])('cannot have a %s that another error has', (_, code, name) => {
    expect(() => roomErrors({ [name]: { code, en: 'Twice', zh: '重复' } })).toThrow('has this number or name')
  })

  test('need a brief text and all details for a text with marks, by type', () => {
    type Fills<D> = Parameters<typeof mine.fail<'markedOfTest'>> extends [string, D, ...unknown[]] ? true : false
    const [whole, other]: [Fills<{ limit: string | number }>, Fills<{ max: number }>] = [true, false]
    expect([whole, other]).toEqual([true, false])
    type WithoutBrief = { marked: { code: 9984; en: 'At most {limit}'; zh: '最多 {limit}' } }
    const isComplete: WithoutBrief extends Complete<WithoutBrief> ? true : false = false
    expect(isComplete).toBe(false)
  })
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
  [1043, ['100 kB', limits.avatarPixels / 1e6, limits.pictureLongest, limits.jpegScans]],
  [1138, [limits.picturePixels / 1e6, limits.pictureLongest]],
] as const)('the text of %i names every limit of a picture', (code, values) => {
  for (const value of values) {
    const word = typeof value === 'number' ? value.toLocaleString('en') : value
    expect(errorText(code, 'en', { limit: 2 })).toContain(word)
  }
  const chinese = errorText(code, 'zh-cn', { limit: 2 })
  expect(chinese).toContain(String(limits.pictureLongest))
})
