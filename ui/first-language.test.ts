import { expect, it } from 'vitest'
import { firstLanguage } from './first-language.ts'

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
