// Values typed in the panel for all selected widgets. While typing, boxes of surrounding groups do not change, because
// positions are relative to them; a typed size of a group scales its contents. Pure.
import type { PageDocument, PageWidget } from '../../contract/page-document.ts'
import { type EditorState, stepsJoin, withWidgets } from '../state.ts'
import { changed, reversed } from './change.ts'
import { find, replaced } from './find.ts'
import { inBox } from './group.ts'

/** Applies a typed change. `key`: the field; consecutive digits typed into one field are one undo step. */
export function typedAt(state: EditorState, change: (widget: PageWidget) => PageWidget, key: string): EditorState {
  const step = `${key} ${state.selected.join()}`
  const first = beforeTyped(state, step)
  const widgets = replaced(state.document.widgets, new Set(state.selected), (widget) => {
    const next = change(widget)
    return next.children && !isSameSize(widget, next)
      ? inBox(find(first.widgets, widget.id) ?? widget, next.position)
      : next
  })
  return withWidgets(state, widgets, { key: step, isTyped: true })
}

/** The page before the first digit: a group that was 2 px wide on the way to 200 would have lost its proportions. */
function beforeTyped(state: EditorState, step: string): PageDocument {
  const { document, past } = state
  return stepsJoin(state, step) ? changed(document, reversed(past.at(-1)!.change)) : document
}

const isSameSize = ({ position: a }: PageWidget, { position: b }: PageWidget): boolean =>
  a.width === b.width && a.height === b.height
