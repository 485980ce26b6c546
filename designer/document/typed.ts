// What is typed in the panel for all that is selected. The boxes of the groups around stay while it is typed, for the figures
// count from them; the size of a group is one of what is in it. Pure.
import type { PageDocument, PageWidget } from '../../contract/page-document.ts'
import { type EditorState, stepsJoin, withWidgets } from '../state.ts'
import { changed, reversed } from './change.ts'
import { find, replaced } from './find.ts'
import { inBox } from './group.ts'

/** `key`: what is typed; its digits are one step. */
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

/** The page before the first digit: what became 2 px wide on the way to 200 has lost its proportions. */
function beforeTyped(state: EditorState, step: string): PageDocument {
  const { document, past } = state
  return stepsJoin(state, step) ? changed(document, reversed(past.at(-1)!.change)) : document
}

const isSameSize = ({ position: a }: PageWidget, { position: b }: PageWidget): boolean =>
  a.width === b.width && a.height === b.height
