// The readings before a span, for curves of variables that are stored on change. Pure.
import type { OutputOf } from '../../../contract/endpoint.ts'
import { SignalId } from '../../../contract/fields.ts'
import { good } from '../../../core/data-type.ts'
import type { Curve } from '../../../widgets/services.ts'
import type { queryReports } from '../history/contract.ts'

type Reports = OutputOf<typeof queryReports>['reports']

export type Start = { signalId: number; at: number; value: Curve['values'][number]; code: number }

/** The curve with the reading before its first one. */
function withStart(curve: Curve, { at, value, code }: Start): Curve {
  const bad = curve.bad.map(([index, of]) => [index + 1, of] as const)
  return {
    ...curve,
    times: [at, ...curve.times],
    values: [value, ...curve.values],
    bad: code === good ? bad : [[0, code], ...bad],
  }
}

/** The variables of the curves that a report stores on change, and that have no reading at `from`. */
export function carriedOf(curves: readonly Curve[], reports: Reports, from: number): SignalId[] {
  const onChange = reports.filter(({ mode, removedAt }) => mode === 'change' && removedAt === null)
  const ids = new Set<number>(onChange.flatMap(({ columns }) => columns.map(({ signalId }) => signalId)))
  const isCarried = ({ signalId, times, gapMs }: Curve) =>
    ids.has(signalId) && gapMs === Number.POSITIVE_INFINITY && times[0] !== from
  return curves.filter(isCarried).map(({ signalId }) => SignalId.parse(signalId))
}

/** Puts each start before the readings of its curve. */
export const withStarts = (curves: readonly Curve[], starts: readonly Start[]): Curve[] =>
  curves.map((curve) => {
    const start = starts.find(({ signalId }) => signalId === curve.signalId)
    return start ? withStart(curve, start) : curve
  })
