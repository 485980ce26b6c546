// Copies are tied among themselves as what they were copied from; what was not copied with a pipe is not tied to it. Pure.
import type { PageWidget } from '../../contract/page-document.ts'
import { find, idsIn } from '../document/find.ts'
import { isPipe, isTied, type Tie, tiesOf, withTies } from './pipe.ts'

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

/** Pipes of a drawing that is placed anew: an end that lies free in it stays tied to what it was tied to beside it. */
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
