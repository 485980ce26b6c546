// The age of the values on a wall, by device. Pure.

type Heard = { equipmentId: number; name: string; at: number | null }

/** The steps in which the age is shown, in seconds: the smallest one that covers all devices that are not late. */
const steps = [2, 5, 10, 30, 60] as const

export type Ages = {
  /** Age of the newest value, ms; null: no value has arrived. */
  newestMs: number | null
  /** All devices that are not late have values newer than this number of seconds; null: there are none. */
  withinS: number | null
  /**
   * Devices with a value older than a minute, and the time of their oldest value; null: no value has arrived. Variables
   * that never arrived do not count for a device with other values. The oldest first.
   */
  late: { equipmentId: number; name: string; since: number | null }[]
}

export function agesOf(heard: readonly Heard[], now: number): Ages {
  const lateMs = steps.at(-1)! * 1000
  const oldest = new Map<number, number | null>()
  const names = new Map(heard.map(({ equipmentId, name }) => [equipmentId, name]))
  for (const { equipmentId, at } of heard) {
    const before = oldest.get(equipmentId) ?? null
    oldest.set(equipmentId, at === null ? before : Math.min(before ?? at, at))
  }
  const isLate = (at: number | null) => at === null || now - at > lateMs
  const late = [...oldest]
    .filter(([, at]) => isLate(at))
    .map(([equipmentId, since]) => ({ equipmentId, name: names.get(equipmentId) ?? '', since }))
    .sort((a, b) => (a.since ?? 0) - (b.since ?? 0))
  const fresh = [...oldest.values()].flatMap((at) => (at === null || isLate(at) ? [] : [now - at]))
  const worst = Math.max(...fresh)
  const last = Math.max(...heard.flatMap(({ at }) => at ?? []))
  return {
    newestMs: Number.isFinite(last) ? Math.max(0, now - last) : null,
    withinS: fresh.length === 0 ? null : steps.find((step) => worst <= step * 1000)!,
    late,
  }
}
