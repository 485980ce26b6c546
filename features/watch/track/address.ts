// The requested track in the address. Pure.
import { momentOf, type Range, type Span } from '../history/part-span.ts'
import { trackLimits } from './contract.ts'

export const trackRanges = ['8h', 'today', 'yesterday', '7d', '30d', 'custom'] as const satisfies readonly Range[]
export type TrackRange = (typeof trackRanges)[number]

export type Asked = { range: TrackRange; custom: Span | undefined; stopMinutes: number; radiusM: number }

type Search = Readonly<Record<string, string>>

function spanIn(text: string | undefined): Span | undefined {
  const [from, to, ...more] = (text ?? '').split('-').map(momentOf)
  return more.length === 0 && from !== undefined && to !== undefined && from < to ? { from, to } : undefined
}

const within = (text: string | undefined, low: number, high: number, usual: number): number =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Math.min(high, Math.max(low, Number(text))) : usual

/** Reads the filters of the address; invalid values are ignored. */
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
