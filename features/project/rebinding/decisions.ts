// The decisions on a plan, proposed or manual, and their consequences. Pure.
import type { MovePlan, MoveRow, MoveVariable } from './contract.ts'
import { differencesOf, type Question } from './proposals.ts'

type Pair = MovePlan['pairs'][number]

/** Manual decisions by the key of a row: a variable id, or null for unbound. */
export type Decided = ReadonlyMap<string, number | null>

/** Contains the target device, so that decisions for one target do not apply to another. */
export const keyOf = ({ kind, from }: Pick<MoveRow, 'kind' | 'from'>, { to }: Pick<Pair, 'to'>): string =>
  `${kind} ${from.id} ${to.id}`

export type Line = {
  key: string
  pair: Pair
  row: MoveRow
  /** The new variable: the manual choice, or the proposal. */
  to: MoveVariable | undefined
  isByHand: boolean
  questions: Question[]
  /** Whether the row needs a decision: it has a question, and no manual decision. */
  isOpen: boolean
}

/** Every row of a plan with its current decision. */
export const linesOf = (plan: MovePlan, decided: Decided): Line[] =>
  plan.pairs.flatMap((pair) => {
    const known = {
      signal: new Map(pair.signals.map((each) => [each.id, each])),
      report: new Map(pair.reports.map((each) => [each.id, each])),
    }
    return pair.rows.map((row) => {
      const key = keyOf(row, pair)
      const isByHand = decided.has(key)
      const to = known[row.kind].get((isByHand ? decided.get(key) : row.to) ?? 0)
      const questions = isByHand ? (to ? differencesOf(row.from, to) : []) : row.questions
      return { key, pair, row, to, isByHand, questions, isOpen: !isByHand && questions.length > 0 }
    })
  })

export type Consequences = { moved: number; unbound: number; lost: boolean; open: number }

/**
 * The consequences of the decisions. `moved` and `unbound`: numbers of widget bindings; `open`: number of open
 * questions; `lost`: a formula has a variable that becomes unbound.
 */
export function consequencesOf(lines: readonly Line[]): Consequences {
  const sum = (some: readonly Line[]) => some.reduce((all, { row }) => all + row.widgets, 0)
  return {
    moved: sum(lines.filter(({ to }) => to)),
    unbound: sum(lines.filter(({ to }) => !to)),
    lost: lines.some(({ to, row }) => !to && row.mvars > 0),
    open: lines.filter(({ isOpen }) => isOpen).length,
  }
}

/** The form that is sent, including unbound variables. */
export const sentOf = (lines: readonly Line[], kind: MoveRow['kind']) =>
  lines.filter(({ row }) => row.kind === kind).map(({ row, to }) => ({ from: row.from.id, to: to?.id ?? null }))
