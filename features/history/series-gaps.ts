// How far apart stored readings of variables are at most. Pure.
import { gapMsOf } from './rules.ts'
import type { StoredSeries } from './store.ts'

type Kept = Pick<StoredSeries, 'signalId' | 'mode' | 'period' | 'removedAt'>

/**
 * By variable, ms: of its series that was stored the most often at a time, those of removed reports only where there is no
 * other. None for one that is stored when it changes.
 */
export function gapsOf(series: readonly Kept[], at: number): Map<number, number> {
  const living = series.filter(({ removedAt }) => removedAt === null || removedAt > at)
  const known = new Set(living.map(({ signalId }) => signalId))
  const gaps = new Map<number, number>()
  for (const each of [...living, ...series.filter(({ signalId }) => !known.has(signalId))]) {
    const gapMs = gapMsOf(each)
    if (Number.isFinite(gapMs)) gaps.set(each.signalId, Math.min(gaps.get(each.signalId) ?? gapMs, gapMs))
  }
  return gaps
}
