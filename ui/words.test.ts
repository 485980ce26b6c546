import { describe, expect, it } from 'vitest'
import { firstLanguage } from './first-language.ts'
import { language, setLanguage } from './language.ts'
import { words } from './words.ts'

const text = words('words-test', {
  en: {
    title: 'Devices',
    named: 'Delete {{name}}?',
    counted: { one: '{{count}} device', other: '{{count}} devices' },
    remove: { one: 'Delete it?', other: 'Delete {{count}}?' },
  },
  'zh-cn': {
    title: '设备',
    named: '删除 {{name}}？',
    counted: '{{count}} 台设备',
    remove: { one: '删除该设备？', other: '删除 {{count}} 台设备？' },
  },
})

describe('words', () => {
  it('are Chinese until a language is set', () => {
    expect([
      firstLanguage(null, []),
      firstLanguage('fr', []),
      firstLanguage('en', ['zh-CN']),
      firstLanguage('zh-cn', ['en']),
    ]).toEqual(['zh-cn', 'zh-cn', 'en', 'zh-cn'])
    expect(language()).toBe('zh-cn')
    expect(text.t('title')).toBe('设备')
  })

  it('follow a switch of language immediately', () => {
    setLanguage('en')
    expect(text.t('title')).toBe('Devices')
    setLanguage('zh-cn')
    expect(text.t('title')).toBe('设备')
  })

  it('fill in their marks, without escaping', () => {
    expect(text.in('en')('named', { name: 'A & <B>' })).toBe('Delete A & <B>?')
    expect(text.in('zh-cn')('named', { name: '泵' })).toBe('删除 泵？')
  })

  it('choose the form for the number', () => {
    expect(text.in('en')('counted', { count: 1 })).toBe('1 device')
    expect(text.in('en')('counted', { count: 2 })).toBe('2 devices')
    expect(text.in('zh-cn')('counted', { count: 1 })).toBe('1 台设备')
    expect([1, 2].map((count) => text.in('zh-cn')('remove', { count }))).toEqual(['删除该设备？', '删除 2 台设备？'])
  })

  it('are checked by the compiler', () => {
    // @ts-expect-error a key that Chinese lacks
    words('words-test-a', { en: { a: 'A', b: 'B' }, 'zh-cn': { a: '甲' } })
    // @ts-expect-error a key that only Chinese has
    words('words-test-b', { en: { a: 'A' }, 'zh-cn': { a: '甲', b: '乙' } })
    // @ts-expect-error a mark left unfilled
    text.t('named')
    // @ts-expect-error a parameter that the text does not have
    text.t('named', { title: 'x' })
    // @ts-expect-error a text without marks takes no parameters
    text.t('title', { name: 'x' })
    // @ts-expect-error no such key
    expect(text.t('missing')).toBe('missing')
  })
})
