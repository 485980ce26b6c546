// Replacements for bad values on a page of a project; the mark of the value remains. [S3 errorValShow, errorDefaultVal]
import { mvarOf, signalOf } from '../../../contract/page-document.ts'
import type { Value } from '../../../core/data-type.ts'
import type { Bound } from '../../../widgets/binds.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'

/**
 * The display of a widget for a bad value. `custom`: a fixed text, blank if empty. `last`: the last good value on this
 * page.
 */
export type ErrorDisplay = { errorValShow: 'custom' | 'last'; errorDefaultVal: string }

const keyOf = ({ kind, binding }: Bound): string => `${kind} ${signalOf(binding) ?? mvarOf(binding) ?? ''}`

/** The same values, with replacements for bad ones. */
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
