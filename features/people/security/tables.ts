// Answers to security questions, and sessions with an open change window.
import type { AccountId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type SecurityAnswer = { accountId: AccountId; position: number; question: string; answerHash: string }
type ChangeWindow = { sessionHash: Buffer; openedAt: number }

declare module '../../../db/schema.ts' {
  interface RoomTables {
    securityAnswer: SecurityAnswer
    changeWindow: ChangeWindow
  }
}

export const scopes: Pick<RoomScopes, 'securityAnswer' | 'changeWindow'> = {
  securityAnswer: 'platform',
  changeWindow: 'platform',
}
