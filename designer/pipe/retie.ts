// Copies are tied among themselves as what they were copied from; what was not copied with a pipe is not tied to it. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { isTied, type Tie, tiesOf, withTies } from './pipe.ts'

/** `ids`: of each copy, by what it was copied from. */
export function retied(widgets: readonly PageWidget[], ids: ReadonlyMap<string, string>): PageWidget[] {
  const renamed = (tie: Tie | undefined): Tie | undefined => {
    const id = tie && ids.get(tie.widget)
    return id === undefined ? undefined : { ...tie!, widget: id }
  }
  return widgets.map((widget) => {
    if (widget.children) return { ...widget, children: retied(widget.children, ids) }
    if (!isTied(widget)) return widget
    const { from, to, ...more } = tiesOf(widget)
    return withTies(widget, { ...more, from: renamed(from), to: renamed(to) })
  })
}
