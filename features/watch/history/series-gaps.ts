// Maximum time between stored readings of variables. Pure.
import type { Period, StorageMode } from '../../../contract/gateway-config.ts'
import { gapMsOf } from './rules.ts'

type Kept = { signalId: number; mode: StorageMode; period: Period | null; removedAt: number | null }

/**
 * Longest time between readings by variable, in ms, from the series that stores it most often. Conditional series and
 * those of removed reports are used only if there is no other. No entry for a variable stored on change.
 */
export function gapsOf(series: readonly Kept[], at: number): Map<number, number> {
  const gaps = new Map<number, number>()
  const known = new Set<number>()
  const isLiving = ({ removedAt }: Kept) => removedAt === null || removedAt > at
  const isSteady = ({ mode }: Kept) => mode !== 'conditional'
  const ranks = [
    series.filter((each) => isLiving(each) && isSteady(each)),
    series.filter((each) => isLiving(each) && !isSteady(each)),
    series.filter((each) => !isLiving(each)),
  ]
  for (const some of ranks) {
    for (const each of some) {
      const gapMs = gapMsOf(each)
      if (known.has(each.signalId) || !Number.isFinite(gapMs)) continue
      gaps.set(each.signalId, Math.min(gaps.get(each.signalId) ?? gapMs, gapMs))
    }
    for (const { signalId } of some) known.add(signalId)
  }
  return gaps
}
