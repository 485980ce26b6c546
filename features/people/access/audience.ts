// Finds the accounts that can see a device and hold a permission: the recipients of its notifications. Members are
// cached until the organisation's `access_version` changes, which every change of its people or their devices
// increments.
import type { Kysely } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import { isAmong } from '../../../db/sight.ts'
import type { Audience, Member } from '../../frame/audience.ts'
import { loadAccessVersion, loadMembers, type MemberRow } from './audience-store.ts'
import { authsOf, rangeOf } from './rules.ts'
import { loadDevices, loadProjects } from './store.ts'

/** Size of the cache, in organisations; the least recently used is dropped first. */
const maxKept = 500

/** The facts that decide which devices a member sees. */
function askingOf(orgId: OrgId, { accountId, isGuest, roleType, roleId, departmentId, role }: MemberRow) {
  const rights = { roleType, isGuest, role }
  const own = isGuest ? { roleId: null, departmentId: null } : { roleId, departmentId }
  return { accountId, rights, asking: { accountId, orgId, range: rangeOf(rights), ...own } }
}

export function createAudience(db: Kysely<DB>): Audience {
  const kept = new Map<OrgId, { version: number; members: Member[] }>()

  async function membersOf(orgId: OrgId): Promise<Member[]> {
    const version = await loadAccessVersion(db, orgId)
    const known = kept.get(orgId)
    if (known?.version === version) return known.members
    const members: Member[] = []
    for (const { accountId, rights, asking } of (await loadMembers(db, orgId)).map((row) => askingOf(orgId, row))) {
      const seen = asking.range === 'all' ? 'all' : await loadDevices(db, asking)
      const devices = seen === 'all' ? seen : seen.map(({ id }) => id)
      const writable = seen === 'all' ? seen : seen.flatMap(({ id, mayWrite }) => (mayWrite ? [id] : []))
      members.push({ accountId, auths: new Set(authsOf(rights)), devices, writable })
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
      for (const { accountId, rights, asking } of (await loadMembers(db, orgId)).map((row) => askingOf(orgId, row))) {
        if (!authsOf(rights).includes(permission)) continue
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
