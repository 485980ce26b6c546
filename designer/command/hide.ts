// Hides widgets while others are edited: the field `editorHidden`, which the live page ignores. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { isHidden } from '../document/find.ts'
import { type EditorState, withWidgets } from '../state.ts'

/** Ids of all hidden widgets, including those in groups. */
export const hiddenIn = (widgets: readonly PageWidget[]): string[] =>
  widgets.flatMap((widget) => [...(isHidden(widget) ? [widget.id] : []), ...hiddenIn(widget.children ?? [])])

export function withHidden(state: EditorState, ids: readonly string[], isSo: boolean): EditorState {
  const wanted = new Set(ids)
  const change = (all: PageWidget[]): PageWidget[] =>
    all.map((widget) => {
      const children = widget.children && change(widget.children)
      const isSame = !children || children.every((child, i) => child === widget.children?.[i])
      const now = isSame ? widget : { ...widget, children }
      return wanted.has(widget.id) && isHidden(widget) !== isSo ? hidden(now, isSo) : now
    })
  return withWidgets(state, change(state.document.widgets))
}

function hidden(widget: PageWidget, isSo: boolean): PageWidget {
  const { editorHidden: _, ...rest } = widget
  return isSo ? { ...widget, editorHidden: true } : rest
}
