// The callers of the platform: accounts, and visitors without one.
import type { Kysely } from 'kysely'
import type { AccountId, DepartmentId, EquipmentId, OrgId, PageId, ProjectId, RoleId } from '../../contract/fields.ts'
import type { DataRange, Permission, RoleType } from '../../contract/permissions.ts'
import type { ShareMenu } from '../../contract/share-menus.ts'
import type { DB } from '../../db/schema.ts'
import type { VisibleDevices, VisibleProjects } from '../../db/sight.ts'

/** Fields of the kinds of visitors; each room with a kind adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface VisitorFields {}

/** The caller: an account, or a visitor without one. */
export type Asker = Partial<VisitorFields> & {
  accountId: AccountId | null
  /** The share that a visitor opened. */
  shareId: number | null
  /** Identifies the caller in limits, for all its sessions: `account 5`, `share 3`. */
  limitKey: string
  /** True if the caller acts in an organisation that is not its own. */
  isGuest: boolean
  /** The name for the operation log. */
  loginname: string
  /** The organisation in which it acts: its own, or one whose guest it is. */
  orgId: OrgId
  zone: string
  auths: readonly Permission[]
  /** Regions of pages that the caller may see; null: all. */
  regions: readonly string[] | null
  devices: VisibleDevices
  /** The visible devices that it may change and write to. */
  writable: VisibleDevices
  projects: VisibleProjects
  /** The pages that it may open; undefined: all pages of its devices and projects. */
  pages?: readonly PageId[]
  /** The visible projects that it may change. */
  writableProjects: VisibleProjects
  /**
   * For a visitor of a shared project that allows writing: the variables that the visitor may write, and the visitor's
   * name for the log.
   */
  shareWrites?: { signals: ReadonlySet<number>; name: string }
  sessionHash: Buffer
  /** The name of the API key of a program. */
  keyName: string | null
}

/** Calls are opened to visitors by a menu of their share, or to another kind of visitor, which its room adds. */
export interface Openings extends Record<ShareMenu, true> {}
export type Opening = keyof Openings

/** A caller without an account, such as a visitor of a share. */
export type Visitor = Asker & { accountId: null; menus: readonly Opening[] }

/** One kind of access without an account. Sessions are identified by their hash in hex. */
export type Visits = {
  /** Returns the visitor of a valid visit. */
  of(visitHash: Buffer): Promise<Visitor | undefined>
  /** Returns the watchers that are not visitors of this kind with access to the device that they watch. */
  unseen<W extends { sessionHash: string; equipmentId: EquipmentId }>(watching: readonly W[]): Promise<W[]>
  /** Returns the watchers that are not visitors of this kind with access to the page of the project that they watch. */
  unseenPages<W extends { sessionHash: string; projectId: ProjectId; pageId: PageId }>(
    watching: readonly W[],
  ): Promise<W[]>
}

/** A caller with an account. */
export type User = Asker & {
  accountId: AccountId
  shareId: null
  name: string
  orgName: string
  homeOrgId: OrgId
  roleType: RoleType
  roleId: RoleId | null
  departmentId: DepartmentId | null
  dataRange: DataRange
  /** Changes whenever any rights in the organisation change. */
  accessVersion: number
  /** The account must choose a new password before it can do anything else. */
  mustChoosePassword: boolean
  /** The account must set up the second factor that its organisation requires before it can do anything else. */
  mustSetUpStep: boolean
  /**
   * The account requires its sessions to show a device lock. `isLocked`: this session has not shown it recently, and
   * can do nothing before it does.
   */
  useLock: boolean
  isLocked: boolean
  /** Time when this session was last confirmed by the password. */
  confirmedAt: number
  /** A program with a key of the account: it has the rights of the key, and cannot change the account itself. */
  isKey: boolean
}

/** A kind of access without an account, which `visitors.ts` of a room exports by default. */
export type RoomVisits = (db: Kysely<DB>, now: () => number) => Visits
