// Over what was read once and cannot be read again: how long ago that was. An age needs no time zone. It is told where the
// reader looks, not only above.
import { formatAge } from './format.ts'
import { language } from './language.ts'
import { useLink } from './link.ts'
import { uiText } from './text.ts'
import { useNow } from './use-now.ts'
import { useText } from './words.ts'
import './as-of.css'

/** As much of a query's result as tells how old it is. */
export type ReadAt = { data: unknown; error: unknown; dataUpdatedAt?: number }

/** Nothing while what is shown is current. */
export function AsOf({ query: { data, error, dataUpdatedAt } }: { query: ReadAt }) {
  const t = useText(uiText)
  const isUp = useLink().state === 'up'
  const now = useNow()
  if (!data || !dataUpdatedAt || (isUp && !error)) return null
  const age = formatAge(now - dataUpdatedAt, language())
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const reason = `${typeof message === 'string' ? message : ''}${typeof code === 'number' && code > 0 ? ` (${code})` : ''}`
  return <p className="as-of">{isUp ? t('notRenewed', { age, reason }) : t('asOf', { age })}</p>
}
