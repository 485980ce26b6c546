// Props of the parts of the rule form, and the saved value of an edited field.
import type { ReactNode } from 'react'
import type { Signal } from '../../../contract/equipment-config.ts'
import type { Value } from '../../../core/data-type.ts'
import { useText } from '../../../ui/words.ts'
import type { LiveValues } from '../open/live-value.tsx'
import { type Change, changedFrom, type Editing } from './editing.ts'
import { alarmRuleText } from './text.ts'

/** Props of each part of the form. */
export type AlarmPart = {
  editing: Editing
  saved: Editing | undefined
  change: Change
  signals: readonly Signal[]
  equipmentId: number
  values: LiveValues | undefined
  /** The text of a field's fault, once it shall be shown. */
  faultOf: (field: string) => string | undefined
  /** Set for a rule over one calculated variable: no choice of variables, and no marks of others. */
  calculated?: {
    kinds: readonly Editing['kind'][]
    /** The current value of the field. */
    now: ReactNode
    read: (signalId: number) => { value: Value | null; code: number } | undefined
  }
}

const typedKeys: readonly (keyof Editing)[] = [
  ...(['signalId', 'side', 'limit', 'deadBand', 'equality', 'value', 'direction', 'change', 'overS'] as const),
  ...(['expression', 'longitudeId', 'latitudeId', 'border', 'area', 'marginM'] as const),
]
const typeOf = (key: keyof Editing): boolean => typedKeys.includes(key)

/** Returns the saved value of a field as `was 4.30`, or undefined while the field is unchanged. */
export function useWas({ editing, saved }: Pick<AlarmPart, 'editing' | 'saved'>) {
  const t = useText(alarmRuleText)
  return <K extends keyof Editing>(key: K, words: (was: NonNullable<Editing[K]>) => string): string | undefined => {
    const changed = changedFrom(saved, editing, key)
    // The saved rule has another kind of condition, in which this field had no value.
    if (!changed || (saved!.kind !== editing.kind && typeOf(key))) return undefined
    const { was } = changed
    const told = was === undefined || was === null || was === '' ? '' : words(was)
    return told === '' ? t('wasNothing') : t('was', { value: told })
  }
}
