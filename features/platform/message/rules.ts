// The text of a message in a language, and the badge of unread messages. Pure.
import type { Language } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Message, MessageId, MessageObject, MessageType, Told } from './contract.ts'

/** A message as stored. */
export type StoredMessage = {
  id: MessageId
  type: MessageType
  equipType: MessageObject
  dataId: number
  alarmId: number
  dataStatus: string
  title: string
  titleEn: string | null
  note: string
  noteEn: string | null
  imgUrl: string | null
  broadcastTimes: number
  createdAt: number
  readAt: number | null
}

/** Translates a stored message into a language. */
export function messageIn(row: StoredMessage, language: Language): Message {
  const { id, type, equipType, dataId, imgUrl } = row
  const isEnglish = language === 'en'
  return {
    ...{ id, type, equipType, dataId, imgUrl },
    title: (isEnglish && row.titleEn) || row.title,
    note: (isEnglish && row.noteEn) || row.note,
    dataStatus: row.dataStatus || null,
    status: row.readAt === null ? 'unread' : 'read',
    gmtCreate: row.createdAt,
    alarmId: row.alarmId || null,
    alarmBroadcastTimes: row.broadcastTimes,
  }
}

/** Truncates a text for storage, so that a message is not lost for its length. */
export function storedText(told: Told, length: number): { own: string; en: string | null } {
  const cut = (text: string) => [...text.replaceAll('\u0000', '')].slice(0, length).join('')
  return typeof told === 'string' ? { own: cut(told), en: null } : { own: cut(told['zh-cn']), en: cut(told.en) }
}

/** [S4] 0 without messages, 99+ above 99. */
export function badgeOf(count: number): string {
  if (!(count > 0)) return '0'
  return count > limits.badgeCap ? `${limits.badgeCap}+` : String(Math.floor(count))
}
