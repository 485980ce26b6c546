// Stored readings for the inputs of a chart: device variables with one query, mvars with another.
import { mvarOf } from '../../contract/page-document.ts'
import type { CurveShape, Ending, HistoryService, Span, Stored } from '../services.ts'
import type { Input } from '../widget.ts'

type Named = { equipmentId: number; signalId: number } | { mvarId: number }
type PastCurve = CurveShape & Named
/** A variable, with the report that stores it, if one was chosen. */
type Wanted = Stored | { mvarId: number }

type Of = Pick<Input, 'kind' | 'binding'>

const nameOf = ({ kind, binding }: Of): Named =>
  kind === 'mvar'
    ? { mvarId: mvarOf(binding) ?? 0 }
    : { equipmentId: Number(binding.equipId), signalId: Number(binding.signalId) }

/** The queries for these inputs; an input without a binding has none. */
export function wantedOf(inputs: readonly Of[], reportId?: number): Wanted[] {
  return inputs.flatMap((input): Wanted[] => {
    const named = nameOf(input)
    if ('mvarId' in named) return named.mvarId > 0 ? [named] : []
    const { equipmentId, signalId } = named
    return equipmentId > 0 && signalId > 0 ? [reportId ? { ...named, reportId } : named] : []
  })
}

/** The queries for these inputs; variables of the report's device are read from that report. */
export function wantedBy(inputs: readonly Of[], report: Of | undefined): Wanted[] {
  const { equipId, reportId } = report?.binding ?? {}
  const isOf = ({ binding }: Of) => report?.kind === 'report' && Number(binding.equipId) === Number(equipId)
  return inputs.flatMap((input) => wantedOf([input], isOf(input) ? Number(reportId) || undefined : undefined))
}

/** The curve of an input, undefined if it was not loaded. */
export function curveOf(input: Of, curves: readonly PastCurve[] = []): PastCurve | undefined {
  const named = nameOf(input)
  return curves.find((each) =>
    'mvarId' in named
      ? 'mvarId' in each && each.mvarId === named.mvarId
      : 'signalId' in each && each.signalId === named.signalId && each.equipmentId === named.equipmentId,
  )
}

export async function pastCurves(
  history: HistoryService,
  wanted: readonly Wanted[],
  of: Span & { points: number },
  ending: Ending,
): Promise<readonly PastCurve[]> {
  const signals = wanted.flatMap((each) => ('mvarId' in each ? [] : [each]))
  const mvarIds = [...new Set(wanted.flatMap((each) => ('mvarId' in each ? [each.mvarId] : [])))]
  const [curves, lines] = await Promise.all([
    signals.length > 0 ? history.curves({ signals, ...of }, ending) : [],
    mvarIds.length > 0 ? (history.mvars?.({ mvarIds, ...of }, ending) ?? []) : [],
  ])
  return [...curves, ...lines.map((line) => ({ ...line, ...calculated }))]
}

/** A result is valid until the next one. When an input goes silent the result becomes bad, which ends the line. */
const calculated = { gapMs: Number.POSITIVE_INFINITY, isStep: true, texts: null, dataType: 'float64' } as const
