// The one table of operations. Append-only: the database refuses anything else.

import { type Kysely, sql } from 'kysely'
import type { AccountId } from '../../contract/fields.ts'
import { contains } from '../../db/like.ts'
import type { DB, OperationResult } from '../../db/schema.ts'
import type { Sight, WritableSight } from '../../db/sight.ts'
import type { Operation } from '../serve.ts'
import type { OperationRow } from './contract.ts'

type Who = { accountId: AccountId | null; loginname: string; ip: string | null }

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

/** Writes one line; returns its id. */
export async function insertOperation(
  sight: WritableSight,
  who: Who,
  operation: Operation,
  at: number,
): Promise<number> {
  const { act, object, before, after, code = 200, result = 'success' } = operation
  const row = await sight
    .insert('operationLog', {
      at,
      ...who,
      act,
      objectType: object.type,
      objectId: object.id,
      objectName: object.name,
      before: json(before),
      after: json(after),
      code,
      result,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(row.id)
}

/** Sets the outcome of an action that was in progress. */
export async function finishOperation(
  db: Kysely<DB>,
  id: number,
  code: number,
  result: OperationResult,
): Promise<void> {
  // The platform's role only adds to the log; this function of its owner changes nothing but an open outcome.
  await sql`select operation_log_finish(${id}, ${code}, ${result})`.execute(db)
}

export type LogFilter = {
  pageNo: number
  pageSize: number
  from?: number | null
  to?: number | null
  act?: string | null
  keyword?: string | null
  objectType?: string
  objectId?: number
}

/** A page of the log, newest first. */
export async function loadOperations(
  sight: Sight,
  filter: LogFilter,
): Promise<{ total: number; rows: OperationRow[] }> {
  let query = sight.from('operationLog')
  const { from, to, act, keyword, objectType, objectId, pageNo, pageSize } = filter
  if (from) query = query.where('operationLog.at', '>=', from)
  if (to) query = query.where('operationLog.at', '<=', to)
  if (act) query = query.where('operationLog.act', '=', act)
  if (objectType && objectId) query = query.where('objectType', '=', objectType).where('objectId', '=', objectId)
  if (keyword) {
    const like = contains(keyword)
    query = query.where((eb) => eb.or([eb('objectName', 'ilike', like), eb('loginname', 'ilike', like)]))
  }
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll('operationLog')
    .orderBy('operationLog.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows: rows.map(({ orgId: _, accountId: __, ...row }) => row as OperationRow) }
}
