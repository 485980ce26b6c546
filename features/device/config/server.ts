import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { queryConfig, queryVersions, restoreVersion } from './contract.ts'
import { save } from './part-save.ts'
import { type Head, loadHead, loadNamed, loadVersions } from './store.ts'

async function found(sight: Sight, equipmentId: EquipmentId, version?: number): Promise<Head> {
  if (!(await loadNamed(sight, equipmentId))) throw fail('equipmentNotFound')
  const head = await loadHead(sight, equipmentId, version)
  if (!head) throw fail('notFound')
  return head
}

export default [
  serve(queryConfig, ({ equipmentId, version }, { sight }) => found(sight, equipmentId, version)),

  serve(queryVersions, async ({ equipmentId }, { sight }) => {
    await found(sight, equipmentId)
    return loadVersions(sight, equipmentId)
  }),

  serve(restoreVersion, { kind: 'change' }, ({ restore, ...at }, call) =>
    save(call, { ...at, restored: restore }, 'restoreVersion', async () => {
      const older = await loadHead(call.sight, at.equipmentId, restore)
      if (!older) throw fail('notFound')
      return { config: older.config, hasOrigins: true, told: { after: { restored: restore } } }
    }),
  ),
] satisfies RoomServer
