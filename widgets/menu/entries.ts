// The entries of menus, at most three levels: their fields, the current entry, and keyboard navigation. Pure.
import { clickField, flagField, imageField, listField, textField, type ValuesOf, wordsField } from '../fields.ts'
import { type Click, clickOf, pageOf } from '../host/click-event.ts'

const own = {
  label: wordsField('', { label: { en: 'Label', 'zh-cn': '名称' } }),
  iconHref: imageField({ label: { en: 'Icon', 'zh-cn': '图标' } }),
  clickEvent: clickField({ label: { en: 'Click', 'zh-cn': '点击事件' } }),
  /** The platform leaves out entries of other regions, see contract/page-document. */
  authRegion: textField('', { label: { en: 'Regions', 'zh-cn': '权限区域' } }),
  defaultAct: flagField(false, { label: { en: 'Initial selection', 'zh-cn': '默认选中' } }),
}
const below = { most: 50, label: { en: 'Entries', 'zh-cn': '子菜单' } }
const second = { ...own, children: listField(own, below) }

/** The fields of an entry. [S3 Nav/Menu] */
export const entryFields = { ...own, children: listField(second, below) }

type Stored = ValuesOf<typeof own> & { children?: readonly Stored[] }
export type Entry = {
  /** Indexes of the entry from the top level: `1.0`. */
  path: string
  label: string
  iconHref: string
  click: Click | undefined
  isFirst: boolean
  children: readonly Entry[]
}

export const entriesOf = (items: readonly Stored[], above = ''): Entry[] =>
  items.map(({ label, iconHref, clickEvent, defaultAct, children = [] }, place) => {
    const path = `${above}${place}`
    const click = clickOf(clickEvent)
    return { path, label, iconHref, click, isFirst: defaultAct, children: entriesOf(children, `${path}.`) }
  })

const allOf = (entries: readonly Entry[]): Entry[] => entries.flatMap((entry) => [entry, ...allOf(entry.children)])

const leadsTo = ({ click }: Entry, pageId: number | undefined, path: string): boolean =>
  (click?.action === 'page' && pageOf(click) === pageId) || (click?.action === 'link' && click.link === path)

/** The entry for the current page or address, or else the initial selection. */
export function currentOf(entries: readonly Entry[], pageId: number | undefined, path: string): string | undefined {
  const all = allOf(entries)
  return (all.find((entry) => leadsTo(entry, pageId, path)) ?? all.find(({ isFirst }) => isFirst))?.path
}

export const isWithin = (path: string | undefined, above: string): boolean => path?.startsWith(`${above}.`) ?? false

export type MenuState = { at: string; open: ReadonlySet<string> }

/** The visible entries, from top to bottom. */
const seenOf = (entries: readonly Entry[], open: ReadonlySet<string>): Entry[] =>
  entries.flatMap((entry) => [entry, ...(open.has(entry.path) ? seenOf(entry.children, open) : [])])

const parentOf = (path: string): string | undefined =>
  path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : undefined

/** Opens or closes an entry; a bar has only one open entry at the top level. */
export function toggled({ open }: MenuState, path: string, isBar: boolean): ReadonlySet<string> {
  if (open.has(path)) return new Set([...open].filter((each) => each !== path && !isWithin(each, path)))
  const others = isBar && parentOf(path) === undefined ? [] : open
  return new Set([...others, path])
}

/** The effect of a key; undefined if the menu ignores it. `isBar`: the top level is a row, the others drop down. */
export function stepped(
  key: string,
  state: MenuState,
  { entries, isBar }: { entries: readonly Entry[]; isBar: boolean },
): MenuState | undefined {
  const { at, open } = state
  const here = allOf(entries).find(({ path }) => path === at)
  if (!here) return undefined
  const isTop = isBar && parentOf(at) === undefined
  const list = isTop ? entries : seenOf(isBar ? (entries[Number(at.split('.')[0])]?.children ?? []) : entries, open)
  const along = (by: number): MenuState => {
    const place = list.findIndex(({ path }) => path === at) + by
    return { at: list[(place + list.length) % list.length]!.path, open: isTop ? new Set() : open }
  }
  const into = (): MenuState | undefined => {
    const [child] = here.children
    if (!child) return undefined
    if (!isTop && !open.has(at)) return { at, open: toggled(state, at, isBar) }
    return { at: child.path, open: open.has(at) ? open : toggled(state, at, isBar) }
  }
  const out = (): MenuState | undefined => {
    if (open.has(at)) return { at, open: toggled(state, at, isBar) }
    const parent = parentOf(at)
    return parent === undefined ? undefined : { at: parent, open: toggled(state, parent, isBar) }
  }
  const [next, before, inner] = isTop
    ? ['ArrowRight', 'ArrowLeft', 'ArrowDown']
    : ['ArrowDown', 'ArrowUp', 'ArrowRight']
  if (key === next) return along(1)
  if (key === before) return along(-1)
  if (key === inner) return into()
  if (key === 'ArrowLeft' || key === 'Escape') return out()
  if (key === 'Home') return { at: list[0]!.path, open }
  if (key === 'End') return { at: list.at(-1)!.path, open }
  return undefined
}
