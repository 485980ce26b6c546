// The age of the values on a wall, by device. Pure.

export type Heard = { equipmentId: number; name: string; at: number | null }

/** The steps in which the age is shown, in seconds: the smallest one that covers all devices that are not late. */
const steps = [2, 5, 10, 30, 60] as const

export type Ages = {
  /** Age of the newest value, ms; null: no value has arrived. */
  newestMs: number | null
  /** All devices that are not late have newer values than this; null: there are none. */
  withinS: number | null
  /** Devices with a value older than a minute, and the time of their newest value; the oldest first. */
  late: { equipmentId: number; name: string; since: number | null }[]
}

export function agesOf(heard: readonly Heard[], now: number): Ages {
  const lateMs = steps.at(-1)! * 1000
  const oldest = new Map<number, number>()
  const newest = new Map<number, number>()
  const names = new Map(heard.map(({ equipmentId, name }) => [equipmentId, name]))
  for (const { equipmentId, at: heardAt } of heard) {
    const at = heardAt ?? Number.NEGATIVE_INFINITY
    oldest.set(equipmentId, Math.min(oldest.get(equipmentId) ?? Number.POSITIVE_INFINITY, at))
    newest.set(equipmentId, Math.max(newest.get(equipmentId) ?? Number.NEGATIVE_INFINITY, at))
  }
  const late = [...oldest]
    .filter(([, at]) => now - at > lateMs)
    .map(([equipmentId]) => ({
      ...{ equipmentId, name: names.get(equipmentId) ?? '' },
      since: finite(newest.get(equipmentId)!),
    }))
    .sort((a, b) => (a.since ?? 0) - (b.since ?? 0))
  const fresh = [...oldest.values()].filter((at) => now - at <= lateMs)
  const worst = Math.max(...fresh.map((at) => now - at))
  const last = Math.max(...newest.values())
  return {
    newestMs: Number.isFinite(last) ? Math.max(0, now - last) : null,
    withinS: fresh.length === 0 ? null : steps.find((step) => worst <= step * 1000)!,
    late,
  }
}

const finite = (at: number): number | null => (Number.isFinite(at) ? at : null)
