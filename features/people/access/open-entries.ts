// Finds open entries, such as sockets and remote downloads, whose session has ended or has lost the right to them.
import type { Kysely } from 'kysely'
import type { EquipmentId, OrgId, ProjectId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import { isAmong } from '../../../db/sight.ts'
import type { User } from '../../frame/serve.ts'
import { loadSessionRights } from './store.ts'

/** The page of a project, open in a socket. */
type WatchedPage = {
  /** Hex. */
  sessionHash: string
  orgId: OrgId
  projectId: ProjectId
  devices: readonly { equipmentId: EquipmentId; isOwn: boolean }[]
}

type Needs = {
  db: Kysely<DB>
  now(): number
  /** The user of an open session. */
  userOf(sessionHash: Buffer): Promise<User | undefined>
}

/** Loads a user only if its rights may have changed since the last check of an entry. */
export class OpenEntries {
  readonly #needs: Needs
  /** Rights of each entry at its last check. Kept per entry, because one session may have several. */
  readonly #rights = new WeakMap<object, string>()
  /** Pages that were checked since they opened. */
  readonly #checkedPages = new WeakSet<object>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /**
   * Returns the entries that must end: their session has ended, or it lost the device or the right to watch it.
   * Sessions are named by the hex of their hash.
   */
  unseen<W extends { sessionHash: string; equipmentId: EquipmentId }>(watching: readonly W[]): Promise<W[]> {
    return this.#lost(watching, (user, { equipmentId }) => maySee(user, equipmentId))
  }

  /** Like `unseen`, for open remote downloads: needs that right, and write access to the device. */
  untunnelled<W extends { sessionHash: string; orgId: OrgId; equipmentId: EquipmentId }>(
    open: readonly W[],
  ): Promise<W[]> {
    return this.#lost(open, (user, { orgId, equipmentId }) => user?.orgId === orgId && mayTunnel(user, equipmentId))
  }

  /** Like `unseen`, for pages of projects: needs the project, and those devices that the account sees directly. */
  unseenPages<W extends WatchedPage>(watching: readonly W[]): Promise<W[]> {
    // A page is resolved with the rights at that time; after a change it must be resolved again.
    return this.#lost(watching, (user, page) => {
      const isFirst = !this.#checkedPages.has(page)
      this.#checkedPages.add(page)
      return isFirst && maySeePage(user, page)
    })
  }

  /** Returns listeners that no longer act in the organisation, or are locked. */
  gone<L extends { sessionHash: string; orgId: OrgId }>(listening: readonly L[]): Promise<L[]> {
    return this.#lost(listening, (user, { orgId }) => user?.orgId === orgId && !user.isLocked)
  }

  /** Entries whose session has ended, and those with changed rights for which `holds` is false. */
  async #lost<W extends { sessionHash: string }>(
    open: readonly W[],
    holds: (user: User | undefined, entry: W) => boolean,
  ): Promise<W[]> {
    const { db, now } = this.#needs
    const hashes = [...new Set(open.map(({ sessionHash }) => sessionHash))]
    const rights = await loadSessionRights(db, hashes, now())
    const changed = open.filter((each) => rights.get(each.sessionHash) !== this.#rights.get(each))
    const users = await this.#usersOf(new Set(changed.map(({ sessionHash }) => sessionHash)), rights)
    for (const each of changed) this.#rights.set(each, rights.get(each.sessionHash) ?? '')
    return open.filter((each) => {
      if (!rights.has(each.sessionHash)) return true
      return users.has(each.sessionHash) && !holds(users.get(each.sessionHash), each)
    })
  }

  /** The users of open sessions, by the hex of their hash. */
  async #usersOf(hashes: ReadonlySet<string>, rights: ReadonlyMap<string, string>) {
    const users = new Map<string, User | undefined>()
    for (const hash of hashes) if (rights.has(hash)) users.set(hash, await this.#needs.userOf(Buffer.from(hash, 'hex')))
    return users
  }
}

const maySee = (user: User | undefined, equipmentId: EquipmentId): boolean =>
  user ? user.auths.includes('monitor:view') && isAmong(user.devices, equipmentId) : false

const mayTunnel = (user: User, equipmentId: EquipmentId): boolean =>
  user.auths.includes('gateway:tunnel') && isAmong(user.writable, equipmentId)

function maySeePage(user: User | undefined, { orgId, projectId, devices }: WatchedPage): boolean {
  if (!user || user.orgId !== orgId || !user.auths.includes('monitor:view')) return false
  return (
    (user.projects === 'all' || user.projects.includes(projectId)) &&
    devices.every(({ equipmentId, isOwn }) => !isOwn || isAmong(user.devices, equipmentId))
  )
}
