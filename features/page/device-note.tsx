// Why the values of a device on a page do not come, and what may be done about it.
import { useMonitoringState } from '../live/part-monitoring.ts'
import { PhaseNote } from '../live/part-phase.tsx'
import type { WatchedDevice } from './use-page-values.ts'

export function DeviceNote({ device: { equipmentId, monitoring } }: { device: WatchedDevice }) {
  const state = useMonitoringState(monitoring)
  return state ? <PhaseNote equipmentId={equipmentId} state={state} onResume={monitoring.start} /> : null
}
