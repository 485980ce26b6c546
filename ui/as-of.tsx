// The age of data that could not be read again, shown where the data is and not only at the top of the page. An age
// needs no time zone.
import { formatAge } from './format.ts'
import { language } from './language.ts'
import { useLink } from './link.ts'
import { withNote } from './punctuation.ts'
import { uiText } from './text.ts'
import { useNow } from './use-now.ts'
import { useText } from './words.ts'
import './as-of.css'

/** The fields of a query's result that give its age. */
export type ReadAt = { data: unknown; error: unknown; dataUpdatedAt?: number }

/** Shows the age of data that could not be renewed; renders nothing while the data is current. */
export function AsOf({ query: { data, error, dataUpdatedAt } }: { query: ReadAt }) {
  const t = useText(uiText)
  const isUp = useLink().state === 'up'
  const now = useNow()
  if (!data || !dataUpdatedAt || (isUp && !error)) return null
  const age = formatAge(now - dataUpdatedAt, language())
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const text = typeof message === 'string' ? message : ''
  const reason = typeof code === 'number' && code > 0 ? withNote(text, code) : text
  return <p className="as-of">{isUp ? t('notRenewed', { age, reason }) : t('asOf', { age })}</p>
}
