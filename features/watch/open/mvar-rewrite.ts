// Rewrites the intermediate variables of a project when it is moved to other devices.
import type { ProjectId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import type { StoredMvar } from '../mvar/store.ts'
import { loadMvars, updateMvar } from '../mvar/store.ts'

export { loadMvars, type StoredMvar }

/** Rewrites formulas; a lock prevents other changes until the transaction ends. */
export async function rewriteMvars(
  sight: WritableSight,
  projectId: ProjectId,
  textOf: (mvar: StoredMvar) => string,
  at: number,
): Promise<StoredMvar[]> {
  await sight.lock('mvar')
  const changed: StoredMvar[] = []
  for (const mvar of await loadMvars(sight, projectId)) {
    const text = textOf(mvar)
    if (text === mvar.formula.text) continue
    const { title, unit, decimals, formula } = mvar
    await updateMvar(sight, mvar.id, { title, unit, decimals, formula: { ...formula, text }, updatedAt: at })
    changed.push(mvar)
  }
  return changed
}
