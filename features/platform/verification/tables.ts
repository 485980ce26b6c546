// The tables of codes to be entered, and of counted attempts.
import type { RoomScopes } from '../../../db/sight.ts'
import type { Channel } from './contract.ts'

type VerificationCode = {
  holder: string
  purpose: string
  channel: Channel
  targetHash: Buffer
  codeHash: Buffer
  wrong: number
  createdAt: number
  expiresAt: number
}

type VerificationCount = { key: string; count: number; since: number }

declare module '../../../db/schema.ts' {
  interface RoomTables {
    verificationCode: VerificationCode
    verificationCount: VerificationCount
  }
}

export const scopes: Pick<RoomScopes, 'verificationCode' | 'verificationCount'> = {
  verificationCode: 'platform',
  verificationCount: 'platform',
}
