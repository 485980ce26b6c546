// A device under torture, and the alarm rules for its faults.
import type { Track } from './alarm-check.ts'

/** `idOf` returns the rule for a fault. */
export type FaultRules = { idOf(track: Track, fault: number): number | undefined }
export const noRules: FaultRules = { idOf: () => undefined }
export type Device = { equipmentId: number; signalId: number; columnIds: number[]; rules: FaultRules }
