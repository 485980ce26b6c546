import { type Failure, fail, failAs } from '../../../contract/errors.ts'
import type { AccountId, EquipmentId, GrantId, GroupId, ProjectId, RoleId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { totals } from '../../../core/tree-rules.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { Operation } from '../../frame/operation.ts'
import {
  type Call,
  type ChangeCall,
  Refusal,
  type RoomServer,
  serve,
  type User,
  type WideCall,
} from '../../frame/serve.ts'
import { fixedTypes, isFixed } from '../access/rules.ts'
import {
  addGrant,
  addProjectGrant,
  deleteGrant,
  deleteProjectGrant,
  editGrant,
  editProjectGrant,
  type Grant,
  queryGrants,
  queryProjectGrants,
  queryWithoutGrant,
} from './contract.ts'
import { cannotGive, groupsOf, type Target } from './rules.ts'
import {
  countAround,
  countInGroups,
  countTry,
  type GrantRow,
  insertGrant,
  loadAccount,
  loadByName,
  loadDevice,
  loadGiven,
  loadGrant,
  loadGrants,
  loadProject,
  loadRoleName,
  loadTree,
  loadWithout,
  type OwnAccount,
  removeGrant,
  type Subject,
  updateGrant,
} from './store.ts'

/** Subject of a grant, with its name for the log. */
type Named = Subject & { name: string; guest: string | null }

const subjectOf = ({ guest, accountName, roleName }: GrantRow): string => guest ?? accountName ?? roleName ?? ''

function view(row: GrantRow, below: ReadonlyMap<number, number>): Grant {
  const { accountName: _, roleName: __, guest, object, ...rest } = row
  const { equipmentId, groupId } = row
  const devices = groupId === null ? Number(equipmentId !== null) : (below.get(groupId) ?? 0)
  const isGuest = guest !== null
  // Ids of accounts of other organisations are hidden.
  const accountId = isGuest ? null : row.accountId
  const loginname = guest ?? row.loginname
  return { ...rest, accountId, loginname, subject: subjectOf(row), isGuest, object: object ?? '', devices } as Grant
}

async function query(by: Parameters<typeof loadGrants>[1], { sight }: Call): Promise<Grant[]> {
  const tree = await loadTree(sight)
  const device = by.equipmentId ? await loadDevice(sight, by.equipmentId) : undefined
  const rows = await loadGrants(sight, by, groupsOf(device?.groupId ?? null, tree))
  const below = totals(tree, await countInGroups(sight))
  return rows.map((row) => view(row, below))
}

/** The subject, named by exactly one of the fields. Throws otherwise. */
async function subjectFor(
  {
    accountId,
    roleId,
    loginname,
  }: { accountId?: AccountId | null | undefined; roleId?: RoleId | null | undefined; loginname: string | null },
  call: WideCall,
): Promise<Named> {
  const { sight, language } = call
  const names = [accountId ?? null, roleId ?? null, loginname].filter((each) => each !== null)
  if (names.length !== 1) throw badField('accountId', names.length === 0 ? 'missing' : 'notAllowed', language)
  if (roleId) return { accountId: null, roleId, name: (await loadRoleName(sight, roleId))?.name ?? '', guest: null }
  return accountId ? ownAccount(sight, accountId) : namedAccount(loginname!, call)
}

async function ownAccount(sight: Sight, id: AccountId): Promise<Named> {
  const account = await loadAccount(sight, id)
  if (!account) throw fail('accountNotFound')
  return subjectOfAccount(account)
}

function subjectOfAccount({ id, loginname, roleType }: OwnAccount): Named {
  // Accounts of these types see all devices in any case.
  if (isFixed(roleType)) throw fail('alreadyAuthorised')
  return { accountId: id, roleId: null, name: loginname, guest: null }
}

/**
 * Gives the same failure for a name that does not exist, is outside the caller's data range, or cannot be authorised.
 */
async function namedAccount(loginname: string, { db, sight, user, now }: WideCall): Promise<Named> {
  if (!(await countTry(sight, user.accountId, now(), limits.guestTriesPerMinute))) throw fail('tooFrequent')
  const found = await loadByName(db, loginname)
  const own = found?.orgId === sight.orgId ? await loadAccount(sight, found.id) : undefined
  if (own) return subjectOfAccount(own)
  if (!found || found.orgId === sight.orgId) {
    const object = { type: 'account', id: null, name: loginname } as const
    throw new Refusal(fail('accountNotFound', {}, { field: 'loginname' }), { act: 'authoriseFailed', object })
  }
  return { accountId: found.id, roleId: null, name: found.loginname, guest: found.loginname }
}

type Ids = { equipmentId?: EquipmentId | null | undefined; groupId?: GroupId | null | undefined }

async function objectFor({ equipmentId = null, groupId = null }: Ids, { sight, language }: WideCall): Promise<Target> {
  if ((equipmentId === null) === (groupId === null))
    throw badField('equipmentId', equipmentId === null ? 'missing' : 'notAllowed', language)
  const groups = groupId === null ? [] : await loadTree(sight)
  const name =
    equipmentId === null ? groups.find(({ id }) => id === groupId)?.name : (await loadDevice(sight, equipmentId))?.name
  if (name === undefined) throw fail('notFound')
  return { equipmentId, groupId, projectId: null, name }
}

async function projectFor(projectId: ProjectId, { sight }: WideCall): Promise<Target> {
  const project = await loadProject(sight, projectId)
  if (!project) throw fail('notFound')
  return { equipmentId: null, groupId: null, projectId, name: project.name }
}

/** Throws ownGrant if the grant concerns the caller's own account or role. */
function refuseOwn({ accountId, roleId }: Subject, user: User): void {
  const isOwn = accountId === user.accountId || (roleId !== null && roleId === user.roleId && !isFixed(user.roleType))
  if (isOwn) throw fail('ownGrant')
}

/** Throws if the caller lacks the object, or the right to write to it. */
async function refuseBeyond(sight: Sight, user: User, object: Target, mayWrite: boolean): Promise<void> {
  const own = user.isGuest ? { accountId: user.accountId, roleId: null } : user
  const granter = { ...user, given: await loadGiven(sight, own) }
  const fault = cannotGive(granter, object, mayWrite, await loadTree(sight))
  if (fault) throw failAs(fault)
}

function tooMany(
  { same, accounts, objects }: Awaited<ReturnType<typeof countAround>>,
  to: Subject,
  isOfProject: boolean,
): Failure | undefined {
  if (same > 0) return fail('alreadyAuthorised')
  if (to.accountId !== null && accounts >= limits.authorisedAccounts)
    return fail(isOfProject ? 'projectAccountCapacity' : 'authorisedAccounts', { limit: limits.authorisedAccounts })
  return objects >= limits.authorisedObjects
    ? fail('authorisedObjects', { limit: limits.authorisedObjects })
    : undefined
}

/** Object of the log entry: the device, the group or the project. */
function lineOf({ equipmentId, groupId, projectId, name }: Target): Operation['object'] {
  if (projectId !== null) return { type: 'project', id: projectId, name }
  return equipmentId === null ? { type: 'group', id: groupId, name } : { type: 'equipment', id: equipmentId, name }
}

/** The grant with its object. Throws notFound if the object is not visible, ownGrant for the caller's own grant. */
async function found(sight: WritableSight, id: GrantId, user: User): Promise<{ row: GrantRow; object: Target }> {
  await sight.lock('grant')
  const row = await loadGrant(sight, id)
  if (!row) throw fail('notFound')
  refuseOwn(row, user)
  const { equipmentId, groupId, projectId } = row
  return { row, object: { equipmentId, groupId, projectId, name: row.object ?? '' } }
}

type Whom = Parameters<typeof subjectFor>[0] & { mayWrite: boolean }

async function authorise(object: Target, whom: Whom, call: WideCall): Promise<{ id: GrantId }> {
  const { user, now } = call
  const { mayWrite } = whom
  await refuseBeyond(call.sight, user, object, mayWrite)
  const { name: subject, ...to } = await subjectFor(whom, call)
  refuseOwn(to, user)
  const { name: _, ...ids } = object
  const id = await call.sight.transaction(async (sight) => {
    await sight.lock('grant')
    const refused = tooMany(
      await countAround(sight, { accountId: to.accountId, roleId: to.roleId }, ids),
      to,
      ids.projectId != null,
    )
    if (refused) throw refused
    const by = { createdAt: now(), createdBy: user.accountId }
    const made = await insertGrant(sight, { ...to, ...ids, mayWrite, ...by })
    await call.record({ act: 'authorise', object: lineOf(object), after: { subject, mayWrite } }, sight)
    return made
  })
  return { id }
}

async function change({ id, mayWrite }: { id: GrantId; mayWrite: boolean }, { sight, user }: ChangeCall) {
  const { row, object } = await found(sight, id, user)
  await refuseBeyond(sight, user, object, mayWrite || row.mayWrite)
  await updateGrant(sight, id, mayWrite)
  const subject = subjectOf(row)
  const [before, after] = [row.mayWrite, mayWrite].map((each) => ({ subject, mayWrite: each }))
  return { act: 'changeAuthorisation', object: lineOf(object), before, after, data: null } as const
}

async function withdraw({ id }: { id: GrantId }, { sight, user }: ChangeCall) {
  const { row, object } = await found(sight, id, user)
  await refuseBeyond(sight, user, object, row.mayWrite)
  await removeGrant(sight, id)
  const before = { subject: subjectOf(row), mayWrite: row.mayWrite }
  return { act: 'withdrawAuthorisation', object: lineOf(object), before, data: null } as const
}

export default [
  serve(queryGrants, query),
  serve(addGrant, { kind: 'across' }, async (input, call) => authorise(await objectFor(input, call), input, call)),
  serve(editGrant, { kind: 'change' }, change),
  serve(deleteGrant, { kind: 'change' }, withdraw),

  serve(queryProjectGrants, query),
  serve(queryWithoutGrant, ({ projectId, keyword }, { sight }) => loadWithout(sight, projectId, keyword, fixedTypes)),
  serve(addProjectGrant, { kind: 'across' }, async ({ projectId, ...whom }, call) =>
    authorise(await projectFor(projectId, call), whom, call),
  ),
  serve(editProjectGrant, { kind: 'change' }, change),
  serve(deleteProjectGrant, { kind: 'change' }, withdraw),
] satisfies RoomServer
