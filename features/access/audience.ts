// Who of an organisation and its guests sees a device and holds a right: those who are told of what happens there. Kept until
// the organisation's `access_version` tells that something about its people or their devices changed.
import type { Kysely } from 'kysely'
import type { AccountId, EquipmentId, OrgId } from '../../contract/fields.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { DB } from '../../db/schema.ts'
import { isAmong, type VisibleDevices } from '../../db/sight.ts'
import { loadAccessVersion, loadMembers } from './audience-store.ts'
import { authsOf, rangeOf } from './rules.ts'
import { loadDevices } from './store.ts'

export type Audience = {
  /** Accounts that see the device and hold the right, in no order. */
  whoSee(orgId: OrgId, equipmentId: EquipmentId, permission: Permission): Promise<AccountId[]>
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

export function createAudience(db: Kysely<DB>): Audience {
  const kept = new Map<OrgId, { version: number; members: Member[] }>()

  async function membersOf(orgId: OrgId): Promise<Member[]> {
    const version = await loadAccessVersion(db, orgId)
    const known = kept.get(orgId)
    if (known?.version === version) return known.members
    const members: Member[] = []
    for (const { accountId, isGuest, roleType, roleId, departmentId, role } of await loadMembers(db, orgId)) {
      const stand = { roleType, isGuest, role }
      const range = rangeOf(stand)
      const own = isGuest ? { roleId: null, departmentId: null } : { roleId, departmentId }
      const seen = range === 'all' ? 'all' : await loadDevices(db, { accountId, orgId, range, ...own })
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

    async whoSee(orgId, equipmentId, permission) {
      const members = await membersOf(orgId)
      return members
        .filter(({ auths, devices }) => auths.has(permission) && isAmong(devices, equipmentId))
        .map(({ accountId }) => accountId)
    },
  }
}
