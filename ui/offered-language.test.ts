// The language of an organisation, beside the one that was chosen in the browser.
import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.resetModules()
  return () => vi.unstubAllGlobals()
})

it('is shown where none was chosen, and is not stored as a choice', async () => {
  const { language, offerLanguage } = await import('./language.ts')
  offerLanguage('en')
  expect(language()).toBe('en')
  offerLanguage('zh-cn')
  expect(language()).toBe('zh-cn')
})

it('changes nothing where one was chosen', async () => {
  const { language, offerLanguage, setLanguage } = await import('./language.ts')
  setLanguage('zh-cn')
  offerLanguage('en')
  expect(language()).toBe('zh-cn')
})
