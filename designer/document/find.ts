// Finds widgets by id, at any depth of groups. Pure; unchanged widgets are the same objects.
import type { PageWidget } from '../../contract/page-document.ts'

/** Caches the index of a list, which is possible because lists of widgets are never changed in place. */
const found = new WeakMap<readonly PageWidget[], ReadonlyMap<string, PageWidget>>()

export const find = (widgets: readonly PageWidget[], id: string): PageWidget | undefined => byId(widgets).get(id)

function byId(widgets: readonly PageWidget[]): ReadonlyMap<string, PageWidget> {
  const known = found.get(widgets)
  if (known) return known
  const fresh = new Map<string, PageWidget>()
  for (const widget of widgets) {
    if (!fresh.has(widget.id)) fresh.set(widget.id, widget)
    if (widget.children) for (const [id, inner] of byId(widget.children)) if (!fresh.has(id)) fresh.set(id, inner)
  }
  found.set(widgets, fresh)
  return fresh
}

/** The groups around a widget, the outermost first; undefined if there is no such widget. */
export function groupsAround(widgets: readonly PageWidget[], id: string): PageWidget[] | undefined {
  for (const widget of widgets) {
    if (widget.id === id) return []
    const inner = widget.children && groupsAround(widget.children, id)
    if (inner) return [widget, ...inner]
  }
  return undefined
}

/**
 * Replaces every widget with one of the ids by the result of `change`; null removes it. Groups that become empty are
 * removed too.
 */
export function replaced(
  widgets: PageWidget[],
  ids: ReadonlySet<string>,
  change: (widget: PageWidget) => PageWidget | null,
): PageWidget[] {
  let isSame = true
  const next = widgets.flatMap((widget) => {
    const now = ids.has(widget.id) ? change(widget) : within(widget, ids, change)
    if (now !== widget) isSame = false
    return now ? [now] : []
  })
  return isSame ? widgets : next
}

function within(widget: PageWidget, ids: ReadonlySet<string>, change: (widget: PageWidget) => PageWidget | null) {
  if (!widget.children) return widget
  const children = replaced(widget.children, ids, change)
  if (children === widget.children) return widget
  return children.length === 0 ? null : { ...widget, children }
}

/** All ids of widgets, including those in groups. */
export const idsIn = (widgets: readonly PageWidget[]): string[] =>
  widgets.flatMap(({ id, children = [] }) => [id, ...idsIn(children)])

export const isLocked = ({ posLock }: PageWidget): boolean => posLock === true

/** Hidden widgets are neither drawn nor hit in the editor; the live page ignores the field. */
export const isHidden = ({ editorHidden }: PageWidget): boolean => editorHidden === true

const seen = new WeakMap<PageWidget, PageWidget>()

/** Removes hidden widgets at any depth; a list without any is the same object. */
export function shownOf(widgets: readonly PageWidget[]): readonly PageWidget[] {
  const shown = widgets.filter((widget) => !isHidden(widget)).map(withShown)
  return shown.length === widgets.length && shown.every((widget, i) => widget === widgets[i]) ? widgets : shown
}

function withShown(widget: PageWidget): PageWidget {
  if (!widget.children) return widget
  const known = seen.get(widget)
  if (known) return known
  const children = shownOf(widget.children)
  const fresh = children === widget.children ? widget : { ...widget, children: [...children] }
  seen.set(widget, fresh)
  return fresh
}

export const idsOf = (widgets: readonly PageWidget[]): Set<string> => new Set(widgets.map(({ id }) => id))
