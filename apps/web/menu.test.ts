// The tree of the navigation and the pages that exist: neither names what the other does not have.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { placeOf } from '../../features/frame/permissions.ts'
import { helpOf } from '../../features/platform/help/rules.ts'
import type { PageRoute } from '../../ui/routes.ts'
import { areas, menu } from './menu.ts'

const files = import.meta.glob<{ default: readonly PageRoute[] }>('../../features/*/*/routes.ts', { eager: true })
const routes = Object.values(files).flatMap((file) => file.default)
const entries = menu.flatMap((section) => section.entries)
const specified = readFileSync(new URL('../../spec/routes.tsv', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('\t')[1])

test('every page with a name in the navigation has its place in the tree, once', () => {
  const inMenu = routes.filter((route) => route.menu).map(({ path }) => path)
  expect(inMenu.filter((path) => !entries.includes(path))).toEqual([])
  expect(new Set(entries).size).toBe(entries.length)
})

test('every place in the tree is a page of the specification or one that exists', () => {
  const known = new Set([...specified, ...routes.map(({ path }) => path)])
  expect(entries.filter((path) => !known.has(path))).toEqual([])
})

test('a page in the tree that exists has a name there', () => {
  expect(routes.filter(({ path, menu: named }) => entries.includes(path) && !named).map(({ path }) => path)).toEqual([])
})

test('the help has a page about each screen of monitoring and of the equipment centre', () => {
  const shown = menu
    .filter(({ label }) => ['Monitor', 'Projects', 'Alarms', 'Equipment'].includes(label.en))
    .flatMap((section) => section.entries.filter((path) => routes.some((route) => route.path === path)))
  expect(shown.filter((path) => helpOf(path) === 'first-hour')).toEqual([])
})

test('the account centre has the accounts of all kinds, in the order of the specification', () => {
  const sections = areas.flatMap((area) => area.sections)
  const centre = sections.find(({ label }) => label.en === 'Account centre')
  expect(centre?.entries).toEqual(['op', 'co', 'enroll', 'int', 'ext'].map((kind) => `/manage/account/${kind}`))
})

test('the pages of permissions that only administrators of the platform have are marked', () => {
  const marked = routes.filter(({ isForAdmin }) => isForAdmin).map(({ path }) => path)
  expect(marked.length).toBeGreaterThan(2)
  expect(marked).toEqual(routes.filter(({ may }) => placeOf(may)?.isForAdmin).map(({ path }) => path))
})

test('each entry has an icon of its own', () => {
  const icons = routes.flatMap(({ menu: named }) => (named ? [named.icon] : []))
  expect(icons.filter((icon, at) => icons.indexOf(icon) !== at)).toEqual([])
})
