// The time zones that a user can choose from.
import type { Option } from './fields.tsx'

/** Browsers leave UTC out of their list. */
const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])

export const zoneOptions: readonly Option<string>[] = [...names].map((name) => ({ value: name, label: name }))
