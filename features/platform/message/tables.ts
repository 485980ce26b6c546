// The tables of messages, and of tokens for their sockets.
import type { Generated } from 'kysely'
import type { Language } from '../../../contract/errors.ts'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'
import type { MessageId, MessageObject, MessageType } from './contract.ts'

type MessageRow = {
  id: Generated<MessageId>
  orgId: OrgId
  accountId: AccountId
  type: MessageType
  equipType: MessageObject
  dataId: number
  alarmId: Generated<number>
  dataStatus: Generated<string>
  title: string
  titleEn: string | null
  note: string
  noteEn: string | null
  imgUrl: string | null
  broadcastTimes: Generated<number>
  createdAt: number
  readAt: number | null
  ignoredAt: number | null
}

type MessageToken = {
  tokenHash: Buffer
  orgId: OrgId
  accountId: AccountId
  sessionHash: Buffer
  language: Language
  expiresAt: number
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    message: MessageRow
    messageToken: MessageToken
  }
}

export const scopes: Pick<RoomScopes, 'message' | 'messageToken'> = {
  message: { org: 'orgId' },
  messageToken: { org: 'orgId' },
}
