// Statistics of a backtest: number and duration of alarms, chattering, and settings that reduce it. Pure.
import type { AlarmCondition } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import type { Backtest, BacktestAlarm } from './contract.ts'

const hourMs = 3600_000
/** A shorter alarm is over before anyone can respond. */
const shortMs = 5 * 60_000
/** Raised again within this time after clearing, an alarm counts as the same event. */
export const againMs = 10 * 60_000

/** Statistics of alarms; an alarm that is still active counts up to the end. */
export function countsOf(alarms: readonly BacktestAlarm[], end: number): Backtest {
  const lasted = alarms.map(({ raisedAt, clearedAt }) => (clearedAt ?? end) - raisedAt)
  const hours = new Map<number, number>()
  for (const { raisedAt } of alarms) {
    const hour = Math.floor(raisedAt / hourMs) * hourMs
    hours.set(hour, (hours.get(hour) ?? 0) + 1)
  }
  let worst: Backtest['worst'] = null
  for (const [from, count] of hours) if (!worst || count > worst.count) worst = { from, count }
  return {
    raised: alarms.length,
    activeMs: lasted.reduce((sum, ms) => sum + ms, 0),
    longestMs: lasted.reduce((most, ms) => Math.max(most, ms), 0),
    short: alarms.filter(({ clearedAt }, i) => clearedAt !== null && lasted[i]! < shortMs).length,
    worst,
    alarms: alarms.slice(-limits.triedAlarms),
  }
}

/** Number of alarms raised again soon after clearing. */
const repeats = (alarms: readonly BacktestAlarm[]): number =>
  alarms.filter(({ raisedAt }, i) => {
    const clearedAt = alarms[i - 1]?.clearedAt
    return clearedAt !== undefined && clearedAt !== null && raisedAt - clearedAt <= againMs
  }).length

/** Whether the rule repeats alarms of the same event: at least three repeats, and at least one alarm in five. */
export const isChattering = (alarms: readonly BacktestAlarm[]): boolean =>
  repeats(alarms) >= Math.max(3, alarms.length / 5)

export type Remedy = { deadBand: number | null; offDelayS: number }

/** Rounds up to a figure that a person would type: 0.1, 0.15, 0.2, 0.3, 0.5. */
export function neatly(amount: number): number {
  if (!(amount > 0)) return 0
  const power = 10 ** Math.floor(Math.log10(amount))
  const step = [1, 1.5, 2, 3, 5, 7.5, 10].find((each) => each * power >= amount * (1 - 1e-9)) ?? 10
  return Number((step * power).toPrecision(6))
}

const delaysS = [0, 10, 30, 60, 120, 300]

/**
 * Candidate dead bands and off-delays, none below those of the rule. `dips`: how far the value returned behind the
 * limit each time before the alarm was soon raised again.
 */
export function remediesOf(condition: AlarmCondition, offDelayS: number, dips: readonly number[]): Remedy[] {
  const delays = [...new Set([offDelayS, ...delaysS.filter((delay) => delay > offDelayS)])]
  if (condition.kind !== 'limit') return delays.slice(1).map((delay) => ({ deadBand: null, offDelayS: delay }))
  const band = condition.deadBand ?? 0
  const sorted = [...dips].sort((a, b) => a - b)
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  const wider = [0.5, 0.75, 0.9, 1].map((share) => neatly(quantile(share) * 1.05)).filter((each) => each > band)
  const bands = [band, ...new Set(wider)]
  return bands.flatMap((deadBand) =>
    delays.filter((delay) => deadBand !== band || delay !== offDelayS).map((delay) => ({ deadBand, offDelayS: delay })),
  )
}

/** Maximum delay of raising and clearing against the edited rule. */
export function lateness(edited: readonly BacktestAlarm[], others: readonly BacktestAlarm[], end: number) {
  let [raisedLaterMs, clearedLaterMs, i] = [0, 0, 0]
  for (const { raisedAt, clearedAt } of others) {
    const until = clearedAt ?? end
    const first = edited[i]
    let last: BacktestAlarm | undefined
    for (; edited[i] && edited[i]!.raisedAt <= until; i += 1) last = edited[i]
    if (first) raisedLaterMs = Math.max(raisedLaterMs, raisedAt - first.raisedAt)
    if (last) clearedLaterMs = Math.max(clearedLaterMs, until - (last.clearedAt ?? end))
  }
  return { raisedLaterMs: Math.max(0, raisedLaterMs), clearedLaterMs: Math.max(0, clearedLaterMs) }
}

type Outcome = { remedy: Remedy; alarms: readonly BacktestAlarm[] }

/**
 * The best remedy: at most half the alarms, near the fewest, and with the least delay of clearing; undefined if none
 * helps.
 */
export function bestOf(
  edited: readonly BacktestAlarm[],
  outcomes: readonly Outcome[],
  end: number,
): Outcome | undefined {
  const fewest = Math.min(...outcomes.map(({ alarms }) => alarms.length))
  if (!(fewest <= edited.length / 2)) return undefined
  const enough = Math.min(edited.length / 2, Math.ceil(fewest * 1.2))
  const good = outcomes
    .filter(({ alarms }) => alarms.length <= enough)
    .map((outcome) => ({ outcome, late: lateness(edited, outcome.alarms, end).clearedLaterMs }))
  const changes = ({ remedy }: Outcome) => [remedy.offDelayS, remedy.deadBand ?? 0] as const
  good.sort((a, b) => {
    const [[delayA, bandA], [delayB, bandB]] = [changes(a.outcome), changes(b.outcome)]
    return a.late - b.late || delayA - delayB || bandA - bandB
  })
  return good[0]?.outcome
}
