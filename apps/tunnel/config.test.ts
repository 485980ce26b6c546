import { describe, expect, it } from 'vitest'
import { languageOf, readArguments } from './config.ts'

const ticket = 'aB3_-'.repeat(8)

describe('the command line', () => {
  it('has platform and ticket, and a port if another is wanted', () => {
    const told = { url: 'https://platform.example', ticket, language: 'en' }
    expect(readArguments(['https://platform.example', ticket], 'en')).toEqual({ ...told, port: undefined })
    expect(readArguments(['https://platform.example', ticket, '1502'], 'en')).toEqual({ ...told, port: 1502 })
  })

  it.each([
    [[]],
    [['platform.example', ticket]],
    [['https://platform.example']],
    [['https://platform.example', 'short']],
    [['https://platform.example', ticket, '0']],
    [['https://platform.example', ticket, '70000']],
    [['https://platform.example', ticket, 'com1']],
  ])('is rejected: %j', (args) => {
    expect(readArguments(args, 'en')).toBeUndefined()
  })

  it.each([
    ['zh_CN.UTF-8', 'zh-cn'],
    ['en_GB.UTF-8', 'en'],
    ['C', 'en'],
  ])('is answered in the language of the computer: %s', (LANG, language) => {
    expect(languageOf({ LANG })).toBe(language)
  })
})
