// The page that a click opens is one field in the panel: it may be stored under several names, see widgets/host/click-event.
import { readFields } from '../../widgets/fields.ts'
import { clickFields, pageFields, pageOf, pageTitleOf } from '../../widgets/host/click-event.ts'
import { write } from './path.ts'

const { pageId, type, equipPageId, mainPageId } = clickFields
/** Name the page that is stored under one of the other names. */
const besidePage = ['equipTitle', 'mainId', 'mainTitle'] as const
const others = pageFields.filter((name) => name !== 'pageId')

/** As it is shown: with its page under `pageId`. */
export function shownClick(stored: unknown): Record<string, unknown> {
  const page = pageOf(readFields({ pageId, type, equipPageId, mainPageId }, stored))
  return { ...(stored as object | undefined), pageId: page }
}

/** The name that is stored beside the number of its page: of one that is not among the pages that are offered. */
export const shownPageTitle = (stored: unknown): string => pageTitleOf(readFields(clickFields, stored))

/** With one of its fields changed; another page is stored once. */
export function changedClick<T>(stored: T, name: string, value: unknown): T {
  const next = write(stored, name, value)
  if (name !== 'pageId') return next
  const named = [...others, ...besidePage].filter((other) => (next as Record<string, unknown>)[other])
  return named.reduce((click, other) => write(click, other, clickFields[other].initial), next)
}

/** Without the other names, and what is stored beside them. */
export const isShownName = (name: string): boolean =>
  name !== 'type' && ![...others, ...besidePage].some((other) => other === name)
