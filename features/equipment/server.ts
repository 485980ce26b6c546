import { fail } from '../../contract/errors.ts'
import { type RoomServer, serve, serveChange } from '../serve.ts'
import {
  addEquipment,
  deleteEquipment,
  editEquipment,
  equipmentInfo,
  queryEquipments,
  queryEquipmentsByUser,
  queryManufacturers,
} from './contract.ts'
import {
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
    const id = await insertEquipment(sight, fields, user.accountId, now())
    return { act: 'add', object: { type: 'equipment', id, name: fields.name }, after: fields, data: { id } }
  }),

  serveChange(editEquipment, async ({ id, ...fields }, { sight }) => {
    const before = await lockFields(sight, id)
    if (!before) throw fail('equipmentNotFound')
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
