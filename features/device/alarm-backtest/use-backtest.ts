// Requests the backtest of the edited rule, shortly after each change; aborts the previous request.
import { useEffect, useState } from 'react'
import { isPassing } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { isSame } from '../../platform/versioned/rules.ts'
import type { AlarmRuleDraft } from '../alarm-rules/contract.ts'
import type { tryAlarmRule } from './contract.ts'

export type BacktestAnswer = OutputOf<typeof tryAlarmRule> & { from: number; to: number; days: number }

export type AskBacktest = (
  asked: { rule: AlarmRuleDraft; from: number; to: number },
  signal: AbortSignal,
) => Promise<OutputOf<typeof tryAlarmRule>>

const debounceMs = 400
const retryMs = 5000
const dayMs = 24 * 3600_000

/** Requests nothing while the rule is incomplete; shows the last answer until the next arrives. */
export function useBacktest(ask: AskBacktest, draft: AlarmRuleDraft | undefined, days: number) {
  const [answer, setAnswer] = useState<BacktestAnswer | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  const [asked, setAsked] = useState(draft)
  // A backtest is requested only if an evaluated field changes; the name is not evaluated.
  if (!isSame(judgedOf(asked), judgedOf(draft))) setAsked(draft)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    if (!asked) return undefined
    const ending = new AbortController()
    const { signal } = ending
    setBusy(true)
    const timer = setTimeout(() => {
      const to = Date.now()
      const span = { from: to - days * dayMs, to }
      ask({ rule: { ...asked, name: asked.name || '–' }, ...span }, signal)
        .then((told) => {
          setAnswer({ ...told, ...span, days })
          setError(null)
        })
        .catch((fault: unknown) => signal.aborted || setError(fault))
        .finally(() => signal.aborted || setBusy(false))
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      ending.abort()
      setBusy(false)
    }
  }, [ask, asked, days, tries])

  useEffect(() => {
    if (!isPassing(error)) return undefined
    const timer = setTimeout(() => setTries((now) => now + 1), retryMs)
    return () => clearTimeout(timer)
  }, [error])
  // Figures of another time range are hidden, so that they are not mistaken for those of the current one.
  return {
    answer: asked && answer?.days === days ? answer : null,
    error,
    isBusy,
    retry: () => setTries((now) => now + 1),
  }
}

const judgedOf = (draft: AlarmRuleDraft | undefined) =>
  draft && [draft.condition, draft.onDelayS ?? 0, draft.offDelayS ?? 0]
