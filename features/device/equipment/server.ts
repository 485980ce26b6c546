import { fail } from '../../../contract/errors.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { loadWarrantyClock } from '../open/warranty-clock.ts'
import {
  addEquipment,
  deleteEquipment,
  editEquipment,
  equipmentInfo,
  queryEquipments,
  queryEquipmentsByUser,
  queryManufacturers,
} from './contract.ts'
import { changedBy, mustFit, noFields } from './part-saving.ts'
import { openedBy } from './rules.ts'
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
  serve(queryEquipments, async ({ mine, ...filter }, { sight, user, now }) => {
    const clock = await loadWarrantyClock(sight, now())
    return loadEquipments(sight, { ...filter, clock, createdBy: mine ? user.accountId : null })
  }),

  serve(queryEquipmentsByUser, ({ keyword }, { sight }) => loadEquipmentsShort(sight, keyword, maxChoices)),

  serve(queryManufacturers, (_, { sight }) => loadManufacturers(sight)),

  serve(equipmentInfo, async ({ id }, { sight, user, now }) => {
    const equipment = await loadEquipment(sight, id, user.accountId, await loadWarrantyClock(sight, now()))
    if (!equipment) throw fail('equipmentNotFound')
    return equipment
  }),

  serve(addEquipment, { kind: 'change' }, async ({ display, ruleType, ...rest }, call) => {
    const { sight, user, now } = call
    const fields = { ...rest, ruleType: openedBy({ display, ruleType }, noFields.ruleType) }
    await mustFit(call, noFields, fields)
    const id = await insertEquipment(sight, fields, user.accountId, now())
    return { act: 'add', object: { type: 'equipment', id, name: fields.name }, after: fields, data: { id } }
  }),

  serve(editEquipment, { kind: 'change' }, async ({ id, display, ruleType, ...given }, call) => {
    const { sight } = call
    const before = await lockFields(sight, id)
    if (!before) throw fail('equipmentNotFound')
    const fields = changedBy(before, { ...given, ruleType: openedBy({ display, ruleType }, before.ruleType) })
    await mustFit(call, before, fields)
    await updateEquipment(sight, id, fields)
    return { act: 'edit', object: { type: 'equipment', id, name: fields.name }, before, after: fields, data: null }
  }),

  serve(deleteEquipment, { kind: 'change' }, async ({ id }, { sight, live }) => {
    const before = await lockFields(sight, id)
    if (!before) throw fail('equipmentNotFound')
    if (await isBound(sight, id)) throw fail('equipmentHasGateway')
    await removeEquipment(sight, id)
    const object = { type: 'equipment', id, name: before.name } as const
    return { act: 'delete', object, before, data: null, afterwards: () => live.forget(id) }
  }),
] satisfies RoomServer
