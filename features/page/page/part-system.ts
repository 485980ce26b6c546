// What a page of a project can show of the project as a whole, for who binds a widget to it.
import { type SystemKey, systemKeys } from './system-counts.ts'
import { pageText } from './text.ts'

export { systemKeys }

/** What a count is called, in the viewer's language. */
export const countName = (key: SystemKey): string => pageText.t(key)
