// Devices at their places, for calls that show some of them on a map.
import type { OpenCall } from '../../frame/serve.ts'
import { loadPlaced, type MonitorFilter } from './store.ts'

/** Those that the call sees, of these devices or of a filter. `alarms`: null for who sees no alarms. */
export async function placedDevices({ sight, asker, now }: OpenCall, ids?: readonly number[], filter?: MonitorFilter) {
  const of = { ...(ids && { ids }), ...(filter && { filter }) }
  const mayHistory = asker.auths.includes('history:view')
  const mayAlarms = asker.auths.includes('alarm:view')
  return (await loadPlaced(sight, now(), of)).map(({ severe, important, normal, track, ...device }) => ({
    ...device,
    hasTrack: mayHistory && track !== null,
    alarms: mayAlarms ? { severe: Number(severe), important: Number(important), normal: Number(normal) } : null,
  }))
}
