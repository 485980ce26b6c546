// Language files: which texts they replace, and what is shown while one is missing.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { LanguageFile } from './language.ts'

const stored = new Map<string, string>()
const wished = vi.fn((): string[] => [])

beforeEach(() => {
  stored.clear()
  wished.mockReturnValue([])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('window', {
    navigator: {
      language: 'en',
      get languages() {
        return wished()
      },
    },
  })
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.resetModules()
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

const german: LanguageFile = {
  texts: {
    site: {
      title: 'Geräte',
      named: '{{name}} löschen?',
      counted: { one: '{{count}} Gerät', other: '{{count}} Geräte' },
      empty: '',
    },
  },
  labels: { Groups: 'Gruppen' },
}
const loaded = (file: LanguageFile | null) => async () => ({ default: file })
const broken = () => Promise.reject(new TypeError('Failed to fetch'))

/** A fresh copy of the modules, as in a browser that has just opened, with a room of texts. */
async function browser(
  files: Record<string, () => Promise<{ default: LanguageFile | null }>> = { de: loaded(german) },
) {
  const language = await import('./language.ts')
  const { labelIn, labelOf, words } = await import('./words.ts')
  const text = words('site', {
    en: {
      title: 'Devices',
      named: 'Delete {{name}}?',
      counted: { one: '{{count}} device', other: '{{count}} devices' },
      empty: 'No devices',
      later: 'Later',
    },
    'zh-cn': { title: '设备', named: '删除 {{name}}？', counted: '{{count}} 台设备', empty: '没有设备', later: '稍后' },
  })
  return { ...language, labelIn, labelOf, text, started: language.startLanguages(files) }
}

const groups = { en: 'Groups', 'zh-cn': '分组' }
const roles = { en: 'Roles', 'zh-cn': '角色' }

describe('a language file', () => {
  it('replaces English texts, and leaves those that it lacks', async () => {
    stored.set('langs', 'de')
    const { text, started } = await browser()
    await started
    expect([text.t('title'), text.t('named', { name: 'P1' }), text.t('later'), text.t('empty')]).toEqual([
      ...['Geräte', 'P1 löschen?', 'Later', 'No devices'],
    ])
    expect([text.t('counted', { count: 1 }), text.t('counted', { count: 2 })]).toEqual(['1 Gerät', '2 Geräte'])
  })

  it('leaves the Chinese texts', async () => {
    stored.set('langs', 'de')
    const { text, labelIn, started } = await browser()
    await started
    expect([text.in('zh-cn')('title'), labelIn(groups, 'zh-cn')]).toEqual(['设备', '分组'])
  })

  it('replaces labels by their English text', async () => {
    stored.set('langs', 'de')
    const { labelIn, labelOf, text, started } = await browser()
    const ofRoom = labelOf(text, 'title')
    await started
    expect([groups, roles, ofRoom, undefined].map((label) => labelIn(label, 'en'))).toEqual([
      ...['Gruppen', 'Roles', 'Geräte', undefined],
    ])
  })

  it('has the plural forms of its language', async () => {
    stored.set('langs', 'pl')
    const counted = { one: '{{count}} pompa', few: '{{count}} pompy', many: '{{count}} pomp' }
    const { text, started } = await browser({ pl: loaded({ texts: { site: { counted } } }) })
    await started
    expect([1, 3, 5].map((count) => text.t('counted', { count }))).toEqual(['1 pompa', '3 pompy', '5 pomp'])
    // The language file has no form for fractions.
    expect(text.t('counted', { count: 1.5 })).toBe('1.5 devices')
  })

  it('is announced by the page, while calls stay English', async () => {
    stored.set('langs', 'de')
    const { language, started } = await browser()
    await started
    expect([document.documentElement.lang, language()]).toEqual(['de', 'en'])
  })
})

describe('the first language', () => {
  it('is that of the browser where none is stored, and is not stored as a choice', async () => {
    wished.mockReturnValue(['de-CH', 'en'])
    const { text, started } = await browser()
    await started
    expect([text.t('title'), stored.get('langs')]).toEqual(['Geräte', undefined])
  })

  it('is another one if the stored file no longer exists', async () => {
    stored.set('langs', 'fr')
    wished.mockReturnValue(['en'])
    const { text, started } = await browser()
    await started
    expect([text.t('title'), document.documentElement.lang]).toEqual(['Devices', 'en'])
  })

  it.each([
    ['cannot be loaded', broken],
    ['is empty', loaded({})],
    ['has nothing', loaded(null)],
  ])('shows English texts if its file %s, and stays stored', async (_, load) => {
    stored.set('langs', 'de')
    wished.mockReturnValue(['zh-CN'])
    const { text, started } = await browser({ de: load })
    await started
    expect([text.t('title'), stored.get('langs')]).toEqual(['Devices', 'de'])
  })

  it('waits two seconds for its file, and shows it whenever it arrives', async () => {
    vi.useFakeTimers()
    stored.set('langs', 'de')
    let arrive = (_file: { default: LanguageFile }): void => undefined
    const { text, started } = await browser({ de: () => new Promise((resolve) => (arrive = resolve)) })
    const drawn = vi.fn()
    void started.then(drawn)
    await vi.advanceTimersByTimeAsync(1_900)
    expect(drawn).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect([drawn.mock.calls.length, text.t('title')]).toEqual([1, 'Devices'])
    arrive({ default: german })
    await vi.advanceTimersByTimeAsync(0)
    expect(text.t('title')).toBe('Geräte')
  })
})

describe('a switch', () => {
  it('stores the choice and is seen by parts that watch, also between English and a file', async () => {
    stored.set('langs', 'en')
    const { chooseLanguage, text, watchLanguage, started } = await browser()
    await started
    const seen = vi.fn()
    watchLanguage(seen)
    await chooseLanguage('de')
    expect([text.t('title'), stored.get('langs'), seen.mock.calls.length]).toEqual(['Geräte', 'de', 1])
    await chooseLanguage('en')
    expect([text.t('title'), stored.get('langs'), seen.mock.calls.length]).toEqual(['Devices', 'en', 2])
  })

  it('changes nothing if the file cannot be loaded', async () => {
    stored.set('langs', 'zh-cn')
    const { chooseLanguage, text, started } = await browser({ de: broken })
    await started
    await expect(chooseLanguage('de')).rejects.toThrow('Failed to fetch')
    expect([text.t('title'), stored.get('langs'), document.documentElement.lang]).toEqual(['设备', 'zh-cn', 'zh-CN'])
  })

  it('is decided by the newest choice, even if an earlier file arrives later', async () => {
    stored.set('langs', 'en')
    let arrive = (_file: { default: LanguageFile }): void => undefined
    const { chooseLanguage, setLanguage, text, started } = await browser({
      de: () => new Promise((resolve) => (arrive = resolve)),
    })
    await started
    const chosen = chooseLanguage('de')
    setLanguage('zh-cn')
    arrive({ default: german })
    await chosen
    expect([text.t('title'), stored.get('langs')]).toEqual(['设备', 'zh-cn'])
  })

  it('offers each language by its name in itself', async () => {
    const { screenLanguages, started } = await browser({ de: loaded(german), fr: loaded({}), 'pt-br': loaded({}) })
    await started
    expect(screenLanguages().map(({ label, short }) => [label, short])).toEqual([
      ['中文', '中'],
      ['English', 'EN'],
      ['Deutsch', 'DE'],
      ['Français', 'FR'],
      ['Português (Brasil)', 'PT-BR'],
    ])
  })
})

describe('the language of an organisation', () => {
  it('leaves a file that is based on it', async () => {
    wished.mockReturnValue(['de'])
    const { offerLanguage, text, started } = await browser()
    await started
    offerLanguage('en')
    expect(text.t('title')).toBe('Geräte')
    offerLanguage('zh-cn')
    expect(text.t('title')).toBe('设备')
  })
})
