// Pages of templates and of the devices that follow them: `device-pages.ts` of the room that stores pages.
import type { EquipmentId, PageId } from '../../contract/fields.ts'
import type { PageDocument } from '../../contract/page-document.ts'
import type { Sight } from '../../db/sight.ts'
import { onlyRoom } from './only-room.ts'
import type { ChangeCall } from './serve.ts'

/** The current version of a page of a device or of a template. */
export type FollowedPage = {
  id: PageId
  equipmentId: EquipmentId
  title: string
  startup: boolean
  isLocked: boolean
  /** The page of the template that this page follows, if any. */
  originId: PageId | null
  content: PageDocument
}

/** Maps numbers on a page to those of the other side. Variables without an entry are unchanged. */
export type PageNumbers = {
  from: { equipId: number; title: string }
  to: { equipId: number; title: string }
  signals: ReadonlyMap<number, { id: number; title: string }>
  reports: ReadonlyMap<number, { id: number; title: string }>
  pages: ReadonlyMap<number, number>
}

export type FollowingPages = {
  equipmentId: EquipmentId
  template: readonly FollowedPage[]
  device: readonly FollowedPage[]
  /** Maps numbers of the template to those of the device; the room adds those of pages. */
  numbers: Omit<PageNumbers, 'pages'>
  message?: string | undefined
}

export type PlannedPage = { kind: 'added' | 'changed' | 'removed'; title: string; id: PageId | null }

/** The pages of a device before it follows a template again. */
export type KeptPages = {
  pages: readonly FollowedPage[]
  /** Numbers of all pages that the device had. */
  pageIds: readonly number[]
  /** Password hashes by the number of the page. */
  passwords: readonly (readonly [number, string])[]
}

export type DevicePages = {
  /** The visible pages of devices or templates, in the order of their numbers. */
  load(sight: Sight, equipmentIds: readonly EquipmentId[]): Promise<FollowedPage[]>
  /** The compared properties of pages, each under the number of the template's page. */
  projection(pages: readonly FollowedPage[], numbers: PageNumbers): Promise<object[]>
  /** The changes that following the template would make. */
  plan(of: Omit<FollowingPages, 'message'>): Promise<PlannedPage[]>
  /** Makes the device's pages equal to those of its template: adds, changes, removes. Throws pageCapacity. */
  follow(call: ChangeCall, of: FollowingPages): Promise<{ added: number; changed: number; removed: number }>
  /** Password hashes of the pages that have a password. */
  passwords(sight: Sight, ids: readonly PageId[]): Promise<[number, string][]>
  /**
   * Restores changed pages and removes pages added since. A removed page is created again under a new number with its
   * former password, and links to it are updated.
   */
  restore(call: ChangeCall, equipmentId: EquipmentId, kept: KeptPages): Promise<void>
}

const files = import.meta.glob<{ default: DevicePages }>('../*/*/device-pages.ts', { eager: true })

/** The functions of the room that stores pages. */
export const devicePages = (): DevicePages => onlyRoom(files, 'store the pages of devices')
