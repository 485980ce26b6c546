// The accounts that see a device or change a project: the recipients of notifications. Provided by features/people/access.
import type { AccountId, EquipmentId, OrgId, ProjectId } from '../../contract/fields.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { VisibleDevices } from '../../db/sight.ts'
import { token } from './token.ts'

export type Audience = {
  /** Accounts that can see the device and hold the permission, in no order. */
  whoSee(orgId: OrgId, equipmentId: EquipmentId, permission: Permission): Promise<AccountId[]>
  /** Accounts that may change the project and hold the permission, in no order. */
  whoChange(orgId: OrgId, projectId: ProjectId, permission: Permission): Promise<AccountId[]>
  /** The current rights of an account; undefined if it is removed or disabled. */
  memberOf(orgId: OrgId, accountId: AccountId): Promise<Member | undefined>
}

export type Member = {
  accountId: AccountId
  auths: ReadonlySet<Permission>
  devices: VisibleDevices
  writable: VisibleDevices
}

export const audience = token<Audience>('audience')
