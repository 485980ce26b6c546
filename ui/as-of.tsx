// Over what was read once and cannot be read again: when it was read. It is told where the reader looks, not only above.
import { formatTime } from './format.ts'
import { useLink } from './link.ts'
import { uiText } from './text.ts'
import { useText } from './words.ts'
import './as-of.css'

/** As much of a query's result as tells how old it is. */
export type ReadAt = { data: unknown; error: unknown; dataUpdatedAt?: number }

/** Nothing while what is shown is current. */
export function AsOf({ query: { data, error, dataUpdatedAt } }: { query: ReadAt }) {
  const t = useText(uiText)
  const isUp = useLink().state === 'up'
  if (!data || !dataUpdatedAt || (isUp && !error)) return null
  const time = formatTime(dataUpdatedAt)
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const reason = `${typeof message === 'string' ? message : ''}${typeof code === 'number' && code > 0 ? ` (${code})` : ''}`
  return (
    <p className="as-of" role="status">
      {isUp ? t('notRenewed', { time, reason }) : t('asOf', { time })}
    </p>
  )
}
