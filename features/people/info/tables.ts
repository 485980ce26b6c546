// The table of the pictures of accounts.
import type { AccountId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type UserImage = { accountId: AccountId; name: string; type: string; bytes: Buffer; createdAt: number }

declare module '../../../db/schema.ts' {
  interface RoomTables {
    userImage: UserImage
  }
}

export const scopes: Pick<RoomScopes, 'userImage'> = { userImage: 'platform' }
