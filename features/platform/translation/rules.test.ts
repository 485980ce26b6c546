import { describe, expect, it, test } from 'vitest'
import type { NameKind, NameRow } from './contract.ts'
import { fromCsv, toCsv } from './csv.ts'
import { dictionaryOf, listNames, mayTranslate, missingIn, shownFilled, translate, untranslatedIn } from './rules.ts'

const dictionary = dictionaryOf([
  ['Pump 1', null, '1号泵'],
  ['井液位', 'Well level', null],
  ['P-101', 'Raw water pump', '原水泵'],
])

test.each([
  ['en', 'Pump 1', 'Pump 1'],
  ['zh-cn', 'Pump 1', '1号泵'],
  ['en', '井液位', 'Well level'],
  ['zh-cn', '井液位', '井液位'],
  ['en', 'P-101', 'Raw water pump'],
  ['zh-cn', 'P-101', '原水泵'],
  ['zh-cn', 'Nobody translated it', 'Nobody translated it'],
] as const)('in %s %s is shown as %s', (language, source, words) =>
  expect(translate(dictionary, language, source)).toBe(words),
)

const told = dictionaryOf([
  ['Level: {value} m, limit {limit} m', null, '液位：{value} m，限值 {limit} m'],
  ['Level: {value} m', null, '液位 {value} m'],
  ['Tank {3} of {3} is full', null, '{3} 号罐已满'],
  ['{value}', null, '值 {value}'],
  ['{value} m', null, '值 {value} 米'],
  ['No contact', null, '失去连接'],
  ['Pump is {value}', null, '水泵{value}'],
  ['running', null, '运行'],
])

test.each([
  ['Pump is running', '水泵运行'],
  ['Pump is idle', '水泵idle'],
  ['Level: 4.52 m, limit 4.50 m', '液位：4.52 m，限值 4.50 m'],
  ['Level: 4.52 m', '液位 4.52 m'],
  ['Tank 7 of 7 is full', '7 号罐已满'],
  ['No contact', '失去连接'],
  // Texts that do not match: no value at a placeholder, text after the end, or a template that would match anything.
  ['Level:  m', 'Level:  m'],
  ['Level: 4.52 m!', 'Level: 4.52 m!'],
  ['4.52', '4.52'],
  ['4.52 m', '4.52 m'],
  ['', ''],
])('%o, made from a translated text, is shown as %o', (text, words) => {
  expect(shownFilled(told, 'zh-cn', text)).toBe(words)
  expect(shownFilled(told, 'en', text)).toBe(text)
})

const row = (source: string, kinds: NameKind[] = ['variable'], en: string | null = null, zh: string | null = null) =>
  ({ source, en, zh, kinds }) as NameRow

test.each([
  [row('Pump 1'), ['zh-cn']],
  [row('Pump 1', ['variable'], null, '1号泵'), []],
  [row('井液位'), ['en']],
  [row('井液位', ['variable'], 'Well level'), []],
  [row('1号泵 PLC'), ['en']],
  [row('pH'), []],
  [row('m³/h', ['unit']), []],
  [row('Li Wei', ['person']), []],
  [row('Riverside Brewery', ['company']), []],
  [row('Harbour', ['company', 'device']), ['zh-cn']],
  [row('Not in use', []), []],
  [row('{tag}'), []],
  [row('{tag} {高限}'), []],
  [row('{tag} pump'), ['zh-cn']],
])('%o lacks %o', (one, languages) => expect(missingIn(one)).toEqual(languages))

test('names of people may be translated, although none has to be', () => {
  expect(untranslatedIn(row('Li Wei', ['person']))).toEqual(['zh-cn'])
  expect(untranslatedIn(row('李伟', ['person']))).toEqual(['en'])
  expect(untranslatedIn(row('李伟', ['person'], 'Li Wei'))).toEqual([])
})

describe('the list of names', () => {
  const used = new Map<NameKind, string[]>([
    ['device', ['Pump 1', 'Tank']],
    ['variable', ['Tank', ' ', 'Done']],
    ['unit', ['%']],
  ])

  it('it has each name once, missing translations first and unused names last', () => {
    const rows = listNames(
      used,
      [
        ['Done', null, '完成'],
        ['Gone', null, '没了'],
      ],
      10,
    )
    expect(rows.map(({ source, kinds }) => [source, kinds])).toEqual([
      ['Pump 1', ['device']],
      ['Tank', ['device', 'variable']],
      ['Done', ['variable']],
      ['%', ['unit']],
      ['Gone', []],
    ])
  })

  it('it is bounded', () => expect(listNames(used, [], 2)).toHaveLength(2))
})

describe('as a spreadsheet', () => {
  it('a file is imported as it was exported', () => {
    const rows = [row('A, "b"', ['device'], '=1+1', '水'), row('@x'), row('两\n行')]
    expect(toCsv(rows)).toContain("'=1+1")
    expect(fromCsv(toCsv(rows))).toEqual(rows.map(({ source, en, zh }) => ({ source, en, zh })))
  })

  it('a file without its headings has no rows', () => expect(fromCsv('a,b\n1,2')).toEqual([]))
})

test.each<[NameKind[], string[], boolean]>([
  [['device'], ['equipment:edit'], true],
  [['device'], [], false],
  [['device', 'person'], ['equipment:edit'], false],
  [['person'], ['equipment:edit', 'external:edit'], true],
  [['company'], ['equipment:edit', 'organisation:edit'], true],
  [['department'], ['equipment:edit', 'account:edit'], false],
  [[], ['equipment:edit'], true],
])('the translation of a %j may be changed with %j: %s', (kinds, keys, isAllowed) =>
  expect(mayTranslate({ kinds }, (key) => keys.includes(key))).toBe(isAllowed),
)
