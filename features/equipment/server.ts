import { fail } from '../../contract/errors.ts'
import type { OrgDb } from '../../db/org-db.ts'
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
async function check(org: OrgDb, fields: EquipmentFields, id?: number): Promise<void> {
  await org.lock('equipment')
  const same = await findByName(org, fields.name)
  if (same && same.id !== id) throw fail('nameExists', { name: fields.name }, { field: 'name' })
  if (fields.groupId !== null && !(await hasGroup(org, fields.groupId)))
    throw fail('notFound', {}, { field: 'groupId' })
}

export default [
  serve(queryEquipments, ({ mine, ...filter }, { org, user }) =>
    loadEquipments(org, { ...filter, createdBy: mine ? user.accountId : null }),
  ),

  serve(queryEquipmentsByUser, ({ keyword }, { org }) => loadEquipmentsShort(org, keyword, mostChoices)),

  serve(queryManufacturers, (_, { org }) => loadManufacturers(org)),

  serve(equipmentInfo, async ({ id }, { org, user }) => {
    const equipment = await loadEquipment(org, id, user.accountId)
    if (!equipment) throw fail('equipmentNotFound')
    return equipment
  }),

  serve(addEquipment, (fields, call) =>
    call.org.transaction(async (org) => {
      await check(org, fields)
      const id = await insertEquipment(org, fields, call.user.accountId, call.now())
      await call.record(
        { act: 'add', objectType: 'equipment', objectId: id, objectName: fields.name, after: fields },
        org,
      )
      return { id }
    }),
  ),

  serve(editEquipment, ({ id, ...fields }, call) =>
    call.org.transaction(async (org) => {
      const before = await lockFields(org, id)
      if (!before) throw fail('equipmentNotFound')
      await check(org, fields, id)
      await updateEquipment(org, id, fields)
      await call.record(
        { act: 'edit', objectType: 'equipment', objectId: id, objectName: fields.name, before, after: fields },
        org,
      )
      return null
    }),
  ),

  serve(deleteEquipment, async ({ id }, call) => {
    await call.org.transaction(async (org) => {
      const before = await lockFields(org, id)
      if (!before) throw fail('equipmentNotFound')
      if (await isBound(org, id)) throw fail('equipmentHasGateway')
      await removeEquipment(org, id)
      await call.record({ act: 'delete', objectType: 'equipment', objectId: id, objectName: before.name, before }, org)
    })
    call.live.forget(id)
    return null
  }),
] satisfies RoomServer
