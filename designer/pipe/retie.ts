// Attaches copied pipes to the copies of their widgets; an end whose widget was not copied becomes free. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { find, idsIn } from '../document/find.ts'
import { isPipe, isTied, type Tie, tiesOf, withTies } from './pipe.ts'

/** Connects copied pipes to the copies of their widgets. `ids`: the id of each copy by that of its original. */
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

/** Pipes of a replaced drawing: an end that is free in the drawing stays attached to the widget outside. */
export function tiedBeside(widgets: readonly PageWidget[], before: readonly PageWidget[]): PageWidget[] {
  const own = new Set(idsIn(before))
  const outside = (tie: Tie | undefined): Tie | undefined => (tie && !own.has(tie.widget) ? tie : undefined)
  const walk = (all: readonly PageWidget[]): PageWidget[] =>
    all.map((widget) => {
      if (widget.children) return { ...widget, children: walk(widget.children) }
      const old = find(before, widget.id)
      if (!old || !isPipe(widget) || !isTied(old)) return widget
      const [ties, was] = [tiesOf(widget), tiesOf(old)]
      return withTies(widget, { ...ties, from: ties.from ?? outside(was.from), to: ties.to ?? outside(was.to) })
    })
  return walk(widgets)
}
