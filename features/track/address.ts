// What of a track is asked for, in the address. Pure.
import { limits } from '../../contract/limits.ts'
import { dayMs, dayStart } from '../../ui/zone.ts'
import { trackLimits } from './contract.ts'
import type { Span } from './drawn.ts'

export const trackRanges = ['8h', 'today', 'yesterday', '7d', '30d', 'custom'] as const
export type TrackRange = (typeof trackRanges)[number]

export type Asked = { range: TrackRange; custom: Span | undefined; stopMinutes: number; radiusM: number }

type Search = Readonly<Record<string, string>>

/** The end of 9999. */
const lastMoment = 253_402_300_799_999

function spanIn(text: string | undefined): Span | undefined {
  const found = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '')
  const [from, to] = [Number(found?.[1]), Number(found?.[2])]
  return from < to && to <= lastMoment ? { from, to } : undefined
}

const within = (text: string | undefined, low: number, high: number, usual: number): number =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Math.min(high, Math.max(low, Number(text))) : usual

/** What makes no sense is as if it were not there. */
export function readAsked(search: Search): Asked {
  const custom = spanIn(search.span)
  const range = trackRanges.find((each) => each === search.range) ?? 'today'
  return {
    range: range === 'custom' && !custom ? 'today' : range,
    custom,
    stopMinutes: within(search.stop, 1, trackLimits.stopMinutes, trackLimits.usualStopMinutes),
    radiusM: within(search.radius, 5, trackLimits.radiusM, trackLimits.usualRadiusM),
  }
}

export function withAsked(search: Search, change: Partial<Asked>): Record<string, string | number> {
  const { range, custom, stopMinutes, radiusM } = { ...readAsked(search), ...change }
  const named = (value: number, usual: number) => (value === usual ? '' : value)
  return {
    ...search,
    range,
    span: range === 'custom' && custom ? `${Math.round(custom.from)}-${Math.round(custom.to)}` : '',
    stop: named(stopMinutes, trackLimits.usualStopMinutes),
    radius: named(radiusM, trackLimits.usualRadiusM),
  }
}

/** The span of a range at `now`, by the clock of the device. */
export function spanOf({ range, custom }: Pick<Asked, 'range' | 'custom'>, now: number, zone: string): Span {
  const today = dayStart(now, zone)
  const spans: Record<TrackRange, () => Span> = {
    '8h': () => ({ from: now - 8 * 3_600_000, to: now }),
    today: () => ({ from: today, to: Math.max(now, today + 1000) }),
    yesterday: () => ({ from: dayStart(now, zone, -1), to: today - 1 }),
    '7d': () => ({ from: now - 7 * dayMs, to: now }),
    '30d': () => ({ from: now - limits.querySpanDays * dayMs, to: now }),
    custom: () => custom ?? { from: today, to: now },
  }
  return spans[range]()
}
