// The pages of the help: both languages, every screen of the navigation, valid links, and the search.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { errorCode, errorRows } from '../../../contract/errors.ts'
import { setLanguage } from '../../../ui/language.ts'
import { matches, type PageRoute } from '../../../ui/routes.ts'
import { adviceOf, advisedCodes } from './advice.ts'
import { findCodes } from './codes.ts'
import HelpRoom, { helpPages } from './page-help.tsx'
import { readHelp } from './part-read.ts'
import { sourceOf } from './part-source.ts'
import { firstHelp, helpOf, helpOfRoute, isOwnHelp, searchHelp } from './rules.ts'
import shell from './shell.tsx'

/** Maximum size of a picture, since each user of the help loads it. */
const pictureBytes = 150_000

const docs = resolve(import.meta.dirname, '../../../docs')
const folders = { en: join(docs, 'help/en'), 'zh-cn': join(docs, 'help/zh') } as const
const en = readHelp(folders.en)
const zh = readHelp(folders['zh-cn'])
const files = import.meta.glob<{ default: readonly PageRoute[] }>('../../*/*/routes.ts', { eager: true })
const paths = Object.values(files).flatMap((file) => file.default.map(({ path }) => path))
const keys = new Set(en.map(({ key }) => key))

test('both languages have the same pages in the same order, each in its own language', () => {
  expect(zh.map(({ key }) => key)).toEqual(en.map(({ key }) => key))
  for (const { key, title, text } of zh) expect([key, /\p{Script=Han}/u.test(title + text)]).toEqual([key, true])
  for (const { key, text } of en) expect([key, /\p{Script=Han}/u.test(text)]).toEqual([key, false])
})

test('screens and help pages refer to each other', () => {
  expect(helpOfRoute.filter(([path]) => !paths.includes(path))).toEqual([])
  expect(helpOfRoute.filter(([, key]) => !keys.has(key))).toEqual([])
  const unnamed = [...keys].filter((key) => !helpOfRoute.some(([, named]) => named === key))
  expect(unnamed).toEqual(['first-hour', 'terms'])
})

test('a screen opens its own help page, or the first hour if it has none', () => {
  expect(helpOf('/manage/eg/equipment/edit/7/signal')).toBe('variables')
  expect(helpOf('/manage/project/3/designer/4')).toBe('drawing')
  expect(helpOf('/manage/template/3/designer/4')).toBe('drawing')
  expect(helpOf('/manage/scene/config/4')).toBe('scenes')
  expect(helpOf('/no/such/screen')).toBe('first-hour')
})

test('an account that may add nothing starts with a page about watching devices', () => {
  const first = (...held: string[]) => firstHelp((permission) => held.includes(permission))
  expect([first('gateway:add'), first('equipment:add'), first('monitor:view')]).toEqual([
    ...['first-hour', 'first-hour', 'devices-live'],
  ])
  expect(keys.has(first())).toBe(true)
  expect(helpOf('/no/such/screen', first())).toBe('devices-live')
})

test('the pages of an account are about screens that it may open; the others are under More', () => {
  const routes = Object.values(files).flatMap((file) => file.default)
  const own = (...held: string[]) => {
    const may = (permission: string) => permission === 'signedIn' || held.includes(permission)
    const open = new Set(routes.filter((route) => may(route.may)).map(({ path }) => path))
    return [...keys].filter((key) => isOwnHelp(key, (path) => open.has(path), firstHelp(may)))
  }
  const customer = own('monitor:view', 'history:view')
  expect(customer).toEqual(expect.arrayContaining(['devices-live', 'device-detail', 'map', 'security', 'terms']))
  const foreign = ['first-hour', 'gateways', 'drivers', 'scripts', 'templates', 'roles', 'alarms', 'firmware']
  expect(customer.filter((key) => foreign.includes(key))).toEqual([])
  expect(own('monitor:view', 'alarm:view')).toContain('alarms')
  expect(own('monitor:view', 'equipment:view', 'equipment:add', 'equipment:edit')).toEqual(
    expect.arrayContaining(['first-hour', 'drivers', 'variables']),
  )
})

test('each signed-in user opens the help from the user menu', () => {
  const [entry, ...others] = shell.userMenu ?? []
  expect(others).toEqual([])
  expect(entry).toMatchObject({ label: { en: 'Help', 'zh-cn': '帮助' }, may: 'signedIn' })
  expect(paths.some((path) => matches(path, entry!.to))).toBe(true)
})

