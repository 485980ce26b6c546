// Who of an organisation and its guests sees a device and holds a right: those who are told of what happens there. Kept until
// the organisation's `access_version` tells that something about its people or their devices changed.
import type { Kysely } from 'kysely'
import type { AccountId, EquipmentId, OrgId, ProjectId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { DB } from '../../../db/schema.ts'
import { isAmong, type VisibleDevices } from '../../../db/sight.ts'
import { loadAccessVersion, loadMembers, type MemberRow } from '../access/audience-store.ts'
import { authsOf, rangeOf } from '../access/rules.ts'
import { loadDevices, loadProjects } from '../access/store.ts'

export type Audience = {
  /** Accounts that see the device and hold the right, in no order. */
  whoSee(orgId: OrgId, equipmentId: EquipmentId, permission: Permission): Promise<AccountId[]>
  /** Accounts that may change the project and hold the right, in no order. */
  whoChange(orgId: OrgId, projectId: ProjectId, permission: Permission): Promise<AccountId[]>
  /** What an account may there now; nothing where it is gone or disabled. */
  memberOf(orgId: OrgId, accountId: AccountId): Promise<Member | undefined>
}

export type Member = {
  accountId: AccountId
  auths: ReadonlySet<Permission>
  devices: VisibleDevices
  writable: VisibleDevices
}

/** Organisations that are kept: the longest unused go first. */
const maxKept = 500

/** What decides what a member sees. */
function askingOf(orgId: OrgId, { accountId, isGuest, roleType, roleId, departmentId, role }: MemberRow) {
  const stand = { roleType, isGuest, role }
  const own = isGuest ? { roleId: null, departmentId: null } : { roleId, departmentId }
  return { accountId, stand, asking: { accountId, orgId, range: rangeOf(stand), ...own } }
}

export function createAudience(db: Kysely<DB>): Audience {
  const kept = new Map<OrgId, { version: number; members: Member[] }>()

  async function membersOf(orgId: OrgId): Promise<Member[]> {
    const version = await loadAccessVersion(db, orgId)
    const known = kept.get(orgId)
    if (known?.version === version) return known.members
    const members: Member[] = []
    for (const { accountId, stand, asking } of (await loadMembers(db, orgId)).map((row) => askingOf(orgId, row))) {
      const seen = asking.range === 'all' ? 'all' : await loadDevices(db, asking)
      const devices = seen === 'all' ? seen : seen.map(({ id }) => id)
      const writable = seen === 'all' ? seen : seen.flatMap(({ id, mayWrite }) => (mayWrite ? [id] : []))
      members.push({ accountId, auths: new Set(authsOf(stand)), devices, writable })
    }
    kept.delete(orgId)
    kept.set(orgId, { version, members })
    const oldest = kept.keys().next()
    if (kept.size > maxKept && !oldest.done) kept.delete(oldest.value)
    return members
  }

  return {
    async memberOf(orgId, accountId) {
      return (await membersOf(orgId)).find((each) => each.accountId === accountId)
    },

    async whoChange(orgId, projectId, permission) {
      const found: AccountId[] = []
      for (const { accountId, stand, asking } of (await loadMembers(db, orgId)).map((row) => askingOf(orgId, row))) {
        if (!authsOf(stand).includes(permission)) continue
        const mayChange = async () =>
          (await loadProjects(db, asking)).some(({ id, mayWrite }) => mayWrite && id === projectId)
        if (asking.range === 'all' || (await mayChange())) found.push(accountId)
      }
      return found
    },

    async whoSee(orgId, equipmentId, permission) {
      const members = await membersOf(orgId)
      return members
        .filter(({ auths, devices }) => auths.has(permission) && isAmong(devices, equipmentId))
        .map(({ accountId }) => accountId)
    },
  }
}
