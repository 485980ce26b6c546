// Copied widgets as text, so that they can be pasted into other pages and windows, and the limits of a page. Pure.
import { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import { countOfType, countWidgets, type PageDocument, PageWidget } from '../../contract/page-document.ts'
import { cutTo } from '../../core/cut-text.ts'
import { retied } from '../pipe/retie.ts'
import { idsIn } from './find.ts'
import { boxOf } from './geometry.ts'
import { movedBy } from './group.ts'
import { pasteStep, pulledOn } from './hold.ts'

const Copied = z.object({
  gatehouse: z.literal('widgets'),
  widgets: z.array(PageWidget).min(1).max(limits.pageWidgets),
})

export const copied = (widgets: readonly PageWidget[]): string => JSON.stringify({ gatehouse: 'widgets', widgets })

/** Parses a text made by `copied`, here or in another window; undefined for any other text. */
export function pastedFrom(text: string): PageWidget[] | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return Copied.safeParse(JSON.parse(text)).data?.widgets
  } catch {
    return undefined
  }
}

/** The name of the limit that prevents adding widgets. [S5 Designer] */
export type Excess = 'tooMany' | 'tooManyWeather' | 'tooManyScenes'

export function excess(all: readonly PageWidget[]): Excess | undefined {
  if (countWidgets(all) > limits.pageWidgets) return 'tooMany'
  if (countOfType(all, 'Weather') > limits.pageWeather) return 'tooManyWeather'
  return countOfType(all, 'Webgl') > limits.pageScenes ? 'tooManyScenes' : undefined
}

/** Returns an id that is not used yet. */
export function freeId(taken: ReadonlySet<string>): string {
  for (;;) {
    const [high, low] = crypto.getRandomValues(new Uint32Array(2))
    const id = `w${high!.toString(36)}${low!.toString(36)}`
    if (!taken.has(id)) return id
  }
}

/** Copies with new ids and unused names: `Pump 3`. */
function renewed(
  widgets: readonly PageWidget[],
  taken: Set<string>,
  names: Set<string>,
  fresh: Map<string, string>,
): PageWidget[] {
  return widgets.map((widget) => {
    const id = freeId(taken)
    taken.add(id)
    fresh.set(widget.id, id)
    const name = widget.widgetName && freeName(widget.widgetName, names)
    if (name) names.add(name)
    return {
      ...widget,
      id,
      ...(name ? { widgetName: name } : {}),
      ...(widget.children ? { children: renewed(widget.children, taken, names, fresh) } : {}),
    }
  })
}

/** The name, if necessary with an unused number, within the length that a page stores. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const base = name.replace(/ \d+$/, '')
  for (let i = 2; ; i += 1) {
    const end = ` ${i}`
    const free = cutTo(base, limits.widgetNameLength - end.length) + end
    if (!taken.has(free)) return free
  }
}

const namesIn = (widgets: readonly PageWidget[]): string[] =>
  widgets.flatMap(({ widgetName, children = [] }) => [...(widgetName ? [widgetName] : []), ...namesIn(children)])

export type Added = { document: PageDocument; selected: string[] } | { refused: Excess }

/** Adds the widgets above the others and selects them. */
export function added(document: PageDocument, widgets: readonly PageWidget[]): Added {
  const ids = new Map<string, string>()
  const copies = renewed(widgets, new Set(idsIn(document.widgets)), new Set(namesIn(document.widgets)), ids)
  const fresh = retied(copies, ids)
  const all = [...document.widgets, ...fresh]
  const refused = excess(all)
  return refused ? { refused } : { document: { ...document, widgets: all }, selected: fresh.map(({ id }) => id) }
}

/** Pastes widgets; `turn` counts the pastes of this copy (0: in place). A part of each widget stays on the page. */
export function pasted(document: PageDocument, widgets: readonly PageWidget[], turn: number): Added {
  const step = pasteStep(
    widgets.map(({ position }) => boxOf(position)),
    turn,
    document.con,
  )
  const moved = widgets.map((widget) => {
    const there = movedBy(widget, step.x, step.y)
    // If the page is smaller than the original one, each widget moves by the smallest distance that brings a part of it
    // onto the page.
    const by = pulledOn(boxOf(there.position), document.con)
    return movedBy(there, by.x, by.y)
  })
  return added(document, moved)
}
