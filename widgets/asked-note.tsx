// The notes of a widget that queries a service: no data, data not loaded yet, data no longer current.
import { formatAge } from '../ui/format.ts'
import { language, useLanguage } from '../ui/language.ts'
import { adviceOf } from '../ui/states.tsx'
import { uiText } from '../ui/text.ts'
import { useNow } from '../ui/use-now.ts'
import { useText } from '../ui/words.ts'
import { hostText } from './host/text.ts'
import type { Asked } from './use-asked.ts'
import './asked-note.css'

/** A sentence in the middle of the widget. */
export function WidgetNote({ children, isFault }: { children: string; isFault?: boolean }) {
  return (
    <p
      className="widget-note"
      data-fault={isFault ? '' : undefined}
      role={isFault ? 'alert' : undefined}
      title={children}
    >
      {children}
    </p>
  )
}

/**
 * A note about data that could not be loaded: without data it takes the place of the data; over old data, or over other
 * content, it is a strip with the reason. Draws nothing for good data.
 */
export function AskedNote({
  asked,
  absent,
  isStrip = false,
}: {
  asked: Asked<unknown>
  absent?: string
  isStrip?: boolean
}) {
  const t = useText(hostText)
  if (asked.state === 'ready') return null
  if (asked.state === 'absent') return <WidgetNote>{absent ?? t('notOffered')}</WidgetNote>
  const isWaiting = asked.state === 'waiting'
  if (isWaiting && asked.data !== undefined) return null
  const words = isWaiting ? uiText.t('loading') : reasonOf(asked.error)
  if (asked.data === undefined && isStrip) return <p className="widget-old">{words}</p>
  if (asked.data === undefined) return <WidgetNote isFault={!isWaiting}>{words}</WidgetNote>
  return <OldStrip at={asked.at} reason={words} />
}

function OldStrip({ at, reason }: { at: number; reason: string }) {
  const t = useText(uiText)
  const now = useLanguage()
  useNow()
  return (
    <p className="widget-old" role="alert" title={reason}>
      {t('asOf', { age: formatAge(Date.now() - at, now) })}
    </p>
  )
}

function reasonOf(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const said = typeof message === 'string' && message ? message : uiText.t('loadFailed')
  if (typeof code !== 'number' || code <= 0) return said
  const isEnded = /[.!?。！？]$/.test(said)
  return `${said}${isEnded ? '' : language() === 'en' ? '.' : '。'} ${uiText.t(adviceOf(code))}`
}
