// Keys of device locks, when sessions showed theirs, and random texts to sign.
import type { Generated } from 'kysely'
import type { RoomScopes } from '../../../db/sight.ts'

type LockRandom = { random: string; sessionHash: Buffer; drawnAt: number }

declare module '../../../db/people-schema.ts' {
  interface AccountColumns {
    /** SubjectPublicKeyInfo, DER; null: no device lock. */
    publicKey: Buffer | null
  }
}

declare module '../../../db/schema.ts' {
  interface SessionColumns {
    /** When the session showed the lock of its account, epoch ms. */
    lockShownAt: Generated<number>
  }
  interface RoomTables {
    lockRandom: LockRandom
  }
}

export const scopes: Pick<RoomScopes, 'lockRandom'> = { lockRandom: 'platform' }
