import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  areasOf,
  currentEntry,
  entriesOf,
  isPanelClosed,
  type MenuTree,
  matches,
  menuOf,
  needsPanel,
  type PageRoute,
  pathOf,
  redirectsOf,
  routeAt,
  routerPath,
} from './routes.ts'

const page = async () => ({ default: () => null })
const label = { en: 'x', 'zh-cn': 'x' }
const route = (path: string, more: Partial<PageRoute> = {}): PageRoute => ({ path, page, may: 'signedIn', ...more })
const list = '/manage/eg/equipment/list'
const all: PageRoute[] = [
  route('/login', { may: 'public' }),
  route('/monitor/eg/list', { menu: { icon: 'monitor', label } }),
  route('/monitor/eg/group', { menu: { icon: 'folder', label } }),
  route(list, { may: 'equipment:view', menu: { icon: 'device', label } }),
  route('/manage/eg/equipment/edit/{id}/info', { may: 'equipment:view', under: list }),
  route('/manage/{any}/{thing}/{of}'),
]

const tree: MenuTree = [
  { label: { en: 'Monitor', 'zh-cn': 'x' }, entries: ['/monitor/eg/group', '/not/built', '/monitor/eg/list'] },
  { label: { en: 'Equipment', 'zh-cn': 'x' }, entries: [list] },
]

describe('paths', () => {
  it('become the router’s', () => expect(routerPath('/a/{id}/b/{other}')).toBe('/a/$id/b/$other'))

  it('are filled in and escaped', () => {
    expect(pathOf('/a/{id}/{name}', { id: 3, name: 'x/y' })).toBe('/a/3/x%2Fy')
    expect(() => pathOf('/a/{id}')).toThrow('{id}')
  })

  it('match addresses part by part', () => {
    expect(matches('/a/{id}/info', '/a/3/info')).toBe(true)
    expect(matches('/a/{id}', '/a/')).toBe(false)
    expect(matches('/a/{id}', '/a/3/4')).toBe(false)
  })

  it('that are literal win over marks', () => {
    expect(routeAt(all, list)?.path).toBe(list)
    expect(routeAt(all, '/manage/a/b/c')?.path).toBe('/manage/{any}/{thing}/{of}')
    expect(routeAt(all, '/nowhere')).toBeUndefined()
  })
})

describe('the menu', () => {
  it('has the pages a user may open, in order, and no empty heading', () => {
    const menu = menuOf(tree, all, (permission) => permission !== 'equipment:view')
    expect(menu.map(({ label: { en }, entries }) => [en, entries.map(({ path }) => path)])).toEqual([
      ['Monitor', ['/monitor/eg/group', '/monitor/eg/list']],
    ])
    expect(menuOf(tree, all, () => true).map(({ label: { en } }) => en)).toEqual(['Monitor', 'Equipment'])
  })

  it('has the areas with entries that a user may open', () => {
    const areas = tree.map(({ label: named, entries }) => ({
      label: named,
      icon: 'monitor' as const,
      sections: [{ label, entries }],
    }))
    const open = areasOf(areas, all, (permission) => permission !== 'equipment:view')
    expect(open.map((area) => [area.label.en, entriesOf(area).map(({ path }) => path)])).toEqual([
      ['Monitor', ['/monitor/eg/group', '/monitor/eg/list']],
    ])
  })

  it('has a panel for an area with several entries, and for a user without any area', () => {
    const open = areasOf(
      tree.map((section) => ({ label, icon: 'monitor' as const, sections: [section] })),
      all,
      () => true,
    )
    expect(open.map((area) => needsPanel(open, area))).toEqual([true, false])
    expect(needsPanel(open, undefined)).toBe(false)
    expect(needsPanel([], undefined)).toBe(true)
  })

  it('closes its panel in narrow windows, and on pages that need the width, unless the user opened it there', () => {
    const at = (needsWidth: boolean, width: number, kept: string | null, keptBeside: string | null = null) =>
      isPanelClosed({ needsWidth, isWide: width >= 1440, isVeryWide: width > 1700, kept, keptBeside })
    expect([at(false, 1400, null), at(false, 1440, null), at(false, 1400, 'wide')]).toEqual([true, false, false])
    expect([at(true, 1440, null), at(true, 1440, 'wide'), at(true, 1720, null)]).toEqual([true, true, false])
    expect([at(true, 1720, 'narrow'), at(true, 1440, null, 'wide')]).toEqual([true, false])
  })

  it('shows where one is, on pages without an entry too', () => {
    expect(currentEntry(all, '/monitor/eg/list')).toBe('/monitor/eg/list')
    expect(currentEntry(all, '/manage/eg/equipment/edit/3/info')).toBe(list)
    expect(currentEntry(all, '/monitor/eg/group/list/1/2')).toBe('/monitor/eg/group')
    expect(currentEntry(all, '/login')).toBeUndefined()
  })
})

it('redirects lead only to pages that exist', () => {
  const tsv = readFileSync(new URL('../spec/redirects.tsv', import.meta.url), 'utf8')
  expect(redirectsOf(tsv, all)).toEqual([
    { from: '/', to: '/login' },
    { from: '/manage', to: list },
    { from: '/manage/eg/equipment/edit/{id}', to: '/manage/eg/equipment/edit/{id}/info' },
  ])
})
