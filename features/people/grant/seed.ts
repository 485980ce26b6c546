// Grants of the demonstration: a group to a role, and some devices to a customer and to another enterprise.
import type { EquipmentId } from '../../../contract/fields.ts'
import { queryGroups } from '../../device/group/contract.ts'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { externalCalls } from '../account/contract.ts'
import { queryRoles } from '../role/contract.ts'
import { addGrant, queryGrants } from './contract.ts'

const guest = 'brewery'
const ofGuest = ['distribution', 'booster']
const ofCustomer = ['tower']

async function run({ call, devices }: Demo): Promise<void> {
  // Existing grants stay as they are: the user may have withdrawn some.
  if ((await call(queryGrants, {})).length > 0) return
  const at = (stations: readonly string[]): EquipmentId[] =>
    devices.filter(({ station }) => stations.includes(station)).map(({ equipmentId }) => equipmentId)
  const [group] = await call(queryGroups, {})
  const role = (await call(queryRoles, {})).roles.find(
    ({ roleType, dataRange }) => roleType === 'internal' && dataRange === 'granted',
  )
  if (role && group) await call(addGrant, { roleId: role.id, groupId: group.id, loginname: null })
  const [customer] = (await call(externalCalls.query, {})).rows
  if (customer)
    for (const equipmentId of at(ofCustomer))
      await call(addGrant, { accountId: customer.id, equipmentId, loginname: null })
  for (const equipmentId of at(ofGuest)) await call(addGrant, { loginname: guest, equipmentId })
}

export default { place: 24, run } satisfies Seed
