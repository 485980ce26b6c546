// Random texts for sessions to sign.
import type { RoomScopes } from '../../../db/sight.ts'

type LockRandom = { random: string; sessionHash: Buffer; drawnAt: number }

declare module '../../../db/schema.ts' {
  interface RoomTables {
    lockRandom: LockRandom
  }
}

export const scopes: Pick<RoomScopes, 'lockRandom'> = { lockRandom: 'platform' }
