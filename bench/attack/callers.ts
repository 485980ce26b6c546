// The accounts, keys and visitors that attack, each with the words that no answer to it may contain.

import type { DataRange, Permission, RoleType } from '../../contract/permissions.ts'
import { projectMenus } from '../../contract/share-menus.ts'
import { isOperatorKey, placedPermissions } from '../../features/frame/permissions.ts'
import { canHold } from '../../features/people/access/rules.ts'
import { addApiKey } from '../../features/people/api-key/contract.ts'
import {
  editProjectShareAuth,
  editProjectSharePassword,
  editShareAuth,
  editSharePassword,
  renewProjectShareLink,
  renewShareLink,
} from '../../features/project/share/contract.ts'
import type { BenchPlatform } from '../platform.ts'
import { type Ask, askAs, connectionsFrom, signIn } from './client.ts'
import { addDevice, addProjectOver } from './company.ts'
import { insertAccount, insertDepartment, insertRole } from './insert.ts'

/** Words in the names of the objects of each group, by which leaks are recognised. */
export const words = { other: 'Bqx7secret', vault: 'Vqx7hidden', common: 'Aqx7common', shared: 'Sqx7shared' }

/** The objects whose ids a caller uses. */
export type Range = 'full' | 'narrow' | 'outside' | 'other'

export type Caller = {
  name: string
  range: Range
  /** The source address of its connections. */
  address: string
  login?: string
  key?: string
  share?: { token: string; password: string }
  /** May administrate all companies by some calls. */
  isOperator?: boolean
  /** True if the caller sends only calls that read. */
  isReader?: boolean
  secrets: string[]
}

const sharePassword = 'Pump4711'

const addressOf = (at: number) => `127.0.2.${at + 1}`

type World = { platform: BenchPlatform; admin: Ask; orgId: number; otherOrgId: number }

const heldBy = (roleType: RoleType, isAll: boolean): Permission[] =>
  placedPermissions
    .filter((place) => canHold(roleType, place) && !isOperatorKey(place.key) && (isAll || !place.isForAllDevices))
    .map(({ key }) => key)

const ranges: readonly { dataRange: DataRange; roleType: RoleType; count: number }[] = [
  { dataRange: 'all', roleType: 'internal', count: 6 },
  { dataRange: 'department', roleType: 'internal', count: 8 },
  { dataRange: 'own', roleType: 'internal', count: 8 },
  { dataRange: 'granted', roleType: 'internal', count: 3 },
  { dataRange: 'granted', roleType: 'external', count: 4 },
]

const outsideOf = [words.other, words.vault]

async function withRoles({ platform, orgId }: World): Promise<Omit<Caller, 'address'>[]> {
  const callers: Omit<Caller, 'address'>[] = []
  for (const { dataRange, roleType, count } of ranges)
    for (let at = 1; at <= count; at += 1) {
      const login = `${roleType.slice(0, 3)}${dataRange}${at}`
      const auths = heldBy(roleType, dataRange === 'all')
      const roleId = await insertRole(platform, { orgId, roleType, name: `Role of ${login}`, auths, dataRange })
      const departmentId = await insertDepartment(platform, orgId, `Department of ${login}`)
      await insertAccount(platform, { orgId, loginname: login, name: login, roleType, roleId, departmentId })
      const isFull = dataRange === 'all'
      const secrets = isFull ? [words.other] : outsideOf
      callers.push({ name: `${roleType}, ${dataRange}`, login, range: isFull ? 'full' : 'narrow', secrets })
    }
  return callers
}

const plain: readonly { roleType: RoleType; count: number; range: Range; isOperator?: boolean }[] = [
  { roleType: 'enterprise', count: 3, range: 'full' },
  { roleType: 'operation', count: 2, range: 'full', isOperator: true },
  { roleType: 'internal', count: 2, range: 'narrow' },
  { roleType: 'external', count: 1, range: 'narrow' },
]

