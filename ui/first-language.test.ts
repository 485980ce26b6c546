import { expect, it } from 'vitest'
import { baseOf, firstLanguage } from './first-language.ts'

it.each([
  [null, ['en-US', 'en', 'zh-CN'], 'en'],
  [null, ['de-DE', 'zh-Hans-CN', 'en'], 'zh-cn'],
  [null, ['de-DE', 'en-GB'], 'en'],
  [null, ['de', 'fr'], 'zh-cn'],
  [null, [], 'zh-cn'],
  ['zh-cn', ['en-US'], 'zh-cn'],
  ['en', ['zh-CN'], 'en'],
  ['', ['en-US'], 'en'],
] as const)('stored %s, browser %j: %s', (stored, wished, language) =>
  expect(firstLanguage(stored, wished)).toBe(language),
)

it.each([
  ['de', ['en-US'], 'de'],
  [null, ['de-AT', 'en'], 'de'],
  [null, ['pt-BR', 'en'], 'pt-br'],
  [null, ['den', 'en'], 'en'],
  [null, ['en-GB', 'de'], 'en'],
  ['fr', ['de'], 'de'],
  ['en', ['de'], 'en'],
] as const)('with files for de and pt-br: stored %s, browser %j: %s', (stored, wished, language) =>
  expect(firstLanguage(stored, wished, ['de', 'pt-br'])).toBe(language),
)

it.each([
  ['zh-cn', 'zh-cn'],
  ['en', 'en'],
  ['de', 'en'],
] as const)('texts of %s are based on %s', (code, language) => expect(baseOf(code)).toBe(language))
