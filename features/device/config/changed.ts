// Finds the newest change of a variable among configuration versions. Pure.
import { isSame } from '../../platform/versioned/rules.ts'

type Known = { version: number; savedAt: number; savedBy: string; message: string; signal: unknown }

/** A version that changed the variable. `before` is null if the version added the variable. */
export type Changed = Omit<Known, 'signal'> & { before: unknown; after: unknown }

/**
 * Finds the newest change of a variable. `versions` are newest first; undefined if no version differs from the previous
 * one. The first version of a device counts as adding the variable.
 */
export function changedIn(versions: readonly Known[]): Changed | undefined {
  for (const [i, { signal: after, ...version }] of versions.entries()) {
    const before = versions[i + 1]
    if (!before && version.version > 1) return undefined
    if (isSame(before?.signal, after)) continue
    return { ...version, before: before?.signal ?? null, after: after ?? null }
  }
  return undefined
}
