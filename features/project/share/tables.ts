import type { Generated } from 'kysely'
import type { EquipmentId, OrgId, ProjectId } from '../../../contract/fields.ts'
import type { ShareMenu } from '../../../contract/share-menus.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type Share = {
  id: Generated<number>
  orgId: OrgId
  /** The shared device or project; one of the two is null. */
  equipmentId: EquipmentId | null
  projectId: ProjectId | null
  isShared: Generated<boolean>
  tokenHash: Buffer | null
  passwordHash: string | null
  topMenu: Generated<boolean>
  menus: ShareMenu[]
  mayWrite: Generated<boolean>
  /** For a project: the variables that its visitors may write. */
  writeSignals: Generated<number[]>
  expiresAt: number | null
  /** When the expiry was set, and the expiry that was announced last. */
  expirySet: Generated<number>
  expiryTold: Generated<number | null>
  ancestors: Generated<string[]>
  /** Wrong passwords in a row from all networks. */
  failures: Generated<number>
  /** The time of the last accepted turn. */
  lockedUntil: Generated<number>
  createdAt: number
}

/** Wrong passwords of a share from one network. */
type ShareTry = {
  id: Generated<number>
  orgId: OrgId
  shareId: number
  network: string
  failures: number
  lockedUntil: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    share: Share
    shareTry: ShareTry
  }
}

export const scopes: Pick<RoomScopes, 'share' | 'shareTry'> = {
  share: { org: 'orgId', device: 'equipmentId', project: 'projectId' },
  shareTry: { org: 'orgId' },
}
