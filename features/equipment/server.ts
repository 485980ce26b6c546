import { fail } from '../../contract/errors.ts'
import type { EquipmentId } from '../../contract/fields.ts'
import type { WritableSight } from '../../db/sight.ts'
import { type RoomServer, serve, serveChange } from '../serve.ts'
import {
  addEquipment,
  deleteEquipment,
  type EquipmentFields,
  editEquipment,
  equipmentInfo,
  queryEquipments,
  queryEquipmentsByUser,
  queryManufacturers,
} from './contract.ts'
import {
  findByName,
  insertEquipment,
  isBound,
  loadEquipment,
  loadEquipments,
  loadEquipmentsShort,
  loadManufacturers,
  lockFields,
  removeEquipment,
  updateEquipment,
} from './store.ts'

const maxChoices = 200

/** Checks that the name is free (10003), as far as one sees the devices. */
async function check(sight: WritableSight, fields: EquipmentFields, id?: EquipmentId): Promise<void> {
  await sight.lock('equipment')
  const same = await findByName(sight, fields.name)
  if (same && same.id !== id) throw fail('nameExists', { name: fields.name }, { field: 'name' })
}

export default [
  serve(queryEquipments, ({ mine, ...filter }, { sight, user }) =>
    loadEquipments(sight, { ...filter, createdBy: mine ? user.accountId : null }),
  ),

  serve(queryEquipmentsByUser, ({ keyword }, { sight }) => loadEquipmentsShort(sight, keyword, maxChoices)),

  serve(queryManufacturers, (_, { sight }) => loadManufacturers(sight)),

  serve(equipmentInfo, async ({ id }, { sight, user }) => {
    const equipment = await loadEquipment(sight, id, user.accountId)
    if (!equipment) throw fail('equipmentNotFound')
    return equipment
  }),

  serveChange(addEquipment, async (fields, { sight, user, now }) => {
    await check(sight, fields)
    const id = await insertEquipment(sight, fields, user.accountId, now())
    return { act: 'add', object: { type: 'equipment', id, name: fields.name }, after: fields, data: { id } }
  }),

  serveChange(editEquipment, async ({ id, ...fields }, { sight }) => {
    const before = await lockFields(sight, id)
    if (!before) throw fail('equipmentNotFound')
    await check(sight, fields, id)
    await updateEquipment(sight, id, fields)
    return { act: 'edit', object: { type: 'equipment', id, name: fields.name }, before, after: fields, data: null }
  }),

  serveChange(deleteEquipment, async ({ id }, { sight, live }) => {
    const before = await lockFields(sight, id)
    if (!before) throw fail('equipmentNotFound')
    if (await isBound(sight, id)) throw fail('equipmentHasGateway')
    await removeEquipment(sight, id)
    const object = { type: 'equipment', id, name: before.name } as const
    return { act: 'delete', object, before, data: null, afterwards: () => live.forget(id) }
  }),
] satisfies RoomServer
