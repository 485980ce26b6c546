// The table of operations. Append-only: the database refuses other changes.
import { type Kysely, sql } from 'kysely'
import type { AccountId, EquipmentId } from '../../../contract/fields.ts'
import { portions } from '../../../core/portions.ts'
import { contains } from '../../../db/like.ts'
import type { DB, OperationResult } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { Operation } from '../../frame/operation.ts'
import type { OperationRow } from './contract.ts'
import { inChainOrder } from './rules.ts'

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
  // The platform's role can only add to the log; this function of its owner only sets an open outcome.
  await sql`select operation_log_finish(${id}, ${code}, ${result})`.execute(db)
}

type LogFilter = {
  from?: number | null
  to?: number | null
  act?: string | null
  result?: OperationResult | null
  /** Login name of the account. */
  account?: string | null
  accountId?: AccountId
  keyword?: string | null
  objectType?: string | null
  objectId?: number
  /** For accounts that see only some devices: only lines about these devices, and the account's own lines. */
  seen?: { accountId: AccountId; devices: readonly EquipmentId[] } | undefined
}

type Paged = LogFilter & { pageNo: number; pageSize: number }

function filtered(sight: Sight, filter: LogFilter) {
  let query = sight.from('operationLog')
  const { from, to, act, result, account, accountId, keyword, objectType, objectId, seen } = filter
  if (from) query = query.where('operationLog.at', '>=', from)
  if (to) query = query.where('operationLog.at', '<=', to)
  if (act) query = query.where('operationLog.act', '=', act)
  if (result) query = query.where('operationLog.result', '=', result)
  if (account) query = query.where('operationLog.loginname', '=', account)
  if (accountId) query = query.where('operationLog.accountId', '=', accountId)
  if (objectType) query = query.where('operationLog.objectType', '=', objectType)
  if (objectId) query = query.where('operationLog.objectId', '=', objectId)
  if (seen) {
    const isOfDevice = sql<boolean>`operation_log.object_type = 'equipment'
      and operation_log.object_id = any(${seen.devices}::int[])`
    query = query.where((eb) => eb.or([eb('operationLog.accountId', '=', seen.accountId), isOfDevice]))
  }
  if (keyword) {
    const like = contains(keyword)
    query = query.where((eb) =>
      eb.or([eb('operationLog.objectName', 'ilike', like), eb('operationLog.loginname', 'ilike', like)]),
    )
  }
  return query
}

/** Newest first, each with the number and the hash of its entry in the chain. */
const withLinks = (sight: Sight, query: ReturnType<typeof filtered>) =>
  query
    .leftJoin(sight.table('operationLink'), (join) =>
      join.onRef('operationLink.logId', '=', 'operationLog.id').on('operationLink.isOutcome', '=', false),
    )
    .selectAll('operationLog')
    .select(['operationLink.seq', 'operationLink.hash'])
    .orderBy('operationLog.id', 'desc')

type Linked = Awaited<ReturnType<ReturnType<typeof withLinks>['execute']>>[number]

const rowOf = ({ orgId: _, accountId: __, hash: ___, ...row }: Linked): OperationRow => row as OperationRow

/** A page of the log, newest first; see `inChainOrder` for lines that were written at the same time. */
export async function loadOperations(
  sight: Sight,
  { pageNo, pageSize, ...filter }: Paged,
): Promise<{ total: number; rows: OperationRow[] }> {
  const query = filtered(sight, filter)
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await withLinks(sight, query)
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows: inChainOrder(rows).map(rowOf) }
}

const rowsAtOnce = 500

/** The whole log, newest first, in portions; `hash` is that of the line's entry in the chain. */
export async function* streamOperations(
  sight: Sight,
  filter: LogFilter,
): AsyncGenerator<(OperationRow & { hash: Buffer | null })[]> {
  const load = (last: Linked | undefined) => {
    const query = filtered(sight, filter)
    const older = last === undefined ? query : query.where('operationLog.id', '<', Number(last.id))
    return withLinks(sight, older).limit(rowsAtOnce).execute()
  }
  for await (const rows of portions(rowsAtOnce, load))
    yield inChainOrder(rows).map((row) => ({ ...rowOf(row), hash: row.hash }))
}

/** Login names of the organisation. */
export async function loadAccounts(sight: Sight, max: number): Promise<string[]> {
  const rows = await sight.from('account').select('loginname').orderBy('loginname').limit(max).execute()
  return rows.map(({ loginname }) => loginname)
}
