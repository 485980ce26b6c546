// The pages of the help: both languages, every screen of the navigation, links that lead somewhere, and the search.
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorRows } from '../../contract/errors.ts'
import { matches, type PageRoute } from '../../ui/routes.ts'
import { adviceOf, advisedCodes } from './advice.ts'
import { findCodes } from './codes.ts'
import { readHelp } from './part-read.ts'
import { sourceOf } from './part-source.ts'
import { helpOf, helpOfRoute, searchHelp } from './rules.ts'

/** Of a picture: each user of the help loads it. */
const pictureBytes = 150_000

const docs = resolve(import.meta.dirname, '../../docs')
const folders = { en: join(docs, 'help/en'), 'zh-cn': join(docs, 'help/zh') } as const
const en = readHelp(folders.en)
const zh = readHelp(folders['zh-cn'])
const files = import.meta.glob<{ default: readonly PageRoute[] }>('../*/routes.ts', { eager: true })
const paths = Object.values(files).flatMap((file) => file.default.map(({ path }) => path))
const keys = new Set(en.map(({ key }) => key))

test('both languages have the same pages in the same order, each in its own language', () => {
  expect(zh.map(({ key }) => key)).toEqual(en.map(({ key }) => key))
  for (const { key, title, text } of zh) expect([key, /\p{Script=Han}/u.test(title + text)]).toEqual([key, true])
  for (const { key, text } of en) expect([key, /\p{Script=Han}/u.test(text)]).toEqual([key, false])
})

test('screens and pages of the help name each other', () => {
  expect(helpOfRoute.filter(([path]) => !paths.includes(path))).toEqual([])
  expect(helpOfRoute.filter(([, key]) => !keys.has(key))).toEqual([])
  const unnamed = [...keys].filter((key) => !helpOfRoute.some(([, named]) => named === key))
  expect(unnamed).toEqual(['first-hour', 'terms', 'reports'])
})

test('a screen has its own page, and the first hour where there is none', () => {
  expect(helpOf('/manage/eg/equipment/edit/7/signal')).toBe('variables')
  expect(helpOf('/manage/project/3/designer/4')).toBe('drawing')
  expect(helpOf('/manage/template/3/designer/4')).toBe('drawing')
  expect(helpOf('/manage/scene/config/4')).toBe('scenes')
  expect(helpOf('/no/such/screen')).toBe('first-hour')
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

test('a page without its heading is refused by name', () => {
  expect(() => sourceOf('broken', '# Only a title')).toThrow('broken: the page must start with title')
  expect(() => sourceOf('lost', '---\ntitle: A\nsection: nowhere\norder: 1\n---\n')).toThrow('lost')
})

describe('the search', () => {
  test('finds pages that contain every word, titles first', () => {
    expect(searchHelp(en, 'gateways')[0]?.page.key).toBe('gateways')
    expect(searchHelp(en, 'byte order').map(({ page }) => page.key)).toEqual(['variables'])
    expect(searchHelp(zh, '死区').map(({ page }) => page.key)).toEqual(['alarm-rules'])
    expect(searchHelp(en, 'zebra')).toEqual([])
    expect(searchHelp(en, '  ')).toEqual([])
  })

  test('shows the place', () => {
    expect(searchHelp(en, 'shelve')[0]?.excerpt).toContain('Shelve')
  })

  test('finds error codes by number and by words', () => {
    expect(findCodes('1714', 'en').map(({ code }) => code)).toEqual([1714])
    expect(findCodes('did not answer in time', 'en').map(({ code }) => code)).toContain(1714)
  })
})

describe('error codes', () => {
  test('with words of their own exist', () => {
    const known = new Set(errorRows.map(({ code }) => code))
    expect(advisedCodes.filter((code) => !known.has(code))).toEqual([])
    expect(advisedCodes.length).toBeGreaterThanOrEqual(50)
  })

  test.each(['en', 'zh-cn'] as const)('all say what to do, in %s', (language) => {
    const silent = errorRows.filter(({ code }) => adviceOf(code, language).length < 4)
    expect(silent).toEqual([])
  })
})
