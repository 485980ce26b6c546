// Spans of the past in an address, in the time zone of a device. For use by other rooms, like every file named part-*.
// Pure.
import { limits } from '../../../contract/limits.ts'
import { dayMs, dayStart } from '../../../ui/zone.ts'

export type Span = { from: number; to: number }

export const ranges = ['1h', '8h', '24h', 'today', 'yesterday', '7d', '30d', 'custom'] as const
export type Range = (typeof ranges)[number]

export const whole = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : undefined

/** The maximum of `Instant`: the end of the year 9999. */
const lastMoment = 253_402_300_799_999

/** A time in an address, epoch ms; undefined for any other text. */
export function momentOf(text: string | undefined): number | undefined {
  const at = whole(text)
  return at !== undefined && at <= lastMoment ? at : undefined
}

const hourMs = 3_600_000

/** The span of a range at `now`, in the device's time zone. [S9 Query span] */
export function spanOf({ range, custom }: { range: Range; custom: Span | undefined }, now: number, zone: string): Span {
  const today = dayStart(now, zone)
  const spans: Record<Range, () => Span> = {
    '1h': () => ({ from: now - hourMs, to: now }),
    '8h': () => ({ from: now - 8 * hourMs, to: now }),
    '24h': () => ({ from: now - 24 * hourMs, to: now }),
    today: () => ({ from: today, to: Math.max(now, today + 1000) }),
    yesterday: () => ({ from: dayStart(now, zone, -1), to: today - 1 }),
    '7d': () => ({ from: now - 7 * dayMs, to: now }),
    '30d': () => ({ from: now - limits.querySpanDays * dayMs, to: now }),
    custom: () => custom ?? { from: now - 8 * hourMs, to: now },
  }
  return spans[range]()
}
