// Devices that members of a role see, and the steps of a decision, by the same rules as the platform's decisions.
import { fail, type Language } from '../../../contract/errors.ts'
import type { AccountId, DepartmentId, EquipmentId, RoleId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import type { DataRange, Permission } from '../../../contract/permissions.ts'
import { withDescendants } from '../../../core/tree-rules.ts'
import type { Sight } from '../../../db/sight.ts'
import { placeOf } from '../../frame/permissions.ts'
import { authsOf, rangeOf, type SessionRights } from '../access/rules.ts'
import { type Asking, type Reach, reachOf } from '../grant/rules.ts'
import type { WhyStep } from './contract.ts'
import { isReading } from './rules.ts'
import {
  loadAccount,
  loadAccountsOf,
  loadDepartmentNodes,
  loadDevices,
  loadGiven,
  loadGroupNodes,
  loadRole,
} from './store.ts'

type Account = NonNullable<Awaited<ReturnType<typeof loadAccount>>>
type Grant = Awaited<ReturnType<typeof loadGiven>>[number]

const shown = 6

const rightsOfAccount = ({ roleType, auths, dataRange, regions }: Account): SessionRights => ({
  roleType,
  isGuest: false,
  role: auths && dataRange ? { auths, dataRange, regions } : null,
})

async function askingOf(sight: Sight, account: Account, range: DataRange): Promise<Asking<Grant>> {
  const { id, departmentId, roleId } = account
  const below =
    range === 'department' && departmentId !== null
      ? withDescendants(await loadDepartmentNodes(sight), departmentId)
      : new Set<DepartmentId>()
  const colleagues = new Set(await loadAccountsOf(sight, [...below]))
  return { accountId: id, range, colleagues, given: await loadGiven(sight, { accountId: id, roleId }) }
}

type RoleInput = { id: RoleId; accountId?: AccountId | null | undefined; dataRange?: DataRange | null | undefined }

/**
 * The devices that a role gives access to. Without a member: only devices that every member sees, so none that a single
 * member created.
 */
export async function devicesOfRole(sight: Sight, { id, accountId, dataRange }: RoleInput) {
  const role = await loadRole(sight, id)
  const account = accountId ? await loadAccount(sight, accountId) : undefined
  if (!role || (account && account.roleId !== id)) throw fail('notFound')
  const rights = { ...role, dataRange: dataRange ?? role.dataRange }
  const range = rangeOf({ roleType: role.roleType, isGuest: false, role: rights })
  const asking: Asking<Grant> = account
    ? await askingOf(sight, account, range)
    : { accountId: null, range, colleagues: new Set(), given: await loadGiven(sight, { accountId: null, roleId: id }) }
  const groups = await loadGroupNodes(sight)
  const rows = (await loadDevices(sight)).flatMap((device) => {
    const reach = reachOf(device, asking, groups)
    return reach ? [{ id: device.id, name: device.name, mayWrite: reach.mayWrite }] : []
  })
  return { visible: rows.length, writable: rows.filter(({ mayWrite }) => mayWrite).length, rows: rows.slice(0, shown) }
}

type Question = { accountId: AccountId; key: Permission; equipmentId: EquipmentId }

export async function whyOf(sight: Sight, { accountId, key, equipmentId }: Question, language: Language) {
  if (!placeOf(key)) throw badField('key', 'notAllowed', language)
  const account = await loadAccount(sight, accountId)
  const [device] = await loadDevices(sight, equipmentId)
  if (!account || !device) throw fail('notFound')
  const rights = rightsOfAccount(account)
  const asking = await askingOf(sight, account, rangeOf(rights))
  const reach = reachOf(device, asking, await loadGroupNodes(sight))
  const steps: WhyStep[] = [
    { step: 'account', ok: !account.disabled, by: account.disabled ? 'disabled' : 'active' },
    {
      step: 'function',
      ok: authsOf(rights).includes(key),
      by: rights.role ? 'role' : 'type',
      what: rights.role ? account.roleName : null,
    },
    deviceStep(reach),
    ...(reach ? [rightStep(reach, key)] : []),
  ]
  return { may: steps.every(({ ok }) => ok), steps }
}

function deviceStep(reach: Reach<Grant> | undefined): WhyStep {
  if (!reach) return { step: 'device', ok: false, by: 'nothing', what: null }
  if (reach.by !== 'grant') return { step: 'device', ok: true, by: reach.by, what: null }
  const { roleId, name } = reach.grant
  return { step: 'device', ok: true, by: roleId === null ? 'account' : 'role', what: name }
}

function rightStep({ mayWrite }: Reach, key: Permission): WhyStep {
  if (isReading(key)) return { step: 'right', ok: true, by: 'reads' }
  return { step: 'right', ok: mayWrite, by: mayWrite ? 'write' : 'view' }
}
