// Bindings of pages and formulas, and their replacement by those of other devices. Pure.
import type { Signal } from '../../../contract/equipment-config.ts'
import { eachBinding, type PageWidget, signalOf } from '../../../contract/page-document.ts'
import { referencesIn } from '../../../core/formula-references.ts'
import { hasRange } from '../../../core/scaling.ts'
import { isReport, type Move, rebound } from '../../../designer/document/rebind.ts'
import type { MoveVariable } from './contract.ts'

/** The scaling as text; empty: the raw value is the value. */
function scalingOf(signal: Signal): string {
  const { scale = 1, offset = 0, rawLow, rawHigh, valueLow, valueHigh } = signal
  if (hasRange(signal)) return `${rawLow}…${rawHigh} → ${valueLow}…${valueHigh}`
  return [scale === 1 ? '' : `× ${scale}`, offset === 0 ? '' : `+ ${offset}`].filter(Boolean).join(' ')
}

export const variableOf = (signal: Signal): MoveVariable => {
  const { id, name, title, address, dataType, unit = null, access } = signal
  return { id, name, title, address, dataType, unit, access, scaling: scalingOf(signal) }
}

/** A report is compared by its name only. */
export const reportVariable = ({ id, name }: { id: number; name: string }): MoveVariable => ({
  ...{ id, name, title: name, address: '', dataType: '', unit: null, access: 'r', scaling: '' },
})

export type Use = { pages: number; widgets: number; mvars: number }
type Uses = { signals: Map<number, Use>; reports: Map<number, Use> }

type Bound = { widgets: readonly PageWidget[] }

function count(of: Map<number, Use>, ids: Iterable<number>, what: keyof Use): void {
  for (const id of ids) {
    const known = of.get(id) ?? { pages: 0, widgets: 0, mvars: 0 }
    of.set(id, { ...known, [what]: known[what] + 1 })
  }
}

/** The number of uses of each variable and report: pages, widgets, formulas. */
export function usesIn(pages: readonly Bound[], formulas: readonly string[]): Uses {
  const uses: Uses = { signals: new Map(), reports: new Map() }
  for (const { widgets } of pages) {
    const bound = flat(widgets).map(boundIn)
    for (const kind of ['signals', 'reports'] as const) {
      for (const each of bound) count(uses[kind], each[kind], 'widgets')
      count(uses[kind], new Set(bound.flatMap((each) => [...each[kind]])), 'pages')
    }
  }
  for (const text of formulas) count(uses.signals, new Set(referencesIn(text).map(({ signalId }) => signalId)), 'mvars')
  return uses
}

/** All widgets including those in groups, each without its children. */
const flat = (widgets: readonly PageWidget[]): Omit<PageWidget, 'children'>[] =>
  widgets.flatMap(({ children = [], ...own }) => [own, ...flat(children)])

function boundIn(widget: object): { signals: Set<number>; reports: Set<number> } {
  const found = { signals: new Set<number>(), reports: new Set<number>() }
  eachBinding(widget, (binding) => {
    const id = signalOf(binding)
    if (id !== undefined) found.signals.add(id)
    else if (isReport(binding)) found.reports.add(Number(binding.reportId))
  })
  return found
}

export type Moves = ReadonlyMap<number, Move>

/**
 * The widgets with their new bindings; `changed`: how many widgets differ, `unbound`: how many variables and reports
 * they lost.
 */
export function movedWidgets(
  widgets: readonly PageWidget[],
  moves: Moves,
): { widgets: PageWidget[]; changed: number; unbound: number } {
  const next = widgets.map((widget) => rebound(widget, moves))
  const [before, after] = [flat(widgets), flat(next)]
  const isOther = (widget: object, at: number) => JSON.stringify(widget) !== JSON.stringify(after[at])
  const boundTo = (all: readonly object[]) =>
    all.reduce((sum: number, each) => sum + boundIn(each).signals.size + boundIn(each).reports.size, 0)
  return {
    widgets: next,
    changed: before.filter(isOther).length,
    unbound: Math.max(0, boundTo(before) - boundTo(after)),
  }
}

/**
 * The formula over the other devices. A variable without a counterpart stays, so that the formula has no result and
 * reports why.
 */
export function movedFormula(text: string, moves: Moves): string {
  let moved = ''
  let end = 0
  for (const { from, to, equipmentId, signalId } of referencesIn(text)) {
    const next = moves.get(equipmentId)?.variables.get(signalId)
    if (!next) continue
    moved += `${text.slice(end, from)}\${${next.equipId}.${next.signalId}}`
    end = to
  }
  return moved + text.slice(end)
}
