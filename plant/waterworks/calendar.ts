// The works' own clock: local time of day, and the town's water demand at that time.

/** The works are at UTC+8; their PLCs have no daylight saving. */
const utcOffsetMs = 8 * 3_600_000
const dayMs = 86_400_000

const local = (atMs: number) => new Date(atMs + utcOffsetMs)

export const dayNumber = (atMs: number) => Math.floor((atMs + utcOffsetMs) / dayMs)
/** The last local midnight before an instant, epoch ms UTC. */
export const dayStart = (atMs: number) => dayNumber(atMs) * dayMs - utcOffsetMs
/** Hours since local midnight, with fraction. */
export const hourOfDay = (atMs: number) => ((atMs + utcOffsetMs) % dayMs) / 3_600_000
/** 8:41 as 841, like PLCs store it in BCD. */
export const clockDigits = (atMs: number) => local(atMs).getUTCHours() * 100 + local(atMs).getUTCMinutes()
/** The date as a number: 2026-11-21 is 20261121. */
export const dateDigits = (atMs: number) =>
  local(atMs).getUTCFullYear() * 10_000 + (local(atMs).getUTCMonth() + 1) * 100 + local(atMs).getUTCDate()

/** Whether the clock passed this HHMM between the two instants (at most a day apart). */
export function hasPassed(fromMs: number, toMs: number, digits: number): boolean {
  const minute = Math.floor(digits / 100) * 60 + (digits % 100)
  const sinceMidnight = minute * 60_000
  const day = dayStart(toMs)
  return [day, day - dayMs].some((start) => fromMs < start + sinceMidnight && start + sinceMidnight <= toMs)
}

/** Whether this HHMM is inside the window, which may cross midnight. */
export const within = (digits: number, start: number, end: number) =>
  start <= end ? digits >= start && digits < end : digits >= start || digits < end

/** Share of the mean demand at each full hour: quiet night, morning peak at 8, evening peak at 19. */
const workday = [
  ...[0.62, 0.5, 0.45, 0.43, 0.46, 0.62, 0.98, 1.32, 1.42, 1.3, 1.18, 1.14],
  ...[1.16, 1.1, 1.02, 1, 1.05, 1.18, 1.34, 1.4, 1.3, 1.12, 0.92, 0.75],
]
/** On weekends the daily demand curve is shifted to a later time. */
const weekendDelayH = 1.5

/** Demand as a share of its mean, smooth over the day. */
export function demandShare(atMs: number): number {
  const weekday = (dayNumber(atMs) + 4) % 7
  const weekend = weekday === 0 || weekday === 6
  const hour = (hourOfDay(atMs) - (weekend ? weekendDelayH : 0) + 24) % 24
  const from = Math.floor(hour)
  const blend = (1 - Math.cos((hour - from) * Math.PI)) / 2
  return workday[from]! * (1 - blend) + workday[(from + 1) % 24]! * blend
}
