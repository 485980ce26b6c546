import { fail } from '../../contract/errors.ts'
import type { WritableSight } from '../../db/sight.ts'
import { type RoomServer, serve } from '../serve.ts'
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
  hasGroup,
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

const mostChoices = 200

/** Checks that the name is free (10003) and the group belongs to the organisation (10002). */
async function check(sight: WritableSight, fields: EquipmentFields, id?: number): Promise<void> {
  await sight.lock('equipment')
  const same = await findByName(sight, fields.name)
  if (same && same.id !== id) throw fail('nameExists', { name: fields.name }, { field: 'name' })
  if (fields.groupId !== null && !(await hasGroup(sight, fields.groupId)))
    throw fail('notFound', {}, { field: 'groupId' })
}

export default [
  serve(queryEquipments, ({ mine, ...filter }, { sight, user }) =>
    loadEquipments(sight, { ...filter, createdBy: mine ? user.accountId : null }),
  ),

  serve(queryEquipmentsByUser, ({ keyword }, { sight }) => loadEquipmentsShort(sight, keyword, mostChoices)),

  serve(queryManufacturers, (_, { sight }) => loadManufacturers(sight)),

  serve(equipmentInfo, async ({ id }, { sight, user }) => {
    const equipment = await loadEquipment(sight, id, user.accountId)
    if (!equipment) throw fail('equipmentNotFound')
    return equipment
  }),

  serve(addEquipment, (fields, call) =>
    call.sight.transaction(async (sight) => {
      await check(sight, fields)
      const id = await insertEquipment(sight, fields, call.user.accountId, call.now())
      await call.record(
        { act: 'add', objectType: 'equipment', objectId: id, objectName: fields.name, after: fields },
        sight,
      )
      return { id }
    }),
  ),

  serve(editEquipment, ({ id, ...fields }, call) =>
    call.sight.transaction(async (sight) => {
      const before = await lockFields(sight, id)
      if (!before) throw fail('equipmentNotFound')
      await check(sight, fields, id)
      await updateEquipment(sight, id, fields)
      await call.record(
        { act: 'edit', objectType: 'equipment', objectId: id, objectName: fields.name, before, after: fields },
        sight,
      )
      return null
    }),
  ),

  serve(deleteEquipment, async ({ id }, call) => {
    await call.sight.transaction(async (sight) => {
      const before = await lockFields(sight, id)
      if (!before) throw fail('equipmentNotFound')
      if (await isBound(sight, id)) throw fail('equipmentHasGateway')
      await removeEquipment(sight, id)
      await call.record(
        { act: 'delete', objectType: 'equipment', objectId: id, objectName: before.name, before },
        sight,
      )
    })
    call.live.forget(id)
    return null
  }),
] satisfies RoomServer
