// Saves a new version of a configuration, for all parts.
import type { Checking } from '../../../contract/config-part.ts'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { givingWay } from '../../../core/giving-way.ts'
import { countsOf, faultOf, overCapacity, withOriginsOf } from '../../frame/config.ts'
import { type StoredPart, storedParts } from '../../frame/config-parts.ts'
import { tellSaved } from '../../frame/on-saved.ts'
import type { Operation } from '../../frame/operation.ts'
import type { Change, ChangeCall } from '../../frame/serve.ts'
import { gatewayChanged } from '../../frame/spine-services.ts'
import type { Act } from '../../platform/operation-log/contract.ts'
import { type Head, insertVersion, loadBoundSn, loadNamed } from './store.ts'

type At = { equipmentId: EquipmentId; version: number; message?: string | undefined; restored?: number }
type Saved = { version: number; hash: string; config: EquipmentConfig }
export type Draft = {
  config: EquipmentConfig
  /** Index of an item in the request, for faults that name rows. */
  indexOf?: Checking['indexOf']
  /** Set if the request defines origins; otherwise each item keeps its origin. */
  hasOrigins?: true
  /** Additional data for the operation log, besides the counts. */
  told?: { before?: object; after?: object }
}

/** Throws the first fault of a configuration; yields to other calls between its parts. */
async function mustBeGood(config: EquipmentConfig, of: Checking, parts: readonly StoredPart[]): Promise<void> {
  const full = overCapacity(config, parts)
  if (full) throw fail(full.error, { limit: full.limit })
  const giveWay = givingWay()
  for (const part of parts) {
    await giveWay()
    const fault = faultOf(config, of, [part])
    if (fault) throw fault
  }
}

/**
 * The only function that creates a version: based on the version that the user saw, checked as a whole, with its log
 * line. If another user saved in between, the answer is 10004.
 */
export async function save(
  call: ChangeCall,
  at: At,
  act: Act,
  change: (head: Head) => Promise<Draft>,
  parts: readonly StoredPart[] = storedParts,
): Promise<Change<Saved>> {
  const { sight, user, language } = call
  const { equipmentId, version: base, message, restored } = at
  const named = await loadNamed(sight, equipmentId, true)
  if (!named) throw fail('equipmentNotFound')
  const saving = { base, author: user, at: call.now(), message, restored }
  let line: Pick<Operation, 'before' | 'after'> = {}
  const result = await insertVersion(sight, equipmentId, saving, parts, async (head) => {
    const { config: changed, indexOf = () => -1, told = {}, hasOrigins } = await change(head)
    const config = hasOrigins ? changed : withOriginsOf(changed, head.config, parts)
    await mustBeGood(config, { equipmentId, language, indexOf }, parts)
    line = {
      before: { version: head.version, ...countsOf(head.config, parts), ...told.before },
      after: { version: head.version + 1, ...countsOf(config, parts), ...told.after },
    }
    return config
  })
  if ('newest' in result) {
    const { version, savedBy } = result.newest
    throw fail('staleVersion', {}, { version, savedBy })
  }
  const { version, hash, config } = result.saved
  await tellSaved(sight, equipmentId)
  const sn = await loadBoundSn(sight, equipmentId)
  return {
    act,
    object: { type: named.isTemplate ? 'template' : 'equipment', id: equipmentId, name: named.name },
    ...line,
    data: { version, hash, config },
    async afterwards() {
      if (sn) await call.use(gatewayChanged)({ kind: 'bound', sn })
      for (const { saved } of parts) saved?.(call, equipmentId, config)
    },
  }
}
