// Marks of state: a dot for presence; shape, colour and word for severity. Never colour alone.
import type { ReactNode } from 'react'
import './marks.css'
import { formatNumber } from './format.ts'
import { useLink } from './link.ts'
import { uiText } from './text.ts'
import { useText } from './words.ts'

export type Presence = 'online' | 'offline' | 'sleeping'
export type Severity = 'severe' | 'important' | 'normal'
export const severities: readonly Severity[] = ['severe', 'important', 'normal']

/**
 * Filled online, hollow offline, half sleeping; its word is read out, or shown with `word`. A name may follow. Without
 * a connection to the platform the state is unknown: dashed, with the last known state.
 */
export function StatusDot({
  state,
  word = false,
  children,
}: {
  state: Presence
  word?: boolean
  children?: ReactNode
}) {
  const t = useText(uiText)
  const isKnown = useLink().state === 'up'
  const words = isKnown ? t(state) : t('lastKnown', { state: t(state) })
  return (
    <span className={`presence presence-${isKnown ? state : 'unknown'}`} title={word ? undefined : words}>
      <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        <circle cx="5" cy="5" r={isKnown && state === 'online' ? 4.2 : 3.5} />
        {isKnown && state === 'sleeping' && <path d="M5 1.5a3.5 3.5 0 0 0 0 7z" />}
      </svg>
      <span className={word ? 'presence-word' : 'unseen'}>{words}</span>
      {children}
    </span>
  )
}

const shapes: Record<Severity, string> = {
  severe: 'M6 .5 11.5 6 6 11.5.5 6z',
  important: 'M6 1.2 11.4 10.8H.6z',
  normal: 'M1.7 1.7h8.6v8.6H1.7z',
}

/**
 * The mark of a severity: a diamond, a triangle or a square. `count` and `word` follow it; `soft` adds a background, as
 * in a table's cell.
 */
export function SeverityMark({
  severity,
  count,
  word = false,
  soft = false,
  blink = false,
  hollow = false,
}: {
  severity: Severity
  count?: number
  word?: boolean
  soft?: boolean
  /** The mark blinks; only for an unacknowledged alarm. */
  blink?: boolean
  /** The mark is hollow, because the condition of the alarm no longer holds. */
  hollow?: boolean
}) {
  const t = useText(uiText)
  const text = [count === undefined ? '' : formatNumber(count), word ? t(severity) : ''].filter(Boolean).join(' ')
  const more = `${soft ? ' severity-soft' : ''}${hollow ? ' severity-hollow' : ''}`
  return (
    <span className={`severity severity-${severity}${more}`} title={t(severity)}>
      <svg className={blink ? 'blink' : undefined} width="11" height="11" viewBox="0 0 12 12" aria-hidden="true">
        <path d={shapes[severity]} />
      </svg>
      {!word && <span className="unseen">{t(severity)}</span>}
      {text}
    </span>
  )
}

/** The counts of open alarms by severity, none for 0; `label` is read before them. */
export function SeverityCounts({
  counts,
  label,
}: {
  counts: Readonly<Record<Severity, number>> | null
  label: string
}) {
  const found = counts ? severities.filter((level) => counts[level] > 0) : []
  if (!counts || found.length === 0) return null
  return (
    <span className="severity-counts">
      <span className="unseen">{label}</span>
      {found.map((level) => (
        <SeverityMark key={level} severity={level} count={counts[level]} soft />
      ))}
    </span>
  )
}

export type Match = 'match' | 'mismatch' | 'unknown' | 'unbound'

/** The match of two configurations; without a connection to the platform it is unknown. */
export const useMatch = (of: Match): Match => (useLink().state === 'up' ? of : 'unknown')

/** The mark of a comparison: equal, unequal, unknown, or nothing to compare with. */
export const MatchMark = ({ of, title, children }: { of: Match; title?: string; children: ReactNode }) => (
  <span className={`match match-${of}`} title={title}>
    {children}
  </span>
)
