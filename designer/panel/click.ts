// The page of a click is one field in the panel, although it may be stored under several names, see
// widgets/host/click-event.
import { readFields } from '../../widgets/fields.ts'
import { clickFields, pageFields, pageOf, pageTitleOf } from '../../widgets/host/click-event.ts'
import { write } from './path.ts'

const { pageId, type, equipPageId, mainPageId } = clickFields
/** Fields that name the page stored under one of the other names. */
const besidePage = ['equipTitle', 'mainId', 'mainTitle'] as const
const others = pageFields.filter((name) => name !== 'pageId')

/** The click as shown: with its page under `pageId`. */
export function shownClick(stored: unknown): Record<string, unknown> {
  const page = pageOf(readFields({ pageId, type, equipPageId, mainPageId }, stored))
  return { ...(stored as object | undefined), pageId: page }
}

/** The stored name of the page, used if the page is not among the offered ones. */
export const shownPageTitle = (stored: unknown): string => pageTitleOf(readFields(clickFields, stored))

/** Changes one field; a new page is stored under one name only. */
export function changedClick<T>(stored: T, name: string, value: unknown): T {
  const next = write(stored, name, value)
  if (name !== 'pageId') return next
  const named = [...others, ...besidePage].filter((other) => (next as Record<string, unknown>)[other])
  return named.reduce((click, other) => write(click, other, clickFields[other].initial), next)
}

/** Whether a field is shown: not the other names of the page, nor their titles. */
export const isShownName = (name: string): boolean =>
  name !== 'type' && ![...others, ...besidePage].some((other) => other === name)