async function withoutRoles({ platform, orgId, otherOrgId }: World): Promise<Omit<Caller, 'address'>[]> {
  const callers: Omit<Caller, 'address'>[] = []
  for (const { roleType, count, range, isOperator } of plain)
    for (let at = 1; at <= count; at += 1) {
      const login = `${roleType}${at}`
      await insertAccount(platform, { orgId, loginname: login, name: login, roleType })
      const secrets = range === 'full' ? [words.other] : outsideOf
      callers.push({ name: `${roleType} without a role`, login, range, isOperator, secrets })
    }
  const readers = ['reader1', 'reader2']
  for (const login of readers) {
    await insertAccount(platform, { orgId: otherOrgId, loginname: login, name: login, roleType: 'enterprise' })
    const secrets = [words.vault, words.common, words.shared]
    callers.push({ name: 'administrator of the other company', login, range: 'other', isReader: true, secrets })
  }
  const admins = [1, 2].map(() => ({
    login: 'admin',
    range: 'full' as const,
    isOperator: true,
    secrets: [words.other],
  }))
  return [...callers, ...admins.map((admin) => ({ name: 'administrator', ...admin }))]
}

async function keys(
  { platform }: World,
  logins: readonly Omit<Caller, 'address'>[],
): Promise<Omit<Caller, 'address'>[]> {
  const owners = ['enterprise1', 'intall1', 'intdepartment1', 'intown1']
  const callers: Omit<Caller, 'address'>[] = []
  for (const owner of owners) {
    const agent = connectionsFrom('127.0.0.1')
    const session = await signIn(platform.port, agent, owner, platform.password)
    if (session.cookie === undefined) throw new Error(`${owner}: ${session.fault}`)
    const ask = askAs(platform.port, agent, { cookie: session.cookie })
    const auths = heldBy('internal', false)
    const { key } = await ask(addApiKey, { name: `Key of ${owner}`, auths })
    const { range, secrets } = logins.find(({ login }) => login === owner)!
    callers.push({ name: `key of ${owner}`, key, range, secrets })
    agent.destroy()
  }
  return callers
}

/** A shared device and a shared project, with their visitors. No other caller uses their ids. */
async function visitors({ admin }: World): Promise<Omit<Caller, 'address'>[]> {
  const builder = { ask: admin, operator: admin, word: words.shared }
  const { equipmentId, signalId } = await addDevice(builder)
  const projectId = await addProjectOver(builder, { equipmentId, signalId })
  const device = await admin(renewShareLink, { equipId: equipmentId })
  await admin(editSharePassword, { equipId: equipmentId, sharePwd: sharePassword })
  const open = { isShared: true, topMenu: true, mayWrite: true, expiresAt: null, ancestors: [] }
  await admin(editShareAuth, { ...open, equipId: equipmentId, menus: ['realTime', 'page', 'history'] })
  const project = await admin(renewProjectShareLink, { projectId })
  await admin(editProjectSharePassword, { projectId, sharePwd: sharePassword })
  await admin(editProjectShareAuth, { ...open, projectId, menus: [...projectMenus] })
  const secrets = [...outsideOf, words.common]
  return [device, device, device, project, project, project].map(({ token }) => ({
    ...{ name: 'visitor', range: 'outside' as const, secrets, share: { token, password: sharePassword } },
  }))
}

/** Adds all callers. */
export async function addCallers(world: World): Promise<Caller[]> {
  const logins = [...(await withRoles(world)), ...(await withoutRoles(world))]
  const anonymous = {
    name: 'anonymous',
    range: 'outside' as const,
    secrets: [...outsideOf, words.common, words.shared],
  }
  const all = [
    ...logins,
    ...(await keys(world, logins)),
    ...(await visitors(world)),
    ...[anonymous, anonymous, anonymous],
  ]
  return all.map((caller, at) => ({ ...caller, address: addressOf(at) }))
}
