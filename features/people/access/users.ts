// Users of sessions, and the devices they see. Loaded at every request, so devices of accounts with a limited range are
// cached until the organisation's `access_version` changes.
import type { Kysely } from 'kysely'
import type { EquipmentId, OrgId, ProjectId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { DB } from '../../../db/schema.ts'
import { isAmong, type VisibleDevices, type VisibleProjects } from '../../../db/sight.ts'
import type { User } from '../../frame/serve.ts'
import { authsOf, authsOfKey, rangeOf, regionsOf, type Standing } from './rules.ts'
import {
  leaveOther,
  loadDevices,
  loadProjects,
  loadSession,
  loadStandings,
  markSeen,
  openKeySession,
  type SessionRow,
} from './store.ts'

const seenEveryMs = 60_000
/** Size of the cache, in accounts; the oldest entries are dropped first. */
const maxKept = 5_000

/** Permissions of a locked session. */
const locked: Permission[] = ['public', 'signedIn']

type Seen = {
  devices: VisibleDevices
  writable: VisibleDevices
  projects: VisibleProjects
  writableProjects: VisibleProjects
}

const everything: Seen = { devices: 'all', writable: 'all', projects: 'all', writableProjects: 'all' }

type WatchesPage = {
  sessionHash: string
  orgId: OrgId
  projectId: ProjectId
  devices: readonly { equipmentId: EquipmentId; isOwn: boolean }[]
}

export type Users = {
  /** The user of an open session. */
  of(sessionHash: Buffer): Promise<User | undefined>
  /**
   * Returns the entries that must end: their session has ended, or it lost the device or the right to watch it.
   * Sessions are named by the hex of their hash.
   */
  unseen<W extends { sessionHash: string; equipmentId: EquipmentId }>(watching: readonly W[]): Promise<W[]>
  /**
   * Returns the open remote downloads that must end: the account lost the permission for remote download, or write
   * access to the device.
   */
  untunnelled<W extends { sessionHash: string; orgId: OrgId; equipmentId: EquipmentId }>(
    open: readonly W[],
  ): Promise<W[]>
  /**
   * Returns the watchers of pages of projects that must end: the account lost access to the project, or to one of the
   * devices that it sees directly.
   */
  unseenPages<W extends WatchesPage>(watching: readonly W[]): Promise<W[]>
  /** Returns listeners that no longer act in the organisation, or are locked. */
  gone<L extends { sessionHash: string; orgId: OrgId }>(listening: readonly L[]): Promise<L[]>
}

export function createUsers(db: Kysely<DB>, now: () => number): Users {
  const kept = new Map<string, Seen & { stand: string }>()
  /** Rights of each entry at its last check. Kept per entry, because one session may have several. */
  const standing = new WeakMap<object, string>()

  /** Sockets of pages that were checked since they opened. */
  const looked = new WeakSet<object>()

  async function seenBy(row: SessionRow, stand: Standing): Promise<Seen> {
    const range = rangeOf(stand)
    if (range === 'all') return everything
    const { accountId, orgId, departmentId, accessVersion } = row
    // A guest's role and department belong to its own organisation.
    const own = stand.isGuest ? { roleId: null, departmentId: null } : { roleId: row.roleId, departmentId }
    const key = `${accountId} ${orgId}`
    const version = [accessVersion, own.roleId, own.departmentId, range].join(' ')
    const known = kept.get(key)
    if (known?.stand === version) return known
    const asking = { accountId, orgId, range, ...own }
    const [devices, projects] = [await loadDevices(db, asking), await loadProjects(db, asking)]
    const found = {
      stand: version,
      devices: devices.map(({ id }) => id),
      writable: devices.filter(({ mayWrite }) => mayWrite).map(({ id }) => id),
      projects: projects.map(({ id }) => id),
      writableProjects: projects.filter(({ mayWrite }) => mayWrite).map(({ id }) => id),
    }
    kept.delete(key)
    kept.set(key, found)
    const oldest = kept.keys().next()
    if (kept.size > maxKept && !oldest.done) kept.delete(oldest.value)
    return found
  }

  /** Opens a session for an API key without one. */
  const ofKey = async (hash: Buffer, at: number) =>
    (await openKeySession(db, hash, at)) ? loadSession(db, hash, at) : undefined

  async function of(sessionHash: Buffer): Promise<User | undefined> {
    const at = now()
    const row = (await loadSession(db, sessionHash, at)) ?? (await ofKey(sessionHash, at))
    if (!row) return undefined
    if (at - row.seenAt > seenEveryMs) await markSeen(db, sessionHash, at)
    const { auths, dataRange, regions, keyAuths, seenAt: _, ...account } = row
    const stand: Standing = {
      roleType: row.roleType,
      isGuest: row.homeOrgId !== row.orgId,
      role: auths && dataRange ? { auths, dataRange, regions } : null,
    }
    // Open sockets and streams also end when the session is locked.
    const own = row.isLocked ? locked : authsOf(stand)
    const seen = await seenBy(row, stand)
    if (stand.isGuest && seen.devices.length === 0 && seen.projects.length === 0) {
      // The account has no authorisation left in the other organisation, so the session returns to its own.
      await leaveOther(db, sessionHash)
      return of(sessionHash)
    }
    return {
      ...account,
      shareId: null,
      limitKey: `account ${account.accountId}`,
      isGuest: stand.isGuest,
      auths: keyAuths ? authsOfKey(own, keyAuths) : own,
      isKey: keyAuths !== null,
      dataRange: rangeOf(stand),
      regions: regionsOf(stand),
      ...seen,
      sessionHash,
    }
  }

  /** The entries whose session has ended, and those whose session has lost rights that they need. */
  async function lost<W extends { sessionHash: string }>(
    open: readonly W[],
    holds: (user: User | undefined, each: W) => boolean,
  ): Promise<W[]> {
    const hashes = [...new Set(open.map(({ sessionHash }) => sessionHash))]
    const found = await loadStandings(db, hashes, now())
    const changed = open.filter((each) => found.get(each.sessionHash) !== standing.get(each))
    const users = new Map<string, User | undefined>()
    for (const hash of new Set(changed.map(({ sessionHash }) => sessionHash)))
      if (found.has(hash)) users.set(hash, await of(Buffer.from(hash, 'hex')))
    for (const each of changed) standing.set(each, found.get(each.sessionHash) ?? '')
    return open.filter((each) => {
      if (!found.has(each.sessionHash)) return true
      return users.has(each.sessionHash) && !holds(users.get(each.sessionHash), each)
    })
  }

  return {
    of,
    unseen: (watching) => lost(watching, (user, { equipmentId }) => maySee(user, equipmentId)),
    untunnelled: (open) =>
      lost(open, (user, { orgId, equipmentId }) => user?.orgId === orgId && mayTunnel(user, equipmentId)),
    // A page is resolved with the rights at that time; after a change it must be resolved again.
    unseenPages: (watching) =>
      lost(watching, (user, each) => {
        const isFirst = !looked.has(each)
        looked.add(each)
        return isFirst && maySeePage(user, each)
      }),
    gone: (listening) => lost(listening, (user, { orgId }) => user?.orgId === orgId && !user.isLocked),
  }
}

const maySee = (user: User | undefined, equipmentId: EquipmentId): boolean =>
  user ? user.auths.includes('monitor:view') && isAmong(user.devices, equipmentId) : false

const mayTunnel = (user: User, equipmentId: EquipmentId): boolean =>
  user.auths.includes('gateway:tunnel') && isAmong(user.writable, equipmentId)

function maySeePage(user: User | undefined, { orgId, projectId, devices }: WatchesPage): boolean {
  if (!user || user.orgId !== orgId || !user.auths.includes('monitor:view')) return false
  return (
    (user.projects === 'all' || user.projects.includes(projectId)) &&
    devices.every(({ equipmentId, isOwn }) => !isOwn || isAmong(user.devices, equipmentId))
  )
}
