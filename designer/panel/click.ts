// The page that a click opens is one field in the panel: it may be stored under two names, see widgets/host/click-event.
import { readFields } from '../../widgets/fields.ts'
import { clickFields, pageOf } from '../../widgets/host/click-event.ts'
import { write } from './path.ts'

const { pageId, equipPageId } = clickFields

/** As it is shown: with its page under `pageId`. */
export function shownClick(stored: unknown): Record<string, unknown> {
  const page = pageOf(readFields({ pageId, equipPageId }, stored))
  return { ...(stored as object | undefined), pageId: page }
}

/** With one of its fields changed; another page is stored once. */
export function changedClick<T>(stored: T, name: string, value: unknown): T {
  const next = write(stored, name, value)
  return name === 'pageId' && (next as Record<string, unknown>).equipPageId ? write(next, 'equipPageId', 0) : next
}

/** Without the second name. */
export const isShownName = (name: string): boolean => name !== 'equipPageId'
