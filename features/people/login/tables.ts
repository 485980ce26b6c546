// Failed logins by name and address, and the places from which accounts have signed in.
import type { Generated } from 'kysely'
import type { AccountId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type KnownPlace = { accountId: AccountId; mark: string; seenAt: number }

type LoginGuard = {
  key: string
  failures: Generated<number>
  lastAt: number
  lockedUntil: Generated<number>
  captcha: string | null
  captchaAt: number | null
  work: string | null
  workBits: number | null
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    loginGuard: LoginGuard
    knownPlace: KnownPlace
  }
}

export const scopes: Pick<RoomScopes, 'loginGuard' | 'knownPlace'> = { loginGuard: 'platform', knownPlace: 'platform' }
