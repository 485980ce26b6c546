// Who a session is, and what it sees: asked at every request, so the devices of those who do not see all are kept until
// the organisation's `access_version` tells that something about them changed.
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
/** Accounts whose devices and projects are kept: the longest unused go first. */
const maxKept = 5_000

/** What is left to a session that has to show its device lock. */
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
  /** The user of a living session. */
  of(sessionHash: Buffer): Promise<User | undefined>
  /**
   * Of who watches devices those who must not any longer: the session has ended, or it lost the device or the right to
   * watch. Sessions are named by the hex of their hash.
   */
  unseen<W extends { sessionHash: string; equipmentId: EquipmentId }>(watching: readonly W[]): Promise<W[]>
  /** The same of who has remote downloads open: it takes that right, and to change the device. */
  untunnelled<W extends { sessionHash: string; orgId: OrgId; equipmentId: EquipmentId }>(
    open: readonly W[],
  ): Promise<W[]>
  /** The same of who watches pages of projects: the project counts, and of devices those that the account sees itself. */
  unseenPages<W extends WatchesPage>(watching: readonly W[]): Promise<W[]>
  /** Of who listens for what is told in an organisation those who act there no longer, or have to show a device lock. */
  gone<L extends { sessionHash: string; orgId: OrgId }>(listening: readonly L[]): Promise<L[]>
}

export function createUsers(db: Kysely<DB>, now: () => number): Users {
  const kept = new Map<string, Seen & { stand: string }>()
  /** What the rights of each who watches stood on when it was last looked at: not its session's, which may watch more. */
  const standing = new WeakMap<object, string>()

  /** The sockets of pages that were looked at since they opened. */
  const looked = new WeakSet<object>()

  async function seenBy(row: SessionRow, stand: Standing): Promise<Seen> {
    const range = rangeOf(stand)
    if (range === 'all') return everything
    const { accountId, orgId, departmentId, accessVersion } = row
    // A guest's role and department are those of its own organisation.
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

  /** The session of an API key that had none. */
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
    // Sockets and streams that are open end with what they were opened by.
    const own = row.isLocked ? locked : authsOf(stand)
    const seen = await seenBy(row, stand)
    if (stand.isGuest && seen.devices.length === 0 && seen.projects.length === 0) {
      // Nothing there is authorised to it any more: it is at home again.
      await leaveOther(db, sessionHash)
      return of(sessionHash)
    }
    return {
      ...account,
      shareId: null,
      displayId: null,
      isGuest: stand.isGuest,
      auths: keyAuths ? authsOfKey(own, keyAuths) : own,
      isKey: keyAuths !== null,
      dataRange: rangeOf(stand),
      regions: regionsOf(stand),
      ...seen,
      sessionHash,
    }
  }

  /** Those whose session has ended, and of those whose rights changed the ones that do not hold any more. */
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
    // What a page shows was resolved by the rights of then: with others it is resolved anew.
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
