import type { Generated } from 'kysely'
import type { EquipmentId, OrgId, ProjectId } from '../../contract/fields.ts'
import type { RoomScopes } from '../../db/sight.ts'
import type { ShareMenu } from './rules.ts'

type Share = {
  id: Generated<number>
  orgId: OrgId
  /** Of a device, or of a project. */
  equipmentId: EquipmentId | null
  projectId: ProjectId | null
  isShared: Generated<boolean>
  tokenHash: Buffer | null
  passwordHash: string | null
  topMenu: Generated<boolean>
  menus: ShareMenu[]
  mayWrite: Generated<boolean>
  expiresAt: number | null
  ancestors: Generated<string[]>
  /** Wrong passwords in a row. */
  failures: Generated<number>
  lockedUntil: Generated<number>
  createdAt: number
}

declare module '../../db/schema.ts' {
  interface RoomTables {
    share: Share
  }
}

export const scopes: Pick<RoomScopes, 'share'> = {
  share: { org: 'orgId', device: 'equipmentId', project: 'projectId' },
}
