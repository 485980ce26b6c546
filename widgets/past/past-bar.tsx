// The bar above a history widget: time range and export.
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Permission } from '../../contract/permissions.ts'
import { formatSize } from '../../ui/format.ts'
import { useMay } from '../../ui/me.ts'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import { dayMs, instantOf, localText } from '../../ui/zone.ts'
import type { Ending, Span } from '../services.ts'
import { type Chosen, isSpan, longestMs, rangesWith, rangeWord, spanOf } from './span.ts'
import { pastText } from './text.ts'
import './past-bar.css'

export const PastBar = ({ children }: { children: ReactNode }) => <div className="past-bar">{children}</div>

export function SpanPick({
  own,
  chosen,
  now,
  zone,
  days,
  onChoose,
}: {
  /** The time range set by the author, in minutes. */
  own: number
  chosen: Chosen
  now: () => number
  zone: string
  /** Longest time range in calendar days; absent: 30 days of 24 hours. */
  days?: number
  onChoose: (chosen: Chosen) => void
}) {
  const t = useText(pastText)
  const [isOpen, setOpen] = useState(false)
  const value = isOpen || !('minutes' in chosen) ? 'between' : String(chosen.minutes)
  return (
    <>
      <select
        aria-label={t('span')}
        value={value}
        onChange={({ target }) => {
          setOpen(target.value === 'between')
          if (target.value !== 'between') onChoose({ minutes: Number(target.value) })
        }}
      >
        {rangesWith(own).map((minutes) => {
          const [word, count] = rangeWord(minutes)
          return (
            <option key={minutes} value={minutes}>
              {t(word, { count })}
            </option>
          )
        })}
        <option value="between">{t('between')}</option>
      </select>
      {value === 'between' && (
        <Between first={spanOf(chosen, now())} zone={zone} days={days} onChoose={(span) => onChoose(span)} />
      )}
    </>
  )
}

type BetweenProps = { first: Span; zone: string; days: number | undefined; onChoose: (span: Span) => void }

function Between({ first, zone, days, onChoose }: BetweenProps) {
  const t = useText(pastText)
  const [from, setFrom] = useState(() => localText(first.from, zone))
  const [to, setTo] = useState(() => localText(first.to, zone))
  const span = { from: instantOf(from, zone), to: instantOf(to, zone) }
  const isWrong = !isSpan(span, days === undefined ? undefined : { days, zone })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) onChoose(span)
  }
  const field = (label: string, value: string, change: (text: string) => void) => (
    <input
      type="datetime-local"
      aria-label={label}
      aria-invalid={isWrong}
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  )
  return (
    <form onSubmit={send} title={isWrong ? t('wrongSpan', { days: days ?? longestMs / dayMs }) : undefined}>
      {field(t('from'), from, setFrom)}
      {field(t('to'), to, setTo)}
      <button type="submit" aria-disabled={isWrong}>
        {t('show')}
      </button>
    </form>
  )
}

type Running = { ending: AbortController; bytes: number }

/** Saves an Excel file; a second press cancels. */
export function ExportButton({
  may,
  why,
  isOff,
  onSave,
}: {
  may: Permission
  /** The explanation for users without the permission. */
  why: string
  isOff: boolean
  onSave: (onBytes: (bytes: number) => void, ending: Ending) => Promise<void>
}) {
  const t = useText(pastText)
  const mayDo = useMay()
  const [running, setRunning] = useState<Running | null>(null)
  const refused = !mayDo(may)
  const press = async () => {
    if (running) return running.ending.abort()
    const ending = new AbortController()
    setRunning({ ending, bytes: 0 })
    try {
      await onSave((bytes) => setRunning((now) => now && { ...now, bytes }), { signal: ending.signal })
    } catch (error) {
      // Closing the browser's save dialog is not an error.
      if ((error as Error).name !== 'AbortError') toast.bad(error)
    } finally {
      setRunning(null)
    }
  }
  return (
    <button
      type="button"
      aria-disabled={refused || isOff}
      aria-busy={running !== null}
      title={refused ? why : undefined}
      onClick={() => !refused && !isOff && void press()}
    >
      {running ? t('exporting', { size: formatSize(running.bytes) }) : t('exportExcel')}
    </button>
  )
}
