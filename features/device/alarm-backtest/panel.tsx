// The backtest beside the edited rule, recomputed while the user types.
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../contract/call.ts'
import { type AlarmCondition, isOfPlatform, type Signal } from '../../../contract/equipment-config.ts'
import { formatNumber, formatSeconds, formatTime } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useMay } from '../../../ui/me.ts'
import { Tag } from '../../../ui/page-header.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { amountWords, stateWords } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import type { AlarmRuleDraft } from '../alarm-rules/contract.ts'
import { backAt, subjectOf } from '../alarm-rules/rules.ts'
import './backtest.css'
import { BacktestChart } from './chart.tsx'
import { durationWords } from './duration.ts'
import { backtestText } from './text.ts'
import { type AskBacktest, type BacktestAnswer, useBacktest } from './use-backtest.ts'

const spans = ['1', '7', '30', '90'] as const
type Days = (typeof spans)[number]

type Props = {
  /** Requests the backtest of a draft; a new function means a different device or variable. */
  ask: AskBacktest
  /** Time zone of the charts. */
  zone: string
  /** Shown if no history is stored: an action that changes that. */
  unstoredAct?: ReactNode
  draft: AlarmRuleDraft | undefined
  /** Faults of the draft, by field. */
  faults: readonly { field: string }[]
  signals: readonly Signal[]
  /** Accepts the suggested values; without `deadBand` the dead band stays. */
  change: (fields: { offDelayS: number; deadBand?: number }) => void
}

export function BacktestPanel({ ask, zone, unstoredAct, draft, faults, signals, change }: Props) {
  const t = useText(backtestText)
  const may = useMay()
  const [days, setDays] = useState<Days>('30')
  const refusal = refusalOf(draft, faults, may('history:view'))
  const { answer, error, isBusy, retry } = useBacktest(ask, refusal ? undefined : draft, Number(days))
  const title = (t as Counted)('triedOn', { count: Number(days) })
  return (
    <section className="card backtest" aria-busy={isBusy || undefined} aria-label={title}>
      <header className="backtest-head">
        <h2>{title}</h2>
        <Tag>{t('sameEvaluator')}</Tag>
        <Segmented
          label={t('triedSpan')}
          value={days}
          options={spans.map((value) => ({ value, label: t(`span${value}`) }))}
          onChange={setDays}
        />
      </header>
      <div className="backtest-body">
        {refusal ? (
          <EmptyState icon="chart">{t(refusal)}</EmptyState>
        ) : (
          <>
            {error instanceof ApiError && <ErrorState error={error} onRetry={retry} />}
            {answer && draft && !error && <Outcome {...{ zone, unstoredAct, draft, signals, change, answer }} />}
            {!answer && !error && <Skeleton lines={9} />}
          </>
        )}
      </div>
    </section>
  )
}

/** The reason why no backtest is possible. */
function refusalOf(draft: AlarmRuleDraft | undefined, faults: Props['faults'], maySee: boolean) {
  if (!maySee) return 'tryNoRight'
  if (!draft || faults.some(({ field }) => field.startsWith('condition'))) return 'tryIncomplete'
  return isOfPlatform(draft) ? 'tryPlatform' : undefined
}

type Counted = (key: 'triedOn' | 'timesIn' | 'chatters', of: Record<string, number | string>) => string
type Of = Pick<Props, 'zone' | 'unstoredAct' | 'signals' | 'change'> & { draft: AlarmRuleDraft; answer: BacktestAnswer }

function Outcome(of: Of) {
  const t = useText(backtestText)
  const { answer, unstoredAct } = of
  if (answer.unstored.length > 0)
    return (
      <EmptyState icon="report" act={unstoredAct}>
        {t('tryUnstored', { names: joinWords(answer.unstored.map((name) => `“${name}”`)) })}
      </EmptyState>
    )
  if (answer.readings === 0) return <EmptyState icon="chart">{t('tryNoHistory')}</EmptyState>
  return (
    <>
      <Figures {...of} />
      <Charts {...of} />
      {answer.suggested && <Advice {...of} suggested={answer.suggested} />}
    </>
  )
}

function Figures({ answer: { edited, stepMs, from, to } }: Of) {
  const t = useText(backtestText)
  const language = useLanguage()
  const figures = [
    [t('timesRaised'), formatNumber(edited.raised)],
    [t('timeActive'), edited.activeMs >= to - from ? t('wholeTime') : durationWords(edited.activeMs, language)],
    [t('longest'), durationWords(edited.longestMs, language)],
    [t('mostInHour'), formatNumber(edited.worst?.count ?? 0)],
    [t('underFive'), formatNumber(edited.short)],
  ]
  return (
    <>
      <dl className="backtest-figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {stepMs !== null && stepMs >= 60_000 && (
        <p className="backtest-note">{t('tryStep', { step: durationWords(stepMs, language) })}</p>
      )}
    </>
  )
}