describe('labels', () => {
  const sources = import.meta.glob<string>(
    [
      '../../*/*/*.{ts,tsx}',
      '../../../widgets/**/*.ts',
      '../../../designer/**/*.ts',
      '../../../drivers/**/*.ts',
      '../../../ui/*.ts',
      '!../../help/*',
      '!**/*.test.*',
    ],
    { query: '?raw', import: 'default', eager: true },
  )
  // Texts on screens, without their placeholders: `Backtest, last {{count}} days` gives `backtest`.
  const onScreen = new Set(
    Object.values(sources)
      .flatMap((text) => [...text.matchAll(/'([^'\n]+)'|"([^"\n]+)"/g)])
      .flatMap(([, single, double]) => (single ?? double)!.split(/\{\{\w+\}\}|[,:，：…]/))
      .map((label) => label.trim().toLowerCase()),
  )
  const emphasised = new Set<string>([])

  test.each([...en, ...zh].map((page) => [page.title, page.html] as const))('in “%s” are on a screen', (_, html) => {
    const labels = [...html.matchAll(/<(?:em|strong)>(.+?)<\/(?:em|strong)>/g)].flatMap(([, text]) =>
      text!.split(/, | and |、|与/).map((label) => label.toLowerCase()),
    )
    expect(labels.filter((label) => !onScreen.has(label) && !emphasised.has(label))).toEqual([])
  })
})

describe.each([
  ['en', en, folders.en],
  ['zh-cn', zh, folders['zh-cn']],
] as const)('in %s', (_, pages, folder) => {
  test.each(pages.map((page) => [page.key, page.html] as const))('links and pictures of %s exist', (_key, html) => {
    const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, to]) => to!)
    const known = (to: string) =>
      to === '/api' ||
      to === '/help/codes' ||
      (to.startsWith('/help/') ? keys.has(to.slice(6)) : paths.some((path) => matches(path, to)))
    expect(links.filter((to) => !known(to))).toEqual([])
    const pictures = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => resolve(folder, src!))
    expect(pictures.filter((file) => !existsSync(file))).toEqual([])
    expect(pictures.filter((file) => statSync(file).size >= pictureBytes)).toEqual([])
  })
})

test('each stored picture is used by a page', () => {
  const shown = ([folder, pages]: readonly [string, typeof en]) =>
    pages.flatMap(({ html }) => [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => resolve(folder, src!)))
  const all = new Set([...shown([folders.en, en]), ...shown([folders['zh-cn'], zh])])
  const kept = readdirSync(join(docs, 'help/pictures'), { recursive: true, encoding: 'utf8' })
  const files = kept.filter((name) => name.endsWith('.png')).map((name) => join(docs, 'help/pictures', name))
  expect(files.filter((file) => !all.has(file))).toEqual([])
})

test('a page without its heading is refused by name', () => {
  expect(() => sourceOf('broken', '# Only a title')).toThrow('broken: the page must start with title')
  expect(() => sourceOf('lost', '---\ntitle: A\nsection: nowhere\norder: 1\n---\n')).toThrow('lost')
})

describe('the search', () => {
  test('finds pages that contain every word, titles first', () => {
    expect(searchHelp(en, 'gateways')[0]?.page.key).toBe('gateways')
    expect(searchHelp(en, 'byte order').map(({ page }) => page.key)).toEqual(['variables'])
    expect(searchHelp(zh, '回差').map(({ page }) => page.key)).toEqual(['alarm-rules'])
    expect(searchHelp(en, 'zebra')).toEqual([])
    expect(searchHelp(en, '  ')).toEqual([])
  })

  test('shows an excerpt around the match', () => {
    expect(searchHelp(en, 'shelve')[0]?.excerpt).toContain('Shelve')
  })

  test('finds error codes by number and by words', () => {
    expect(findCodes('1714', 'en').map(({ code }) => code)).toEqual([1714])
    expect(findCodes('did not answer in time', 'en').map(({ code }) => code)).toContain(1714)
  })
})

test('a help that fails to load reports it and offers a retry', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
  await client.prefetchQuery(helpPages('en'))
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(HelpRoom)))
  vi.unstubAllGlobals()
  expect(html).toContain('data-empty="notLoaded"')
  expect(html).toContain('Try again')
})

describe('error codes', () => {
  test.each([
    ['staleVersion', 'Load the page again'],
    ['tooManySignals', 'Choose fewer variables'],
    ['noWritePermission', 'Ask an administrator'],
    ['noAlarmAccess', 'Ask an administrator'],
  ] as const)('%s: %s', (name, advice) => {
    expect(adviceOf(errorCode(name), 'en')).toContain(advice)
  })

  test('with their own advice exist', () => {
    const known = new Set(errorRows.map(({ code }) => code))
    expect(advisedCodes.filter((code) => !known.has(code))).toEqual([])
    expect(advisedCodes.length).toBeGreaterThanOrEqual(50)
  })

  test.each(['en', 'zh-cn'] as const)('all have advice, in %s', (language) => {
    const silent = errorRows.filter(({ code }) => adviceOf(code, language).length < 4)
    expect(silent).toEqual([])
  })
})
