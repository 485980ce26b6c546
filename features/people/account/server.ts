import { fail } from '../../../contract/errors.ts'
import type { AccountId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { type Change, type ChangeCall, type RoomServer, type Served, serve, type User } from '../../frame/serve.ts'
import type { Act } from '../../platform/operation-log/contract.ts'
import {
  type AccountCalls,
  deleteAccount,
  externalCalls,
  internalCalls,
  queryCompanyAndExternal,
  rejectAccount,
  staffCalls,
} from './contract.ts'
import { accountObject as object, toManage } from './part-manage.ts'
import {
  admitWaiting,
  limitOf,
  lockAccounts,
  mustGive,
  saveNewAccount,
  savePassword,
  takeSecondFactorOff,
} from './part-save.ts'
import {
  type AccountKind,
  beyondGiver,
  cannotDelete,
  isOwnGrant,
  recoversItself,
  roleFor,
  roleTypeOf,
  roleTypesOf,
  takesLast,
} from './rules.ts'
import {
  countOfType,
  countOtherAdministrators,
  isWaiting,
  loadAccount,
  loadAccountFacts,
  loadAccounts,
  loadDepartmentName,
  loadDepartments,
  loadNamed,
  loadRole,
  loadRoles,
  removeAccount,
  updateAccount,
} from './store.ts'

type Managed = Awaited<ReturnType<typeof toManage>>

/** Throws if the change would affect the caller's own rights, or the last administrator who can sign in. */
async function mustBeAllowed(
  sight: Sight,
  user: User,
  account: Managed,
  change: Partial<Pick<Managed, 'roleType' | 'disabled' | 'roleId' | 'departmentId'>>,
): Promise<void> {
  if (isOwnGrant(user.accountId, account, change)) throw fail('ownGrant')
  const others = await countOtherAdministrators(sight, account.roleType, account.id)
  if (takesLast(account, change, others)) throw fail('lastAdministrator')
}

/** Names of role and department for the log. */
async function placeNames(sight: Sight, { roleId, departmentId }: Pick<Managed, 'roleId' | 'departmentId'>) {
  const role = await loadRole(sight, roleId)
  const departmentName = departmentId === null ? null : ((await loadDepartmentName(sight, departmentId)) ?? null)
  return { roleName: role?.name ?? null, departmentName }
}

function setDisabled(kind: AccountKind, act: Act & ('disable' | 'enable')) {
  const disabled = act === 'disable'
  return async ({ id }: { id: AccountId }, call: ChangeCall): Promise<Change<null>> => {
    const { sight, user } = call
    const account = await toManage(call, kind, id)
    await mustBeAllowed(sight, user, account, { disabled })
    if (!disabled) await admitWaiting(sight, id, account.roleType)
    await updateAccount(sight, id, { disabled })
    return { act, object: object(account), before: { disabled: account.disabled }, after: { disabled }, data: null }
  }
}

const served = (calls: AccountCalls, kind: AccountKind): Served[] => [
  serve(calls.query, (filter, { sight }) => loadAccounts(sight, roleTypesOf(kind), filter)),

  serve(calls.choices, async (_, { sight, user }) => {
    const roleType = roleTypeOf(kind, false)
    const roles = await loadRoles(sight, roleFor(roleType)!)
    const choices = roles.map(({ id, name, ...role }) => ({ id, name, beyond: beyondGiver(user, roleType, role) }))
    const [departments, count, limit] = [
      await loadDepartments(sight),
      await countOfType(sight, roleTypesOf(kind)),
      await limitOf(sight, roleType),
    ]
    return { roles: choices, departments, count, limit } as never
  }),

  serve(calls.info, async ({ id }, { sight }) => {
    const account = await loadAccount(sight, roleTypesOf(kind), id)
    if (!account) throw fail('notFound')
    return account
  }),

  serve(calls.add, { kind: 'change' }, async ({ isAdmin, password = null, ...fields }, call) => {
    const { sight, user, now } = call
    const roleType = roleTypeOf(kind, isAdmin)
    await mustGive(call, { ...fields, roleType })
    const draft = { ...fields, roleType, password, createdBy: user.accountId }
    const made = await saveNewAccount(sight, draft, now())
    const after = { ...fields, roleType, ...(await placeNames(sight, fields)) }
    return { act: 'add', object: object({ ...made, loginname: fields.loginname }), after, data: made }
  }),

  serve(calls.edit, { kind: 'change' }, async ({ id, isAdmin, ...fields }, call) => {
    const { sight, user } = call
    const account = await toManage(call, kind, id)
    const { roleId, departmentId } = fields
    const roleType = roleTypeOf(kind, isAdmin)
    await mustBeAllowed(sight, user, account, { roleType, roleId, departmentId })
    const { securityZone } = fields
    const place = { roleType, roleId, departmentId, securityZone }
    const isSame = (Object.keys(place) as (keyof typeof place)[]).every((key) => place[key] === account[key])
    if (!isSame) await mustGive(call, place)
    const told = await placeNames(sight, account)
    await updateAccount(sight, id, { ...fields, roleType })
    const { id: _, disabled: __, loginname: ___, ...own } = account
    const after = { ...fields, roleType, ...(await placeNames(sight, fields)) }
    return { act: 'edit', object: object(account), before: { ...own, ...told }, after, data: null }
  }),

  serve(calls.disable, { kind: 'change' }, setDisabled(kind, 'disable')),
  serve(calls.enable, { kind: 'change' }, setDisabled(kind, 'enable')),

  serve(calls.resetPassword, { kind: 'change' }, async ({ id, password = null }, call) => {
    const { sight, user, now } = call
    const account = await toManage(call, kind, id)
    if (id === user.accountId) throw fail('ownGrant')
    if (recoversItself(account)) throw fail('recoversItself')
    const drawn = await savePassword(sight, account, password, now())
    return { act: 'resetPassword', object: object(account), data: { password: drawn } }
  }),

  serve(calls.resetSecondFactor, { kind: 'change' }, async ({ id }, call) => {
    const account = await toManage(call, kind, id)
    if (id === call.user.accountId) throw fail('ownGrant')
    const afterwards = await takeSecondFactorOff(call.sight, account, call)
    return { act: 'resetSecondFactor', object: object(account), data: null, afterwards }
  }),
]

export default [
  ...served(internalCalls, 'internal'),
  ...served(externalCalls, 'external'),
  ...served(staffCalls, 'staff'),

  serve(deleteAccount, { kind: 'change' }, async ({ id }, call) => {
    const { sight, user } = call
    await lockAccounts(sight)
    const found = await loadAccountFacts(sight, id)
    if (!found) throw fail('notFound')
    const why = cannotDelete(user.accountId, found)
    if (why) throw fail(why)
    const { id: _, ...own } = await toManage(call, 'internal', id)
    const before = { ...own, ...(await placeNames(sight, own)) }
    await removeAccount(sight, id)
    return { act: 'delete', object: object(found), before, data: null }
  }),

  serve(rejectAccount, { kind: 'change' }, async ({ id }, call) => {
    const { sight } = call
    const { id: _, ...own } = await toManage(call, 'external', id)
    if (!(await isWaiting(sight, id))) throw fail('onlyInternal')
    const before = { ...own, ...(await placeNames(sight, own)) }
    await removeAccount(sight, id)
    return { act: 'reject', object: object({ id, loginname: own.loginname }), before, data: null }
  }),

  serve(queryCompanyAndExternal, async (_, { sight }) => {
    const [internal, external] = [await loadNamed(sight, 'internal'), await loadNamed(sight, 'external')]
    return { internal, external } as never
  }),
] satisfies RoomServer
