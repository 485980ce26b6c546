// The devices and projects that an account sees. Those of accounts with a limited range are cached until the
// organisation's `access_version` changes, because users are loaded at every request.
import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { VisibleDevices, VisibleProjects } from '../../../db/sight.ts'
import { rangeOf, type SessionRights } from './rules.ts'
import { loadDevices, loadProjects, type SessionRow } from './store.ts'

/** Size of the cache, in accounts; the oldest entries are dropped first. */
const maxAccounts = 5_000

export type Visible = {
  devices: VisibleDevices
  writable: VisibleDevices
  projects: VisibleProjects
  writableProjects: VisibleProjects
}

const everything: Visible = { devices: 'all', writable: 'all', projects: 'all', writableProjects: 'all' }

type Account = Pick<SessionRow, 'accountId' | 'orgId' | 'departmentId' | 'roleId' | 'accessVersion'>

/** `version` changes with everything that decides what an account sees. */
type Entry = { version: string; visible: Visible }

export class VisibleCache {
  readonly #db: Kysely<DB>
  readonly #byAccount = new Map<string, Entry>()

  constructor(db: Kysely<DB>) {
    this.#db = db
  }

  async load(account: Account, rights: SessionRights): Promise<Visible> {
    const range = rangeOf(rights)
    if (range === 'all') return everything
    const { accountId, orgId, roleId, departmentId, accessVersion } = account
    // A guest's role and department belong to its own organisation.
    const own = rights.isGuest ? { roleId: null, departmentId: null } : { roleId, departmentId }
    const key = `${accountId} ${orgId}`
    const version = [accessVersion, own.roleId, own.departmentId, range].join(' ')
    const known = this.#byAccount.get(key)
    if (known?.version === version) return known.visible
    const asking = { accountId, orgId, range, ...own }
    const [devices, projects] = [await loadDevices(this.#db, asking), await loadProjects(this.#db, asking)]
    const visible = {
      devices: devices.map(({ id }) => id),
      writable: devices.filter(({ mayWrite }) => mayWrite).map(({ id }) => id),
      projects: projects.map(({ id }) => id),
      writableProjects: projects.filter(({ mayWrite }) => mayWrite).map(({ id }) => id),
    }
    this.#keep(key, { version, visible })
    return visible
  }

  #keep(key: string, entry: Entry): void {
    this.#byAccount.delete(key)
    this.#byAccount.set(key, entry)
    const oldest = this.#byAccount.keys().next()
    if (this.#byAccount.size > maxAccounts && !oldest.done) this.#byAccount.delete(oldest.value)
  }
}
