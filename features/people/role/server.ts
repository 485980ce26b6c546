import { fail, failAs, type Language } from '../../../contract/errors.ts'
import type { RoleId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { roleTypes } from '../../../contract/permissions.ts'
import type { Sight } from '../../../db/sight.ts'
import { joinWords } from '../../../ui/punctuation.ts'
import { keyWithPage, rangeWords } from '../../frame/permission-words.ts'
import { type Call, type RoomServer, serve, type User } from '../../frame/serve.ts'
import { authsOf, isFixed, rangeOf, regionsOf } from '../access/rules.ts'
import {
  addRole,
  copyRole,
  deleteRole,
  editRole,
  queryMembers,
  queryRegions,
  queryRoleDevices,
  queryRoles,
  type Role,
  roleInfo,
  type SystemRole,
  whyMay,
} from './contract.ts'
import { cannotDelete, cannotHave, completed, distinct, type Lack, lacksOf, loggedOf, type Rights } from './rules.ts'
import {
  countByType,
  hasName,
  insertRole,
  loadKind,
  loadMembers,
  loadRegions,
  loadRole,
  loadRoles,
  removeRole,
  updateRole,
} from './store.ts'
import { devicesOfRole, whyOf } from './why.ts'

const maxRegions = 500
const toldMembers = 5

/** Default rights of accounts without a role, for the types that the organisation can have. */
async function systemRoles(sight: Sight): Promise<SystemRole[]> {
  const [kind, counts] = [await loadKind(sight), await countByType(sight)]
  const isStaff = (type: string) => type === 'admin' || type === 'operation'
  return roleTypes
    .filter((type) => kind === 'platform' || !isStaff(type))
    .map((roleType) => {
      const rights = { roleType, isGuest: false, role: null }
      const regions = regionsOf(rights)
      const auths = authsOf(rights).filter((key) => key !== 'public' && key !== 'signedIn')
      return {
        roleType,
        auths,
        dataRange: rangeOf(rights),
        regions: regions && [...regions],
        memberCount: counts.get(roleType) ?? 0,
      }
    })
}

const found = async (sight: Sight, id: RoleId): Promise<Role> => {
  const role = await loadRole(sight, id)
  if (!role) throw fail('notFound')
  return role
}

/** Throws if another role of the organisation has the name. */
async function refuseTaken(sight: Sight, name: string, besideId: RoleId | null = null): Promise<void> {
  if (await hasName(sight, name, besideId)) throw fail('nameExists', { name }, { field: 'name' })
}

/** Throws if the role is the caller's own, unless the caller's rights do not depend on it. */
function refuseOwn(id: RoleId, { roleId, roleType }: User): void {
  if (roleId === id && !isFixed(roleType)) throw fail('ownGrant')
}

/** Throws grantsMore with the names of the rights that the caller lacks. */
function refuseBeyond(user: User, before: Rights | undefined, after: Rights, language: Language): void {
  const own: Rights = { auths: [...user.auths], dataRange: user.dataRange, regions: user.regions && [...user.regions] }
  const lacks = lacksOf(own, before, after)
  if (lacks.length > 0)
    throw fail('grantsMore', {
      what: joinWords(
        lacks.map((lack) => lackWord(lack, after, language)),
        language,
      ),
    })
}

const allRegionsWord: Record<Language, string> = { en: 'All regions', 'zh-cn': '全部区域' }

function lackWord(lack: Lack, { dataRange }: Rights, language: Language): string {
  if (lack.kind === 'key') return keyWithPage(lack.key, language)
  if (lack.kind === 'allRegions') return allRegionsWord[language]
  return lack.kind === 'region' ? lack.region : rangeWords[dataRange][language]
}

/** The rights to store. Throws if the type of role cannot have them. */
function rightsFor(roleType: Role['roleType'], given: Rights, language: Language): Rights {
  const field = cannotHave(roleType, given)
  if (field) throw badField(field, 'notAllowed', language)
  return { auths: completed(given.auths), dataRange: given.dataRange, regions: distinct(given.regions) }
}

const object = (id: RoleId, name: string) => ({ type: 'role', id, name }) as const

async function insert(
  role: Rights & Pick<Role, 'name' | 'remark' | 'roleType'>,
  { sight, now }: Pick<Call, 'now'> & { sight: Parameters<typeof insertRole>[0] },
): Promise<Role> {
  await sight.lock('role')
  await refuseTaken(sight, role.name)
  return found(sight, await insertRole(sight, { ...role, createdAt: now() }))
}

export default [
  serve(queryRoles, async (_, { sight }) => ({ system: await systemRoles(sight), roles: await loadRoles(sight) })),

  serve(roleInfo, ({ id }, { sight }) => found(sight, id)),

  serve(addRole, { kind: 'change' }, async ({ roleType, name, remark, ...given }, call) => {
    const { sight, user, language } = call
    if (roleType === 'operation' && (await loadKind(sight)) !== 'platform')
      throw badField('roleType', 'notAllowed', language)
    const rights = rightsFor(roleType, given, language)
    refuseBeyond(user, undefined, rights, language)
    const data = await insert({ roleType, name, remark, ...rights }, call)
    return { act: 'add', object: object(data.id, name), after: { roleType, ...loggedOf(data) }, data }
  }),

  serve(editRole, { kind: 'change' }, async ({ id, version, name, remark, ...given }, { sight, user, language }) => {
    await sight.lock('role')
    const before = await found(sight, id)
    refuseOwn(id, user)
    const rights = rightsFor(before.roleType, given, language)
    refuseBeyond(user, before, rights, language)
    await refuseTaken(sight, name, id)
    if (!(await updateRole(sight, id, version, { name, remark, ...rights }))) throw fail('staleVersion')
    const data = await found(sight, id)
    return { act: 'edit', object: object(id, name), before: loggedOf(before), after: loggedOf(data), data }
  }),

  serve(copyRole, { kind: 'change' }, async ({ id, name }, call) => {
    const { auths, dataRange, regions, roleType, remark, name: of } = await found(call.sight, id)
    refuseBeyond(call.user, undefined, { auths, dataRange, regions }, call.language)
    const data = await insert({ auths, dataRange, regions, roleType, remark, name }, call)
    return { act: 'copyRole', object: object(data.id, name), after: { copyOf: of, ...loggedOf(data) }, data }
  }),

  serve(deleteRole, { kind: 'change' }, async ({ id }, { sight, user, language }) => {
    await sight.lock('role')
    const before = await found(sight, id)
    refuseOwn(id, user)
    refuseBeyond(user, undefined, before, language)
    const { total, rows } = await loadMembers(sight, { id, keyword: null, pageNo: 1, pageSize: toldMembers })
    const refused = cannotDelete(
      rows.map((row) => row.name),
      total,
      language,
    )
    if (refused) throw failAs(refused)
    await removeRole(sight, id)
    return { act: 'delete', object: object(id, before.name), before: loggedOf(before), data: null }
  }),

  serve(queryMembers, (filter, { sight }) => loadMembers(sight, filter)),

  serve(queryRegions, (_, { sight }) => loadRegions(sight, maxRegions)),

  serve(queryRoleDevices, (input, { sight }) => devicesOfRole(sight, input)),

  serve(whyMay, (input, { sight, language }) => whyOf(sight, input, language)),
] satisfies RoomServer
