import { afterEach, expect, test } from 'vitest'
import { language, setLanguage } from './language.ts'
import { headed, joined, joinedParts, noted } from './punctuation.ts'

const before = language()
afterEach(() => setLanguage(before))

test('words are put together with the punctuation of the language on screen', () => {
  setLanguage('en')
  expect([joined(['a', 'b']), joinedParts(['a', 'b']), noted('bad', 1715), headed('a', 'b')]).toEqual([
    ...['a, b', 'a; b', 'bad (1715)', 'a: b'],
  ])
  setLanguage('zh-cn')
  expect([joined(['变量', '页面']), joinedParts(['甲', '乙']), noted('异常', 1715), headed('甲', '乙')]).toEqual([
    ...['变量、页面', '甲；乙', '异常（1715）', '甲：乙'],
  ])
})

test('a given language is used instead of that of the screen', () => {
  setLanguage('zh-cn')
  expect([joined(['a', 'b'], 'en'), noted('bad', 1, 'en')]).toEqual(['a, b', 'bad (1)'])
})
