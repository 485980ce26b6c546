// What the parts of the panel are given: the selection, and how to change all of it.
import type { PageWidget } from '../../contract/page-document.ts'
import { write } from './path.ts'

/** `key`: changes of the same key that follow each other are one step of undo. */
export type OnChange = (change: (widget: PageWidget) => PageWidget, key: string) => void
export type Edit = { widgets: readonly PageWidget[]; onChange: OnChange }

/** The page of an Iframe. */
export const framedPagePath = 'data.pageId'

/** Without the name under which documents of other designers store the page of an Iframe: it would count again. */
function withoutOtherName(widget: PageWidget): PageWidget {
  if (widget.widgetType !== 'Iframe' || widget.data?.configId === undefined) return widget
  const { configId: _, ...data } = widget.data
  return { ...widget, data }
}

/** Sets one place of all widgets. */
export const setAt =
  ({ onChange }: Edit, path: string) =>
  (value: unknown, at?: string): void =>
    onChange(
      (widget) => write(path === framedPagePath ? withoutOtherName(widget) : widget, path, value),
      at === undefined ? path : `${path}.${at}`,
    )
