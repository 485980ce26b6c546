// The configuration version that defines a variable, and the version that changed it last.
import { type EquipmentConfig, Signal } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { type Changed, changedIn } from '../config/changed.ts'
import { loadHead, loadSignalVersions, type SignalVersion } from '../config/store.ts'

/** Versions are loaded in two batches; the first suffices for most variables. */
const batches = [10, 90] as const

type Defined = {
  version: Omit<SignalVersion, 'signal'>
  config: EquipmentConfig
  signal: Signal
  /** The change of the variable; undefined if none of the loaded versions changed it. */
  changed: Changed | undefined
  /** The oldest version that was loaded. */
  since: number
}

/** A variable now, or at a moment in the past; undefined if it did not exist. */
export async function definedAt(
  sight: Sight,
  equipmentId: EquipmentId,
  signalId: number,
  at?: number,
): Promise<Defined | undefined> {
  let versions: SignalVersion[] = []
  for (const count of batches) {
    const more = await loadSignalVersions(sight, equipmentId, signalId, { at, skip: versions.length, count })
    versions = [...versions, ...more]
    if (more.length < count || changedIn(versions)) break
  }
  const [newest] = versions
  if (!newest) return undefined
  const signal = Signal.safeParse(newest.signal)
  const head = signal.success ? await loadHead(sight, equipmentId, newest.version) : undefined
  if (!head || !signal.success) return undefined
  const { signal: _, ...version } = newest
  const since = versions.at(-1)!.version
  return { version, config: head.config, signal: signal.data, changed: changedIn(versions), since }
}
