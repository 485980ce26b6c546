// What was decided of a plan, by proposal or by hand, and what comes of it. Pure.
import type { MovePlan, MoveRow, MoveVariable } from './contract.ts'
import { differencesOf, type Question } from './proposals.ts'

type Pair = MovePlan['pairs'][number]

/** By hand, by the key of a row: a variable, or null for none. */
export type Decided = ReadonlyMap<string, number | null>

/** What was decided for one device is not for another. */
export const keyOf = ({ kind, from }: Pick<MoveRow, 'kind' | 'from'>, { to }: Pick<Pair, 'to'>): string =>
  `${kind} ${from.id} ${to.id}`

export type Line = {
  key: string
  pair: Pair
  row: MoveRow
  /** What it becomes: by hand, or as proposed. */
  to: MoveVariable | undefined
  isByHand: boolean
  questions: Question[]
  /** Somebody has to look: a question, and nothing was decided by hand. */
  isOpen: boolean
}

/** Every row of a plan, as it stands now. */
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

/** Bindings of widgets, and open questions; `lost`: a formula has a variable that becomes none. */
export function consequencesOf(lines: readonly Line[]): Consequences {
  const sum = (some: readonly Line[]) => some.reduce((all, { row }) => all + row.widgets, 0)
  return {
    moved: sum(lines.filter(({ to }) => to)),
    unbound: sum(lines.filter(({ to }) => !to)),
    lost: lines.some(({ to, row }) => !to && row.mvars > 0),
    open: lines.filter(({ isOpen }) => isOpen).length,
  }
}

/** As it is sent: what becomes nothing too. */
export const sentOf = (lines: readonly Line[], kind: MoveRow['kind']) =>
  lines.filter(({ row }) => row.kind === kind).map(({ row, to }) => ({ from: row.from.id, to: to?.id ?? null }))
