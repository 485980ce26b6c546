// Announcements of the platform's staff: migration 0038.
import type { Generated } from 'kysely'
import type { AccountId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { NoticeId } from './contract.ts'

export type NoticeRow = {
  id: Generated<NoticeId>
  title: string
  titleEn: string
  body: string
  bodyEn: string
  author: string
  createdAt: number
  /** Time of publication; null for a draft. */
  publishAt: number | null
  withdrawnAt: number | null
  /** The account that was served last, and the number of accounts served. */
  toldTo: Generated<AccountId>
  told: Generated<number>
  toldAt: number | null
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    notice: NoticeRow
  }
}

export const scopes: Pick<RoomScopes, 'notice'> = { notice: 'platform' }
