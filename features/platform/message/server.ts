import { fail } from '../../../contract/errors.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { sha256 } from '../../../core/sha256.ts'
import { type ChangeCall, type RoomServer, serve } from '../../frame/serve.ts'
import {
  createSound,
  deleteMessages,
  equipDetail,
  expireById,
  ignoreMessage,
  markAlarmsAsRead,
  markAllAsRead,
  markAsRead,
  messageInfo,
  messageToken,
  queryDialogs,
  queryMessages,
  queryUnreadCount,
  speech,
} from './contract.ts'
import { messageIn, type StoredMessage } from './rules.ts'
import {
  countUnread,
  ignore,
  insertTicket,
  loadDialogs,
  loadEquipDetail,
  loadMessage,
  loadMessages,
  markRead,
  removeMessages,
} from './store.ts'

function found<Row>(row: Row | undefined): Row {
  if (!row) throw fail('notFound')
  return row
}

/** Notifies other pages of the account to count again after a change. */
async function changing({ user, messages }: ChangeCall, changed: Promise<number>): Promise<null> {
  if ((await changed) > 0) messages.recount(user)
  return null
}

export default [
  serve(queryUnreadCount, (_, { sight, user }) => countUnread(sight, user)),

  serve(queryMessages, async (asked, { sight, user, language }) => {
    const { total, rows } = await loadMessages(sight, user, asked)
    return { total, rows: rows.map((row: StoredMessage) => messageIn(row, language)) }
  }),

  serve(messageInfo, async ({ id, type, equipType, dataId }, { sight, user, language }) => {
    const about = type && equipType && dataId ? { type, equipType, dataId } : undefined
    const by = id ? { id } : about
    if (!by) throw badField('id', 'missing', language)
    return messageIn(found(await loadMessage(sight, user, by)), language)
  }),

  serve(expireById, async (by, { sight, user, language }) =>
    messageIn(found(await loadMessage(sight, user, { ...by, type: 'expire' })), language),
  ),

  serve(queryDialogs, async (_, { sight, user, language }) =>
    (await loadDialogs(sight, user)).map((row) => messageIn(row, language)),
  ),

  serve(markAsRead, { kind: 'own' }, ({ ids }, call) =>
    changing(call, markRead(call.sight, call.user, { ids }, call.now())),
  ),

  serve(markAllAsRead, { kind: 'own' }, ({ type }, call) =>
    changing(call, markRead(call.sight, call.user, { type }, call.now())),
  ),

  serve(markAlarmsAsRead, { kind: 'own' }, ({ equipmentId }, call) =>
    changing(call, markRead(call.sight, call.user, { type: 'alarm', equipmentId }, call.now())),
  ),

  serve(deleteMessages, { kind: 'own' }, ({ ids }, call) => changing(call, removeMessages(call.sight, call.user, ids))),

  serve(ignoreMessage, { kind: 'own' }, async ({ id }, call) => {
    if (!(await ignore(call.sight, call.user, id, call.now()))) throw fail('notFound', {}, { field: 'id' })
    call.messages.recount(call.user)
    return null
  }),

  serve(createSound, { kind: 'stream' }, async ({ text }, { user, use, language }) => {
    const { type, audio } = await use(speech)({ accountId: user.accountId, text, language })
    return { type, body: [audio] }
  }),

  serve(messageToken, { kind: 'own' }, async (_, { sight, user, language, now }) => {
    const token = drawToken()
    const { accountId, sessionHash } = user
    const expiresAt = now() + limits.socketTokenMs
    await insertTicket(sight, { tokenHash: sha256(token), sessionHash, accountId, language, expiresAt })
    return token
  }),

  serve(equipDetail, async ({ equipmentId }, { sight }) => found(await loadEquipDetail(sight, equipmentId))),
] satisfies RoomServer
