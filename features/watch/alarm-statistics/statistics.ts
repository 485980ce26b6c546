// Alarm statistics in the terms of EEMUA 191.
import type { OutputOf } from '../../../contract/endpoint.ts'
import type { Sight } from '../../../db/sight.ts'
import type { alarmStatistics } from './contract.ts'
import { hourMs } from './rules.ts'
import { countHours, countStanding, loadLongest, loadPeak, loadRules, type Span } from './store.ts'

export async function statisticsOf(sight: Sight, span: Span): Promise<OutputOf<typeof alarmStatistics>> {
  const perHour = new Array<number>(Math.ceil((span.to - span.from) / hourMs)).fill(0)
  const mix = { severe: 0, important: 0, normal: 0 }
  for (const { level, hour, count } of await countHours(sight, span)) {
    mix[level] += count
    perHour[hour] = (perHour[hour] ?? 0) + count
  }
  return {
    total: mix.severe + mix.important + mix.normal,
    perHour,
    mix,
    peak: await loadPeak(sight, span),
    standing: await countStanding(sight, span),
    ...(await loadRules(sight, span)),
    longest: await loadLongest(sight, span),
  }
}
