// Who asks: accounts, and those who come without one.
import type { Kysely } from 'kysely'
import type { AccountId, DepartmentId, EquipmentId, OrgId, PageId, ProjectId, RoleId } from '../../contract/fields.ts'
import type { DataRange, Permission, RoleType } from '../../contract/permissions.ts'
import type { ShareMenu } from '../../contract/share-menus.ts'
import type { DB } from '../../db/schema.ts'
import type { VisibleDevices, VisibleProjects } from '../../db/sight.ts'

/** Who asks: an account, or a visitor, who is no user. */
export type Asker = {
  accountId: AccountId | null
  /** The share that a visitor came by, or the display that it is. */
  shareId: number | null
  displayId: number | null
  /** It acts in an organisation that is not its own. */
  isGuest: boolean
  /** Who it is in the operation log. */
  loginname: string
  /** The organisation that it acts in: its own, or one whose guest it is. */
  orgId: OrgId
  zone: string
  auths: readonly Permission[]
  /** Regions of pages that it sees; null: all. */
  regions: readonly string[] | null
  devices: VisibleDevices
  /** Of the visible devices those that it may change and write to. */
  writable: VisibleDevices
  projects: VisibleProjects
  /** Of the pages that these have, those that it may open; none said: all. */
  pages?: readonly PageId[]
  /** Of the visible projects those that it may change. */
  writableProjects: VisibleProjects
  /** Of a visitor of a shared project with data write: the variables that it opens, and what the log calls it. */
  shareWrites?: { signals: ReadonlySet<number>; name: string }
  sessionHash: Buffer
  /** What the account called the API key that it asks with. */
  keyName: string | null
}

/** What a call is opened to beside accounts: shares that show a menu, displays on the wall. */
export type Opening = ShareMenu | 'display'

/** Who comes without an account: by the link of a share, or as a display. */
export type Visitor = Asker & { accountId: null; menus: readonly Opening[] }

/** One way to come without an account. Sessions are named by the hex of their hash. */
export type Visits = {
  /** The visitor of a living visit. */
  of(visitHash: Buffer): Promise<Visitor | undefined>
  /** Of who watches devices those who are no visitors that may. */
  unseen<W extends { sessionHash: string; equipmentId: EquipmentId }>(watching: readonly W[]): Promise<W[]>
  /** The same of who watches pages of projects. */
  unseenPages<W extends { sessionHash: string; projectId: ProjectId; pageId: PageId }>(
    watching: readonly W[],
  ): Promise<W[]>
}

/** An account that asks. */
export type User = Asker & {
  accountId: AccountId
  shareId: null
  displayId: null
  name: string
  orgName: string
  homeOrgId: OrgId
  roleType: RoleType
  roleId: RoleId | null
  departmentId: DepartmentId | null
  dataRange: DataRange
  /** Counts what changes the rights of anybody in the organisation. */
  accessVersion: number
  /** It can do nothing else before it chose a password of its own. */
  mustChoosePassword: boolean
  /** The same before it has set up the second step that its organisation asks for. */
  mustSetUpStep: boolean
  /** The account has a device lock; the session did not show it of late, and may do nothing before it does. */
  useLock: boolean
  isLocked: boolean
  /** When this session was last confirmed by the password. */
  confirmedAt: number
  /** It is a program with a key of the account: it does what the key names, and changes nothing of the account itself. */
  isKey: boolean
}

/** A way to come without an account, which `visitors.ts` of a room exports by default. */
export type RoomVisits = (db: Kysely<DB>, now: () => number) => Visits
