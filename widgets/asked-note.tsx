// The notes of a widget that queries a service: no data, data not loaded yet, data no longer current.
import { errorCode } from '../contract/errors.ts'
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
  if (isLeftOut(asked.error)) return <WidgetNote>{sentenceOf(asked.error)}</WidgetNote>
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

type Told = { code?: unknown; message?: unknown }

/** The share does not include this content: no fault, and trying again does not help. */
const isLeftOut = (error: unknown): boolean => ((error ?? {}) as Told).code === errorCode('shareForbids')

function sentenceOf(error: unknown): string {
  const { message } = (error ?? {}) as Told
  const said = typeof message === 'string' && message ? message : uiText.t('loadFailed')
  const isEnded = /[.!?。！？]$/.test(said)
  return `${said}${isEnded ? '' : language() === 'en' ? '.' : '。'}`
}

function reasonOf(error: unknown): string {
  const { code, message } = (error ?? {}) as Told
  if (typeof code === 'number' && code > 0) return `${sentenceOf(error)} ${uiText.t(adviceOf(code))}`
  return typeof message === 'string' && message ? message : uiText.t('loadFailed')
}
