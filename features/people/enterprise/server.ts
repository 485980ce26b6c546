import { fail } from '../../../contract/errors.ts'
import type { OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { addStarterRoles } from '../../../db/starter-roles.ts'
import { type RoomServer, serve, type WideCall } from '../../frame/serve.ts'
import { lockAccounts, personOf, saveNewAccount, savePassword, takeSecondFactorOff } from '../account/part-save.ts'
import { isAdministrator, recoversItself } from '../account/rules.ts'
import { starterRows, starterWords } from '../role/rules.ts'
import {
  addEnterprise,
  addEnterpriseAccount,
  disableEnterprise,
  disableEnterpriseAccount,
  type EnterpriseAccountId,
  editEnterprise,
  editEnterpriseAccount,
  editMyOrganisation,
  enableEnterprise,
  enableEnterpriseAccount,
  myOrganisation,
  queryEnterprises,
  resetEnterprisePassword,
  resetEnterpriseSecondFactor,
} from './contract.ts'
import { changeAccount, recordBoth } from './part-change.ts'
import {
  countOthers,
  type DbOf,
  endSessions,
  insertEnterprise,
  inTransaction,
  loadEnterprises,
  loadMine,
  loadOwn,
  lockEnterprise,
  setDisabled,
  sightIn,
  updateContact,
  updateEnterprise,
  updateMine,
} from './store.ts'

const organisation = (id: OrgId, name: string) => ({ type: 'organisation', id, name }) as const

async function toChange(db: DbOf, id: OrgId) {
  const found = await lockEnterprise(db, id)
  if (!found) throw fail('notFound', {}, { field: 'id' })
  return found
}

const ofEnterprise = { roleType: 'enterprise', roleId: null, departmentId: null } as const

function changeState(act: 'disable' | 'enable') {
  const disabled = act === 'disable'
  return ({ id }: { id: OrgId }, call: WideCall): Promise<null> =>
    inTransaction(call.db, async (db) => {
      const before = await toChange(db, id)
      await setDisabled(db, id, disabled)
      if (disabled) await endSessions(db, id)
      const told = { before: { disabled: before.disabled }, after: { disabled } }
      await recordBoth(call, db, id, { act, object: organisation(id, before.name), ...told })
      return null
    })
}

function changeAccountState(act: 'disable' | 'enable') {
  const disabled = act === 'disable'
  return ({ id }: { id: EnterpriseAccountId }, call: WideCall): Promise<null> =>
    changeAccount(call, id, async (_, account, db) => {
      const isAdmin = isAdministrator({ roleType: 'enterprise', disabled: account.disabled })
      if (disabled && isAdmin && (await countOthers(db, account.orgId, account.id)) === 0)
        throw fail('lastAdministrator')
      await updateContact(db, account.id, { disabled })
      return { act, before: { disabled: account.disabled }, after: { disabled }, data: null }
    })
}

export default [
  serve(queryEnterprises, { kind: 'operator' }, (filter, { db }) => loadEnterprises(db, filter)),

  serve(addEnterprise, { kind: 'operator' }, ({ loginname, accountName, password = null, ...fields }, call) =>
    inTransaction(call.db, async (db) => {
      const orgId = await insertEnterprise(db, { ...fields, zone: fields.zone ?? call.user.zone }, call.now())
      await addStarterRoles(db, { orgId, at: call.now() }, starterRows, starterWords)
      const person = personOf({ name: accountName })
      const draft = { ...person, ...ofEnterprise, loginname, password, createdBy: call.user.accountId }
      const made = await saveNewAccount(sightIn(db, orgId), draft, call.now())
      await recordBoth(call, db, orgId, { act: 'add', object: organisation(orgId, fields.name), after: fields })
      const object = { type: 'account', id: made.id, name: loginname } as const
      const after = { name: accountName, roleType: 'enterprise' }
      await recordBoth(call, db, orgId, { act: 'add', object, after })
      return { id: orgId, password: made.password }
    }),
  ),

  serve(editEnterprise, { kind: 'operator' }, ({ id, ...after }, call) =>
    inTransaction(call.db, async (db) => {
      const { disabled: _, ...before } = await toChange(db, id)
      await updateEnterprise(db, id, after)
      await recordBoth(call, db, id, { act: 'edit', object: organisation(id, after.name), before, after })
      return null
    }),
  ),

  serve(disableEnterprise, { kind: 'operator' }, changeState('disable')),
  serve(enableEnterprise, { kind: 'operator' }, changeState('enable')),

  serve(addEnterpriseAccount, { kind: 'operator' }, ({ orgId, loginname, password = null, ...contact }, call) =>
    inTransaction(call.db, async (db) => {
      await toChange(db, orgId)
      const draft = { ...personOf(contact), ...ofEnterprise, loginname, password, createdBy: call.user.accountId }
      const made = await saveNewAccount(sightIn(db, orgId), draft, call.now())
      const object = { type: 'account', id: made.id, name: loginname } as const
      await recordBoth(call, db, orgId, { act: 'add', object, after: { ...contact, roleType: 'enterprise' } })
      return { password: made.password }
    }),
  ),

  serve(editEnterpriseAccount, { kind: 'operator' }, ({ id, ...after }, call) =>
    changeAccount(call, id, async (_, { id: accountId, name, phone, email }, db) => {
      await updateContact(db, accountId, after)
      return { act: 'edit', before: { name, phone, email }, after, data: null }
    }),
  ),

  serve(disableEnterpriseAccount, { kind: 'operator' }, changeAccountState('disable')),
  serve(enableEnterpriseAccount, { kind: 'operator' }, changeAccountState('enable')),

  serve(resetEnterprisePassword, { kind: 'operator' }, ({ id, password = null }, call) =>
    changeAccount(call, id, async (sight, account) => {
      if (recoversItself(account)) throw fail('recoversItself')
      await lockAccounts(sight)
      return { act: 'resetPassword', data: { password: await savePassword(sight, account, password, call.now()) } }
    }),
  ),

  serve(resetEnterpriseSecondFactor, { kind: 'operator' }, async ({ id }, call) => {
    const notifyOwner = await changeAccount(call, id, async (sight, account) => {
      const data = await takeSecondFactorOff(sight, account, call)
      return { act: 'resetSecondFactor', data }
    })
    notifyOwner()
    return null
  }),

  serve(myOrganisation, async (_, { sight }) => ({
    ...(await loadMine(sight)),
    maxEnterprise: limits.enterpriseAccounts,
  })),

  serve(editMyOrganisation, { kind: 'change' }, async (after, { sight }) => {
    const before = await loadOwn(sight)
    await updateMine(sight, after)
    return { act: 'edit', object: organisation(sight.orgId, after.name), before, after, data: null }
  }),
] satisfies RoomServer
