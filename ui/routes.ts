// A room's pages as data. The file that declares them is tiny and always loaded; the pages load when they are opened.
import type { ComponentType } from 'react'
import type { Permission } from '../contract/permissions.ts'
import type { IconName } from './icon.tsx'
import type { Label } from './words.ts'

/** Headings with the paths of their entries, in order. */
export type MenuTree = readonly { label: Label; entries: readonly string[] }[]

/** An area of the navigation: a place in its rail, and the headings of its panel. */
export type MenuArea = { label: Label; icon: IconName; sections: MenuTree }

export type Frame = 'shell' | 'window' | 'plain'

export type PageRoute = {
  /** The literal path of the specification, `{id}` parameters included. [S2] */
  path: string
  page: () => Promise<{ default: ComponentType }>
  /** The permission that the page requires; `public`: no login. */
  may: Permission
  /** The name of the page in the window's title, the palette and elsewhere; by default the label of the menu. */
  title?: Label
  /**
   * Label and icon in the navigation; the position is in `apps/web/menu.ts`. `phone`: also in the bottom bar of a
   * phone.
   */
  menu?: { icon: IconName; label: Label; phone?: boolean }
  /** The path of the menu's entry that this page belongs to, when it has none itself. */
  under?: string
  /**
   * The frame of the page: `shell` (navigation, bars), `window` (no frame, but all parts work: designer, full
   * screen), `plain` (no frame and no antd: login and similar pages). `plain` by default if public, else `shell`.
   */
  frame?: Frame
  /** Only administrators of the platform have the permission of this page, and only they can grant it. */
  isForAdmin?: boolean
  /** The permission of this page belongs to the platform's staff; no administrator of a company can grant it. */
  isForStaff?: boolean
  /** The page needs the width: it closes the panel of the navigation, except in very wide windows. */
  needsWidth?: boolean
  /** The page shows its first values without antd, before the bars around it and all other code have loaded. */
  isLight?: boolean
}

/** Declares a room's pages; `features/<room>/routes.ts` exports it as default. */
export const routes = (of: readonly PageRoute[]): readonly PageRoute[] => of

/** The frame in which a page is shown. */
export const frameOf = (route: PageRoute): Frame => route.frame ?? (route.may === 'public' ? 'plain' : 'shell')

/** The specification's `{id}` as the router writes it: `/edit/{id}/info` → `/edit/$id/info`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, '$$$1')

/** Fills the parameters of a path: `pathOf('/edit/{id}', { id: 3 })` → `/edit/3`. A missing parameter is a bug. */
export function pathOf(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (mark, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} needs ${mark}`)
    return encodeURIComponent(value)
  })
}

/** Whether a literal path, with parameters, matches an address. */
export function matches(path: string, address: string): boolean {
  const [pattern, parts] = [path.split('/'), address.split('/')]
  return (
    pattern.length === parts.length && pattern.every((p, i) => (/^\{\w+\}$/.test(p) ? parts[i] !== '' : p === parts[i]))
  )
}

/** The page at an address: literal paths win over those with parameters. */
export function routeAt(all: readonly PageRoute[], address: string): PageRoute | undefined {
  const found = all.filter((route) => matches(route.path, address))
  return found.sort((a, b) => marks(a.path) - marks(b.path))[0]
}

const marks = (path: string): number => path.split('{').length

export type MenuEntry = { path: string; icon: IconName; label: Label; phone: boolean }
type MenuSection = { label: Label; entries: MenuEntry[] }

/** The navigation of a user: only existing pages that the user may open, in the order of the tree; no empty section. */
export function menuOf(
  tree: MenuTree,
  all: readonly PageRoute[],
  may: (permission: Permission) => boolean,
): MenuSection[] {
  const open = new Map(all.filter((route) => may(route.may)).map(({ path, menu }) => [path, menu]))
  return tree
    .map(({ label, entries }) => ({
      label,
      entries: entries.flatMap((path): MenuEntry[] => {
        const named = open.get(path)
        return named ? [{ path, icon: named.icon, label: named.label, phone: !!named.phone }] : []
      }),
    }))
    .filter(({ entries }) => entries.length > 0)
}

export type OpenArea = { label: Label; icon: IconName; sections: MenuSection[] }

/** The areas of a user, as `menuOf` finds their entries; no area without an entry. */
export const areasOf = (
  areas: readonly MenuArea[],
  all: readonly PageRoute[],
  may: (permission: Permission) => boolean,
): OpenArea[] =>
  areas
    .map(({ sections, ...area }) => ({ ...area, sections: menuOf(sections, all, may) }))
    .filter(({ sections }) => sections.length > 0)

/** The entries of an area, under all of its headings. */
export const entriesOf = ({ sections }: Pick<OpenArea, 'sections'>): MenuEntry[] =>
  sections.flatMap(({ entries }) => entries)

/**
 * Whether the side panel is needed: not for a page in no area, nor in an area with one entry. For a user without any
 * area the panel shows the reason.
 */
export const needsPanel = (areas: readonly OpenArea[], current: OpenArea | undefined): boolean =>
  areas.length === 0 || (current !== undefined && entriesOf(current).length > 1)

type PanelOf = {
  needsWidth: boolean
  isWide: boolean
  isVeryWide: boolean
  /** The user's choice, `wide` or `narrow`, on usual pages and on those that need the width; null: none yet. */
  kept: string | null
  keptBeside: string | null
}

/** Whether the panel is closed: as the user chose on such pages, else by the window. */
export function isPanelClosed({ needsWidth, isWide, isVeryWide, kept, keptBeside }: PanelOf): boolean {
  if (!needsWidth) return kept === null ? !isWide : kept === 'narrow'
  return keptBeside === null ? kept === 'narrow' || !isVeryWide : keptBeside === 'narrow'
}

/** The current menu path at an address: the page's own, the one it names, or the longest that contains it. */
export function currentEntry(all: readonly PageRoute[], address: string): string | undefined {
  const route = routeAt(all, address)
  if (route?.menu) return route.path
  if (route?.under) return route.under
  return all
    .filter(({ path, menu }) => menu && address.startsWith(`${path}/`))
    .map(({ path }) => path)
    .sort((a, b) => b.length - a.length)[0]
}

/** The redirects of the specification whose target page exists. [S2] */
export function redirectsOf(tsv: string, all: readonly PageRoute[]): { from: string; to: string }[] {
  return tsv
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split('\t'))
    .filter(([from, to]) => from?.startsWith('/') && all.some(({ path }) => path === to))
    .map(([from, to]) => ({ from: from!, to: to! }))
}
