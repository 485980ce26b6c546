// Marks and bars for the events of a day on a time line; close events share one mark with the highest level. Pure.
import type { Severity } from '../../../ui/marks.tsx'
import type { PastAlarm, PastWrite } from './contract.ts'

export type Span = { from: number; to: number }

/** An event: the start or end of an alarm, or a write. */
export type Told = { at: number; alarm: PastAlarm; isEnd: boolean } | { at: number; write: PastWrite }

/**
 * A mark on the timeline. `place`: 0 is the start of the line, 1 its end. `level`: null if all its events are writes.
 */
export type Mark = { place: number; at: number; level: Severity | null; told: readonly Told[] }

/** A period in which alarms of a level were active. */
export type Bar = { from: number; to: number; level: Severity }

const ranks: Record<Severity, number> = { severe: 0, important: 1, normal: 2 }

export const momentsOf = (alarms: readonly PastAlarm[], writes: readonly PastWrite[]): Told[] =>
  [
    ...alarms.flatMap((alarm): Told[] => [
      { at: alarm.raisedAt, alarm, isEnd: false },
      ...(alarm.clearedAt === null ? [] : [{ at: alarm.clearedAt, alarm, isEnd: true }]),
    ]),
    ...writes.map((write): Told => ({ at: write.at, write })),
  ].sort((a, b) => a.at - b.at)

const levelOf = (told: Told): Severity | null => ('alarm' in told ? told.alarm.level : null)

const severest = (told: readonly Told[]): Severity | null =>
  told
    .map(levelOf)
    .filter((level) => level !== null)
    .sort((a, b) => ranks[a] - ranks[b])[0] ?? null

/** Events closer together than a share of the line become one mark: a pointer could not separate them. */
export function marksOf(told: readonly Told[], { from, to }: Span, nearest: number): Mark[] {
  const groups: Told[][] = []
  for (const each of told) {
    if (each.at < from || each.at > to) continue
    const last = groups.at(-1)
    if (last && each.at - last[0]!.at < (to - from) * nearest) last.push(each)
    else groups.push([each])
  }
  return groups.map((some) => ({
    place: (some[0]!.at - from) / (to - from),
    at: some[0]!.at,
    level: severest(some),
    told: some,
  }))
}

/** The active periods of each level up to `now`; overlapping periods are merged. */
export function barsOf(alarms: readonly PastAlarm[], { from, to }: Span, now: number): Bar[] {
  const end = Math.min(to, now)
  return (Object.keys(ranks) as Severity[]).flatMap((level) => {
    const bars: Bar[] = []
    const own = alarms.filter((each) => each.level === level).sort((a, b) => a.raisedAt - b.raisedAt)
    for (const { raisedAt, clearedAt } of own) {
      const bar = { from: Math.max(from, raisedAt), to: Math.min(end, clearedAt ?? end), level }
      const last = bars.at(-1)
      if (bar.to < bar.from) continue
      if (last && bar.from <= last.to) last.to = Math.max(last.to, bar.to)
      else bars.push(bar)
    }
    return bars
  })
}
