// The value with its state and the times of its transmission.
import type { ReactNode } from 'react'
import { errorText } from '../../../contract/errors.ts'
import type { GatewayState } from '../../../contract/sockets.ts'
import type { Value } from '../../../core/data-type.ts'
import type { Freshness } from '../../../signal/web/freshness.ts'
import type { CellReading } from '../../../signal/web/values.ts'
import { formatAge, formatClock, formatTime, nothingShown } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useLink } from '../../../ui/link.ts'
import { withNote } from '../../../ui/punctuation.ts'
import { valueWords, type Written } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { stagesOf } from './stages.ts'
import { lineageText } from './text.ts'

type Props = {
  reading: CellReading
  state: Freshness
  written: Written
  /** The time whose value is shown, epoch ms. */
  now: number
  isPast: boolean
  zone: string
  /** State of the gateway if one is needed; undefined: unknown. */
  gateway: GatewayState | null | undefined
}

export function ValueHead(props: Props) {
  const { reading, state, written, isPast } = props
  return (
    <section className="lineage-head">
      <p className="lineage-value" data-state={state}>
        <b>{shownValue(state, reading.value, written)}</b>
        {written.unit && state !== 'never' && state !== 'bad' && <small>{written.unit}</small>}
        <span className="lineage-state">
          <StateWords {...props} />
        </span>
      </p>
      <Notes {...props} />
      {!isPast && state !== 'never' && <Times {...props} />}
    </section>
  )
}

/** The text of a value; a bad value is shown as `?`. */
export function shownValue(state: Freshness, value: Value | null, written: Written): string {
  if (state === 'bad') return '?'
  return state === 'never' ? nothingShown : valueWords(value, written)
}

function StateWords({ reading: { code, time }, state, now, isPast }: Props) {
  const t = useText(lineageText)
  const language = useLanguage()
  const age = formatAge(time === null ? null : Math.max(0, now - time), language)
  if (state === 'never') return t(isPast ? 'notStored' : 'never')
  if (state === 'bad') return t('bad', { reason: withNote(errorText(code, language), code, language) })
  return state === 'stale' ? t('stale', { age }) : isPast ? t('good') : t('goodAge', { age })
}

function Notes({ reading: { time }, now, isPast, zone, gateway }: Props) {
  const t = useText(lineageText)
  const language = useLanguage()
  const isUp = useLink().state === 'up'
  const note = (words: string): ReactNode => (
    <p className="lineage-note" role="status">
      {words}
    </p>
  )
  if (isPast)
    return note(
      time === null
        ? t('asOf', { at: formatTime(now, zone) })
        : `${t('asOf', { at: formatTime(now, zone) })} ${t('storedAt', { at: formatTime(time, zone), age: formatAge(Math.max(0, now - time), language) })}`,
    )
  // If there are several causes, the first one on the path is shown.
  if (!isUp) return note(t('cutOff'))
  if (gateway === null) return note(t('noGateway'))
  return gateway === 'offline' || gateway === 'sleeping' ? note(t(gateway)) : null
}

/** A longer time does not mean slow transmission: the value did not change. */
const standingMs = 10_000

function Times({ reading, zone }: Props) {
  const t = useText(lineageText)
  const language = useLanguage()
  const stages = stagesOf(reading)
  if (!stages) return <p className="lineage-quiet">{t('notStreamed')}</p>
  const words = (ms: number) => (ms >= standingMs ? formatAge(ms, language) : `${ms} ms`)
  const [first] = stages
  return (
    <figure className="lineage-times" aria-label={t('times')}>
      <div className="lineage-bar" aria-hidden="true">
        {stages.map(({ key, ms, share }) => (
          <span key={key} data-stage={key} title={words(ms)} style={{ flexGrow: share }} />
        ))}
      </div>
      <ol>
        <li>
          <span>{t('read')}</span>
          <b>{exactClock(reading.time ?? 0, zone)}</b>
        </li>
        {stages.map(({ key, ms }) => (
          <li key={key} data-stage={key}>
            <span>{t(key)}</span>
            <b>+{words(ms)}</b>
          </li>
        ))}
      </ol>
      {first && first.ms >= standingMs && <p className="lineage-quiet">{t('toldAgain')}</p>}
    </figure>
  )
}

/** Time with milliseconds: `08:41:06.912`. */
const exactClock = (at: number, zone: string): string =>
  `${formatClock(at, zone)}.${String(Math.floor(at % 1000)).padStart(3, '0')}`
