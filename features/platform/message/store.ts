import { type Kysely, sql } from 'kysely'
import type { Language } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { DB } from '../../../db/schema.ts'
import { keepNewestTokens } from '../../../db/session-tokens.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { User } from '../../frame/serve.ts'
import type { MessageId, MessageObject, MessageType, Whose } from './contract.ts'

type Reader = Pick<User, 'accountId' | 'devices'>

/** Hides messages about devices that the account can no longer see. */
function isShown({ accountId, devices }: Reader) {
  const own = sql<boolean>`message.account_id = ${accountId}`
  if (devices === 'all') return own
  return sql<boolean>`${own} and (message.equip_type <> 'eg' or message.data_id = any(${[...devices]}::bigint[]))`
}

const shown = (sight: Sight, who: Reader) => sight.from('message').where(isShown(who))

const columns = [
  'message.id',
  'message.type',
  'message.equipType',
  'message.dataId',
  'message.alarmId',
  'message.dataStatus',
  'message.title',
  'message.titleEn',
  'message.note',
  'message.noteEn',
  'message.imgUrl',
  'message.broadcastTimes',
  'message.createdAt',
  'message.readAt',
] as const

export async function countUnread(sight: Sight, who: Reader): Promise<number> {
  const { count } = await shown(sight, who)
    .where('message.readAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Asked = { status: 'all' | 'read' | 'unread'; type?: MessageType | undefined; pageNo: number; pageSize: number }

export async function loadMessages(sight: Sight, who: Reader, { status, type, pageNo, pageSize }: Asked) {
  const found = shown(sight, who)
    .$if(status !== 'all', (query) => query.where('message.readAt', status === 'unread' ? 'is' : 'is not', null))
    .$if(type !== undefined, (query) => query.where('message.type', '=', type!))
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .select(columns)
    .orderBy('message.createdAt', 'desc')
    .orderBy('message.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows }
}

/** A message by its id, or the newest of a type about an object. */
export const loadMessage = (
  sight: Sight,
  who: Reader,
  by: { id: MessageId } | { type: MessageType; equipType: MessageObject; dataId: number },
) =>
  shown(sight, who)
    .where((eb) =>
      'id' in by
        ? eb('message.id', '=', by.id)
        : eb.and([
            eb('message.type', '=', by.type),
            eb('message.equipType', '=', by.equipType),
            eb('message.dataId', '=', by.dataId),
          ]),
    )
    .select(columns)
    .orderBy('message.createdAt', 'desc')
    .orderBy('message.id', 'desc')
    .executeTakeFirst()

export const loadDialogs = (sight: Sight, who: Reader) =>
  shown(sight, who)
    .where('message.type', 'in', ['expire', 'notice'])
    .where('message.readAt', 'is', null)
    .where('message.ignoredAt', 'is', null)
    .select(columns)
    .orderBy('message.createdAt')
    .orderBy('message.id')
    .limit(limits.messageDialogs)
    .execute()

/** Selects messages by id, by type, by the device of their alarm, or all. */
type Which = { ids?: readonly MessageId[]; type?: MessageType | undefined; equipmentId?: EquipmentId }

const isOneOf = ({ ids, type, equipmentId }: Which) =>
  sql<boolean>`${
    ids === undefined ? sql`true` : sql`message.id = any(${[...ids]}::bigint[])`
  } and ${type === undefined ? sql`true` : sql`message.type = ${type}`} and ${
    equipmentId === undefined ? sql`true` : sql`message.equip_type = 'eg' and message.data_id = ${equipmentId}`
  }`

/** Marks messages as read. Returns how many were unread. */
export async function markRead(sight: WritableSight, who: Reader, which: Which, now: number): Promise<number> {
  const rows = await sight
    .update('message', { readAt: now })
    .where(isShown(who))
    .where(isOneOf(which))
    .where('message.readAt', 'is', null)
    .returning('message.id')
    .execute()
  return rows.length
}

/** Returns whether the message belongs to the account. */
export async function ignore(sight: WritableSight, who: Reader, id: MessageId, now: number): Promise<boolean> {
  const rows = await sight
    .update('message', { readAt: sql`coalesce(read_at, ${now})`, ignoredAt: now } as never)
    .where(isShown(who))
    .where('message.id', '=', id)
    .returning('message.id')
    .execute()
  return rows.length > 0
}

export async function removeMessages(sight: WritableSight, who: Reader, ids: readonly MessageId[]): Promise<number> {
  const rows = await sight
    .remove('message')
    .where(isShown(who))
    .where(isOneOf({ ids }))
    .returning('message.id')
    .execute()
  return rows.length
}

export const loadEquipDetail = (sight: Sight, equipmentId: EquipmentId) =>
  sight
    .from('equipment')
    .leftJoin(sight.table('deviceGroup'), 'deviceGroup.id', 'equipment.groupId')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select(['equipment.id as equipmentId', 'equipment.name as equipName', 'equipment.address'])
    .select(['equipment.manufacturer', 'equipment.zone', 'deviceGroup.name as groupName'])
    .select(['gateway.state', 'gateway.sn'])
    .where('equipment.id', '=', equipmentId)
    .executeTakeFirst()

type MessageTicket = Whose & { sessionHash: string; language: Language }

type NewTicket = {
  tokenHash: Buffer
  sessionHash: Buffer
  accountId: User['accountId']
  language: Language
  expiresAt: number
}

export async function insertTicket(sight: WritableSight, ticket: NewTicket): Promise<void> {
  await sight.insert('messageToken', ticket).execute()
  await keepNewestTokens(sight, 'messageToken', ticket.sessionHash)
}

/** Removes expired socket tokens. */
export const pruneTickets = async (db: Kysely<DB>, now: number): Promise<void> =>
  void (await db.deleteFrom('messageToken').where('expiresAt', '<', now).execute())

/** Redeems a token: valid once, while it and its session are. */
export async function redeemMessageTicket(
  db: Kysely<DB>,
  tokenHash: Buffer,
  now: number,
): Promise<MessageTicket | undefined> {
  const row = await db.deleteFrom('messageToken').where('tokenHash', '=', tokenHash).returningAll().executeTakeFirst()
  if (!row || row.expiresAt < now) return undefined
  const { orgId, accountId, language, sessionHash } = row
  return { orgId, accountId, language, sessionHash: sessionHash.toString('hex') }
}
