// Counts of a project that widgets can be bound to.
import { type SystemKey, systemKeys } from './system-counts.ts'
import { pageValuesText } from './text.ts'

export { systemKeys }

/** The name of a count in the viewer's language. */
export const countName = (key: SystemKey): string => pageValuesText.t(key)
