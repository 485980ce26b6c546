// Devices with their places, for calls that show some of them on a map.
import type { OpenCall } from '../../frame/serve.ts'
import { loadPlaced, type MonitorFilter } from './store.ts'

/** The visible devices of `ids` or of a filter. `alarms`: null if the caller may not see alarms. */
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
