// A page of alarms as calls answer it: of the visible devices, or through a project whose page has a table of them.
import type { Language } from '../../contract/errors.ts'
import { badField } from '../../contract/input-fault.ts'
import type { Call } from '../serve.ts'
import { loadAlarms } from './store.ts'
import { withTold } from './told-store.ts'

/** Checks that the end is not earlier than the start. */
export function mustSpan(
  { from, to }: { from?: number | null | undefined; to?: number | null | undefined },
  language: Language,
): void {
  if (from != null && to != null && to < from) throw badField('to', 'tooSmall', language)
}

export async function listedAlarms(
  filter: Parameters<typeof loadAlarms>[1],
  { sight, user, language, now }: Pick<Call, 'sight' | 'user' | 'language' | 'now'>,
) {
  mustSpan(filter, language)
  const page = await loadAlarms(sight, filter, now())
  return { ...page, rows: await withTold(sight, page.rows, user) }
}
