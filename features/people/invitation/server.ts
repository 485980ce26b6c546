import { randomUUID } from 'node:crypto'
import { fail } from '../../../contract/errors.ts'
import type { AccountId, DepartmentId, OrgId, RoleId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { sha256 } from '../../../core/sha256.ts'
import type { Sight } from '../../../db/sight.ts'
import { type ChangeCall, type PublicCall, type RoomServer, serve } from '../../frame/serve.ts'
import { lockAccounts, mustGive, personOf, saveNewAccount } from '../account/part-save.ts'
import { countStranger, forgiveStranger } from '../login/part-guard.ts'
import {
  addInvitation,
  closeRegistration,
  type Enrolled,
  enroll,
  enrollInfo,
  type InvitedType,
  openRegistration,
  queryInvitations,
  queryRegistrations,
  register,
  registerInfo,
  revokeInvitation,
} from './contract.ts'
import { adds, type Maker, stateOf, stillMay } from './rules.ts'
import {
  countWaiting,
  type DbOf,
  findInvitation,
  findRegistration,
  insertInvitation,
  insertUse,
  inTransaction,
  loadFree,
  loadInvitations,
  loadMakers,
  loadRegistration,
  loadRegistrations,
  loadRole,
  putRegistration,
  removeRegistration,
  setRevoked,
  sightIn,
} from './store.ts'

const dayMs = 86_400_000

/** Throws 90002 if the caller may not add accounts of the type, 1125 if the caller lacks rights. Returns the role. */
async function mustInvite(call: ChangeCall, placing: Pick<Opened, 'roleType' | 'roleId' | 'departmentId'>) {
  if (!call.user.auths.includes(adds[placing.roleType])) throw fail('noPermission')
  return mustGive(call, placing)
}

const makersOf = (sight: Sight, ids: readonly (AccountId | null)[]) =>
  loadMakers(sight, [...new Set(ids.filter((id) => id !== null))])

const makerOf = (makers: Map<AccountId, Maker>, id: AccountId | null): Maker =>
  id === null ? null : (makers.get(id) ?? null)

/** Content of a valid link. Opening throws 1025 for an invalid one, whatever the reason. */
type Opened = {
  orgId: OrgId
  orgName: string
  roleType: InvitedType
  roleId: RoleId | null
  departmentId: DepartmentId | null
  email: string | null
  until: number
  createdBy: AccountId
  invitationId: number | null
}

async function openInvitation(db: DbOf, code: string, now: number): Promise<Opened> {
  const found = await findInvitation(db, sha256(code))
  if (!found) throw fail('invitationClosed')
  const { id: invitationId, orgId, orgName, roleType, roleId, departmentId, email, createdBy } = found
  const makers = await makersOf(sightIn(db, orgId), [createdBy])
  const kept = { ...found, isRoleGone: found.roleName !== null && roleId === null }
  const state = stateOf(kept, makerOf(makers, createdBy), found.role, now)
  if (state !== 'open' || createdBy === null) throw fail('invitationClosed')
  return { orgId, orgName, roleType, roleId, departmentId, email, until: found.expiresAt, createdBy, invitationId }
}

const uuidShape = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

async function openRole(db: DbOf, uuid: string, now: number): Promise<Opened> {
  const found = uuidShape.test(uuid) ? await findRegistration(db, sha256(uuid.toLowerCase()), now) : undefined
  if (!found) throw fail('invitationClosed')
  const { orgId, orgName, roleId, roleType, untilAt: until, role, createdBy } = found
  const makers = await makersOf(sightIn(db, orgId), [createdBy])
  const isGood = stillMay(makerOf(makers, createdBy), roleType, role)
  if (!isGood || createdBy === null) throw fail('invitationClosed')
  const none = { departmentId: null, email: null, invitationId: null }
  return { ...none, orgId, orgName, roleType, roleId, until, createdBy }
}

type Newcomer = {
  loginname: string
  name: string
  phone: string | null
  email: string | null
  password: string
  vcode?: string | undefined
  work?: string | undefined
}

/** Creates the account. The link is checked again under the organisation's lock for new accounts. */
async function join(call: PublicCall, open: (db: DbOf) => Promise<Opened>, person: Newcomer, isEnabled: boolean) {
  const { loginname, name, password, vcode, work } = person
  const purpose = isEnabled ? 'enroll' : 'register'
  const refused = await countStranger(call, purpose, { vcode, work })
  if (refused) throw refused
  const opened = await inTransaction(call.db, async (db) => {
    const sight = sightIn(db, (await open(db)).orgId)
    await lockAccounts(sight)
    const opened = await open(db)
    const { roleType, roleId, departmentId, createdBy, orgId, invitationId } = opened
    if (!isEnabled && (await countWaiting(sight)) >= limits.registrationsWaiting) throw fail('registrationsFull')
    // A phone or address in use is dropped silently, so that a link does not reveal it.
    const contact = await loadFree(db, { phone: person.phone, email: opened.email ?? person.email })
    const draft = { ...personOf({ name, ...contact }), roleType, roleId, departmentId, createdBy }
    const emailClaimed = contact.email !== null && opened.email === null
    const rest = { loginname, password, isOwnPassword: true, isWaiting: !isEnabled, emailClaimed }
    const { id } = await saveNewAccount(sight, { ...draft, ...rest }, call.now())
    if (invitationId !== null)
      await insertUse(db, { invitationId, orgId, accountId: id, loginname, usedAt: call.now() })
    const operation = { act: 'enroll', object: { type: 'account', id, name: loginname } } as const
    const who = { orgId, accountId: id, loginname, ip: call.ip }
    await call.recordAs(who, { ...operation, after: { name, roleType, roleId } }, sight)
    return opened
  })
  // Each account that waits for approval counts as a try of its network address.
  if (isEnabled) await forgiveStranger(call, purpose)
  return { loginname, orgName: opened.orgName, isEnabled } satisfies Enrolled
}

const offerOf = ({ orgName, roleType, email, until }: Opened) => ({ orgName, roleType, email, until })

export default [
  serve(queryInvitations, async (paging, { sight, now }) => {
    const { total, rows } = await loadInvitations(sight, paging)
    const makers = await makersOf(
      sight,
      rows.map(({ createdBy }) => createdBy),
    )
    const shown = rows.map(({ role, createdBy, roleId, ...row }) => {
      const kept = { ...row, used: row.uses.length, isRoleGone: row.roleName !== null && roleId === null }
      return { ...row, state: stateOf(kept, makerOf(makers, createdBy), role, now()) }
    })
    return { total, rows: shown } as never
  }),

  serve(addInvitation, { kind: 'change' }, async ({ days, uses, ...fields }, call) => {
    const { sight, user, now } = call
    const role = await mustInvite(call, fields)
    const code = drawToken()
    const kept = { ...fields, roleName: role?.name ?? null, maxUses: uses, expiresAt: now() + days * dayMs }
    const by = { createdAt: now(), createdBy: user.accountId, creator: user.loginname }
    const id = await insertInvitation(sight, { ...kept, ...by, codeHash: sha256(code) })
    const object = { type: 'invitation', id, name: fields.email ?? role?.name ?? fields.roleType } as const
    return { act: 'invite', object, after: kept, data: { id: id as never, code } }
  }),

  serve(revokeInvitation, { kind: 'change' }, async ({ id }, { sight, now }) => {
    const revoked = await setRevoked(sight, id, now())
    if (!revoked) throw fail('notFound', {}, { field: 'id' })
    const name = revoked.email ?? revoked.roleName ?? revoked.roleType
    return { act: 'revokeInvitation', object: { type: 'invitation', id, name }, data: null }
  }),

  serve(queryRegistrations, async (_, { sight, now }) => {
    const rows = await loadRegistrations(sight)
    const makers = await makersOf(
      sight,
      rows.map(({ createdBy }) => createdBy),
    )
    return rows.map(({ id, name, roleType, untilAt, createdBy, ...role }) => {
      const isOpen = (untilAt ?? 0) > now()
      const isVoid = isOpen && !stillMay(makerOf(makers, createdBy), roleType as InvitedType, role)
      return { roleId: id, name, roleType, isOpen, until: isOpen ? untilAt : null, isVoid }
    }) as never
  }),

  serve(openRegistration, { kind: 'change' }, async ({ roleId, days }, call) => {
    const { sight, user, now } = call
    const found = await loadRole(sight, roleId)
    if (!found || found.roleType === 'operation') throw fail('notFound', {}, { field: 'roleId' })
    const { name, roleType } = found
    await mustInvite(call, { roleType, roleId, departmentId: null })
    await sight.lock(`registration of ${roleId}`)
    const before = await loadRegistration(sight, roleId)
    // The open link of another account stays valid.
    if (before && !before.isInRange && before.untilAt > now()) throw fail('noPermission')
    const until = now() + days * dayMs
    const uuid = randomUUID()
    await putRegistration(sight, { roleId, uuidHash: sha256(uuid), untilAt: until, createdBy: user.accountId })
    return { act: 'openRegistration', object: { type: 'role', id: roleId, name }, after: { until }, data: { uuid } }
  }),

  serve(closeRegistration, { kind: 'change' }, async ({ roleId }, { sight }) => {
    const role = await loadRole(sight, roleId)
    const before = await loadRegistration(sight, roleId)
    if (!role || !before?.isInRange) throw fail('notFound', {}, { field: 'roleId' })
    await removeRegistration(sight, roleId)
    return { act: 'closeRegistration', object: { type: 'role', id: roleId, name: role.name }, data: null }
  }),

  serve(enrollInfo, { kind: 'public' }, async ({ code }, { db, now }) =>
    offerOf(await openInvitation(db, code, now())),
  ),

  serve(enroll, { kind: 'public' }, ({ code, ...person }, call) =>
    join(call, (db) => openInvitation(db, code, call.now()), person, true),
  ),

  serve(registerInfo, { kind: 'public' }, async ({ roleuuid }, { db, now }) =>
    offerOf(await openRole(db, roleuuid, now())),
  ),

  serve(register, { kind: 'public' }, ({ roleuuid, ...person }, call) =>
    join(call, (db) => openRole(db, roleuuid, call.now()), person, false),
  ),
] satisfies RoomServer
