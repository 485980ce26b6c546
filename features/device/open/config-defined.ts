// Which version of a device's configuration defines a variable, and which one changed it last.
import { type EquipmentConfig, Signal } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { type Changed, changedIn } from '../config/changed.ts'
import { loadHead, loadSignalVersions, type SignalVersion } from '../config/store.ts'

/** What most variables need, then the rest of what is looked through. */
const batches = [10, 90] as const

export type Defined = {
  version: Omit<SignalVersion, 'signal'>
  config: EquipmentConfig
  signal: Signal
  /** Nothing where no version of those that were looked through changed it. */
  changed: Changed | undefined
  /** The oldest version that was looked through. */
  since: number
}

/** A variable as it is, or as it was at a moment; nothing where it was not there. */
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
