import { afterEach, expect, test } from 'vitest'
import { language, setLanguage } from './language.ts'
import { joinParts, joinWords, oneLine, sentenceOf, withHeading, withName, withNote } from './punctuation.ts'

const before = language()
afterEach(() => setLanguage(before))

test('words are put together with the punctuation of the language on screen', () => {
  setLanguage('en')
  expect([joinWords(['a', 'b']), joinParts(['a', 'b']), withNote('bad', 1715), withHeading('a', 'b')]).toEqual([
    ...['a, b', 'a; b', 'bad (1715)', 'a: b'],
  ])
  setLanguage('zh-cn')
  expect([
    joinWords(['变量', '页面']),
    joinParts(['甲', '乙']),
    withNote('异常', 1715),
    withHeading('甲', '乙'),
  ]).toEqual([...['变量、页面', '甲；乙', '异常（1715）', '甲：乙']])
})

test('a given language is used instead of that of the screen', () => {
  setLanguage('zh-cn')
  expect([joinWords(['a', 'b'], 'en'), withNote('bad', 1, 'en')]).toEqual(['a, b', 'bad (1)'])
})

test('a sentence ends with a full stop, unless it has a mark of its own', () => {
  expect(['Not found', 'Not found.', 'Sure?'].map((each) => sentenceOf(each, 'en'))).toEqual([
    ...['Not found.', 'Not found.', 'Sure?'],
  ])
  expect(['不存在', '不存在。'].map((each) => sentenceOf(each, 'zh-cn'))).toEqual(['不存在。', '不存在。'])
})

test('a Chinese name joins the text around it, a Latin one has a space', () => {
  const above = (name: string) => withName(name, (mark) => `${mark} 高于 4.5 m`)
  expect(above('井液位')).toBe('井液位高于 4.5 m')
  expect(above('PT-101')).toBe('PT-101 高于 4.5 m')
  expect(withName('井液位', (mark) => `当 ${mark} 无法读取`)).toBe('当井液位无法读取')
  expect(withName('PT-101', (mark) => `当 ${mark} 无法读取`)).toBe('当 PT-101 无法读取')
  expect(withName('Level', (mark) => `${mark} above 4.5 m`)).toBe('Level above 4.5 m')
})

test('a name stays as it was entered, and so does the text away from it', () => {
  expect(withName('一号 泵', (mark) => `${mark} 高于 甲 乙`)).toBe('一号 泵高于 甲 乙')
  expect(withName('泵', () => '高于 甲')).toBe('高于 甲')
})

test('lines are put into one without a space after a full-width mark', () => {
  expect(oneLine('使用真实协议。\n\n打开“工厂面板”')).toBe('使用真实协议。打开“工厂面板”')
  expect(oneLine('Real protocols.\n\nOpen the panel')).toBe('Real protocols. Open the panel')
})