/** Values of a limit: where the alarm is raised, and where it clears. */
function edgesOf(condition: AlarmCondition, deadBand: number | null | undefined) {
  if (condition.kind !== 'limit') return {}
  const suggested = deadBand === null || deadBand === undefined ? undefined : backAt({ ...condition, deadBand })
  return { limit: condition.limit, back: backAt(condition), suggestedBack: suggested }
}

const hourMs = 3600_000

function Charts({ zone, draft, signals, answer }: Of) {
  const t = useText(backtestText)
  const language = useLanguage()
  const { edited, curve, worstCurve, from, to, suggested } = answer
  const { worst, alarms } = edited
  const edges = edgesOf(draft.condition, suggested?.deadBand)
  const subject = signals.find(({ id }) => id === subjectOf(draft.condition))
  const name = subject?.title ?? draft.name
  const states =
    subject?.dataType === 'bool' ? ([stateWords(t, 0, subject), stateWords(t, 1, subject)] as const) : undefined
  const span = { from, to }
  const hour = worst && { from: worst.from, to: worst.from + hourMs }
  const inHour = hour ? alarms.filter(({ raisedAt }) => raisedAt >= hour.from && raisedAt < hour.to) : []
  // Show the worst hour only if it has more than one alarm.
  const worse = hour && worstCurve && inHour.length > 1 ? { hour, curve: worstCurve } : undefined
  const shortest = Math.min(...inHour.map(({ raisedAt, clearedAt }) => (clearedAt ?? to) - raisedAt))
  return (
    <>
      <p className="backtest-legend">
        <span>{states ? name : t('lowsAndHighs', { name })}</span>
        <span>
          {edited.raised === 0 ? (
            t('tryQuiet')
          ) : (
            <>
              <i className="backtest-key-active" />
              {t('wouldBeActive')}
            </>
          )}
        </span>
      </p>
      <BacktestChart
        {...{ curve, alarms, span, zone, states, label: t('tryLabel', { name }), until: to, limit: edges.limit }}
        worst={worse?.hour}
      />
      {worse && (
        <>
          <p className="backtest-legend">
            <span>
              <strong>{t('worstHour', { at: formatTime(worse.hour.from, zone).slice(5, 16) })}</strong>{' '}
              {(t as Counted)('timesIn', { count: worst!.count, shortest: durationWords(shortest, language) })}
            </span>
            {edges.limit !== undefined && (
              <span>
                {edges.back !== edges.limit && (
                  <>
                    <i className="backtest-key-band" />
                    {t('bandKey')}
                  </>
                )}
                {edges.suggestedBack !== undefined && <> ┄ {t('suggestedKey')}</>}
              </span>
            )}
          </p>
          <BacktestChart
            {...{
              ...edges,
              curve: worse.curve,
              alarms,
              span: worse.hour,
              zone,
              states,
              label: t('hourLabel', { name }),
              until: to,
            }}
            isHour
          />
        </>
      )}
    </>
  )
}

function Advice({
  draft,
  signals,
  change,
  answer: { edited },
  suggested,
}: Of & { suggested: NonNullable<BacktestAnswer['suggested']> }) {
  const t = useText(backtestText)
  const language = useLanguage()
  const { condition } = draft
  const { deadBand, offDelayS, raised } = suggested
  const signal = signals.find(({ id }) => id === subjectOf(condition))
  const isWider = condition.kind === 'limit' && deadBand !== null && deadBand !== (condition.deadBand ?? 0)
  const isLonger = offDelayS !== (draft.offDelayS ?? 0)
  const told = { band: amountWords(deadBand ?? 0, signal), delay: formatNumber(offDelayS) }
  const counts = { raised: formatNumber(raised), edited: formatNumber(edited.raised) }
  const remedy = isWider ? (isLonger ? 'remedyBoth' : 'remedyBand') : 'remedyDelay'
  const later = (ms: number) =>
    ms === 0 ? formatSeconds(0, language) : t('upTo', { time: durationWords(ms, language) })
  const rows = [
    [t('timesRaised'), formatNumber(edited.raised), formatNumber(raised)],
    [t('mostInHour'), formatNumber(edited.worst?.count ?? 0), formatNumber(suggested.worst?.count ?? 0)],
    [t('underFive'), formatNumber(edited.short), formatNumber(suggested.short)],
    [t('raisedLater'), '—', later(suggested.raisedLaterMs)],
    [t('clearedLater'), '—', later(suggested.clearedLaterMs)],
  ]
  return (
    <section className="backtest-advice">
      <div>
        <h3>
          <Icon name="info" size={15} />
          {(t as Counted)('chatters', { raised: formatNumber(edited.raised), count: raised })}
        </h3>
        <p>{t(remedy, { ...told, ...counts })}</p>
        <PlainAct onClick={() => change({ offDelayS, ...(deadBand === null ? {} : { deadBand }) })}>
          {t('useThese')}
        </PlainAct>
      </div>
      <table>
        <thead>
          <tr>
            <th />
            <th>{t('asEdited')}</th>
            <th>{t('suggested')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, as, instead]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{as}</td>
              <td>{instead}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
