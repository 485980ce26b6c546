// What a page of a project shows where a value is bad; its mark stays. [S3 errorValShow, errorDefaultVal]
import { mvarOf, signalOf } from '../../../contract/page-document.ts'
import type { Value } from '../../../core/data-type.ts'
import type { Bound } from '../../../widgets/binds.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'

/** A text of its own, empty: none; or the last good value that this page has had. */
export type ErrorDisplay = { errorValShow: 'custom' | 'last'; errorDefaultVal: string }

const keyOf = ({ kind, binding }: Bound): string => `${kind} ${signalOf(binding) ?? mvarOf(binding) ?? ''}`

/** The same values, with what stands in for a bad one. */
export function showingErrors(values: ValueSource, { errorValShow, errorDefaultVal }: ErrorDisplay): ValueSource {
  if (errorValShow === 'custom') return { ...values, standIn: () => errorDefaultVal || null }
  const last = new Map<string, Value>()
  return {
    ...values,
    freshness(bound, reading) {
      const quality = values.freshness(bound, reading)
      if (quality === 'good' && reading.value !== null) last.set(keyOf(bound), reading.value)
      return quality
    },
    standIn: (bound) => last.get(keyOf(bound)) ?? null,
  }
}
