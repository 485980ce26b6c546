// The argument of the panel's parts: the selection, and a function that changes all of it.
import type { PageWidget } from '../../contract/page-document.ts'
import { write } from './path.ts'

/** Changes the selected widgets. `key`: consecutive changes with the same key are one undo step. */
export type OnChange = (change: (widget: PageWidget) => PageWidget, key: string) => void
export type Edit = { widgets: readonly PageWidget[]; onChange: OnChange }

/** The path of the page id in an Iframe widget. */
export const framedPagePath = 'data.pageId'

/** Removes the name under which other designers store the page of an Iframe, which would otherwise apply again. */
function withoutOtherName(widget: PageWidget): PageWidget {
  if (widget.widgetType !== 'Iframe' || widget.data?.configId === undefined) return widget
  const { configId: _, ...data } = widget.data
  return { ...widget, data }
}

/** Sets the value at a path in all selected widgets. */
export const setAt =
  ({ onChange }: Edit, path: string) =>
  (value: unknown, at?: string): void =>
    onChange(
      (widget) => write(path === framedPagePath ? withoutOtherName(widget) : widget, path, value),
      at === undefined ? path : `${path}.${at}`,
    )
