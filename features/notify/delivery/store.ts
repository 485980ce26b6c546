// Deliveries for the list, and possible recipients.
import { type Kysely, sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoint.ts'
import type { AlarmMethod } from '../../../contract/equipment-config.ts'
import type { AccountId, AlarmId, EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight } from '../../../db/sight.ts'
import type { MessageChannel } from '../../platform/verification/contract.ts'
import type { DeliveryState, queryDeliveries, Receivers } from './contract.ts'

type DeliveryFilter = {
  alarmId?: AlarmId | null | undefined
  equipmentId?: EquipmentId | null | undefined
  method?: AlarmMethod | null | undefined
  state?: DeliveryState | null | undefined
  pageNo: number
  pageSize: number
}

/** Deliveries that match; `accountId`: only those to this account. */
const found = (sight: Sight, asked: DeliveryFilter, accountId: AccountId | null) =>
  sight
    .from('delivery')
    .$if(asked.alarmId != null, (query) => query.where('delivery.alarmId', '=', asked.alarmId!))
    .$if(asked.equipmentId != null, (query) => query.where('delivery.equipmentId', '=', asked.equipmentId!))
    .$if(asked.method != null, (query) => query.where('delivery.method', '=', asked.method!))
    .$if(asked.state != null, (query) => query.where('delivery.state', '=', asked.state!))
    .$if(accountId !== null, (query) => query.where('delivery.accountId', '=', accountId))

/** Loads deliveries, newest first; both the count and the rows have a limit. */
export async function loadDeliveries(
  sight: Sight,
  asked: DeliveryFilter,
  accountId: AccountId | null,
): Promise<OutputOf<typeof queryDeliveries>> {
  const most = limits.alarmsCounted
  const counted = await found(sight, asked, accountId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const total = Math.min(most, Number(counted.total))
  const offset = (asked.pageNo - 1) * asked.pageSize
  if (offset >= most) return { total, rows: [] }
  const rows = await found(sight, asked, accountId)
    .innerJoin(sight.table('alarm'), 'alarm.id', 'delivery.alarmId')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'delivery.equipmentId')
    .select(['delivery.id', 'delivery.alarmId', 'alarm.name as alarmName', 'delivery.level', 'delivery.others'])
    .select(['delivery.equipmentId', 'equipment.name as equipmentName', 'delivery.accountName', 'delivery.method'])
    .select(['delivery.state', 'delivery.reason', 'delivery.tries', 'delivery.createdAt', 'delivery.dueAt'])
    .select('delivery.endedAt')
    .select(
      sql<number | null>`(select message.read_at from message where delivery.method = 'push'
        and message.org_id = delivery.org_id and message.account_id = delivery.account_id and message.type = 'alarm'
        and message.alarm_id = delivery.alarm_id limit 1)`.as('readAt'),
    )
    .orderBy('delivery.id', 'desc')
    .limit(Math.min(asked.pageSize, most - offset))
    .offset(offset)
    .execute()
  return {
    total,
    rows: rows.map(({ dueAt, ...row }) => ({ ...row, dueAt: row.state === 'waiting' ? dueAt : null })),
  }
}

/**
 * Loads the names of accounts of this organisation or of its guests; for an account with a role also the name of the
 * role.
 */
export async function loadReceivers(
  sight: Sight,
  ids: readonly AccountId[],
): Promise<Pick<Receivers, 'accounts' | 'roles'>> {
  const rows = await sight
    .from('account')
    .leftJoin(sight.table('role'), 'role.id', 'account.roleId')
    .select(['account.id', 'account.loginname', 'account.name', 'account.email', 'account.phone'])
    .select(['role.id as roleId', 'role.name as roleName'])
    .where('account.id', '=', sql<AccountId>`any(${ids}::int[])`)
    .orderBy('account.name')
    .orderBy('account.id')
    .execute()
  const roles = new Map(rows.flatMap(({ roleId, roleName }) => (roleId && roleName ? [[roleId, roleName]] : [])))
  return {
    accounts: rows.map(({ id, loginname, name, email, phone, roleId }) => ({
      ...{ id, name: name || loginname, roleId },
      ...{ hasEmail: email !== null, hasPhone: phone !== null },
    })),
    roles: [...roles].map(([id, name]) => ({ id, name })),
  }
}

/** The account's address for a channel, in any organisation; null: none. */
export async function loadAddress(
  db: Kysely<DB>,
  accountId: AccountId,
  method: MessageChannel,
): Promise<string | null> {
  const row = await db.selectFrom('account').select(['email', 'phone']).where('id', '=', accountId).executeTakeFirst()
  return (method === 'email' ? row?.email : row?.phone) ?? null
}
