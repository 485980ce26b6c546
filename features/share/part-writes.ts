// What visitors of a shared project may write.
import type { Sight } from '../../db/sight.ts'
import { loadWrites } from './store.ts'

/** The variables, and what the log calls the share. Nothing for a share that does not let visitors write. */
export async function writesOfShare(
  sight: Sight,
  shareId: number,
): Promise<{ signals: ReadonlySet<number>; name: string } | undefined> {
  const row = await loadWrites(sight, shareId)
  return row?.mayWrite ? { signals: new Set(row.writeSignals), name: row.name ?? '' } : undefined
}
