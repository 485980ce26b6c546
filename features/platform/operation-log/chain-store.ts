// Reads the chains in portions, so that any number of lines is checked in the same memory.
import { type Kysely, sql } from 'kysely'
import type { OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import { type Sight, sightOf } from '../../../db/sight.ts'
import { scopes } from '../../frame/tables.ts'
import { beginning, checkEnd, checkLinks, type Fault, type Head, type Link } from './chain.ts'

const linksAtOnce = 500
const linesAtOnce = 5000

const fieldsOf = sql<(string | null)[] | null>`case when operation_log.id is null then null else array[
  operation_log.at::text, operation_log.account_id::text, operation_log.loginname, operation_log.act,
  operation_log.object_type, operation_log.object_id::text, operation_log.object_name, operation_log.before::text,
  operation_log.after::text, operation_log.ip] end`

/** What is about these lines; asked by list, so that an index serves it whatever the planner knows of the tables. */
const ofLines = (sight: Sight, ids: readonly number[]) =>
  sight
    .from('operationLink')
    .select('operationLink.logId')
    .where(sql<boolean>`operation_link.log_id = any(${ids}::bigint[])`)

/** Links after a number, with their lines. */
async function loadLinks(sight: Sight, after: number, count: number): Promise<Link[]> {
  const rows = await sight
    .from('operationLink')
    .leftJoin(sight.table('operationLog'), 'operationLog.id', 'operationLink.logId')
    .selectAll('operationLink')
    .select(['operationLog.code as lineCode', 'operationLog.result as lineResult', fieldsOf.as('fields')])
    .where('operationLink.seq', '>', after)
    .orderBy('operationLink.seq')
    .limit(count)
    .execute()
  const ids = rows.map(({ logId }) => logId)
  const newest = await ofLines(sight, ids)
    .select((eb) => eb.fn.max('operationLink.seq').as('seq'))
    .groupBy('operationLink.logId')
    .execute()
  const latest = new Map(newest.map(({ logId, seq }) => [logId, seq]))
  return rows.map(({ lineCode, lineResult, fields, ...link }) => ({
    ...link,
    isLatest: latest.get(link.logId) === link.seq,
    line: fields && lineResult !== null ? { code: lineCode, result: lineResult, fields } : null,
  }))
}

const loadHead = async (sight: Sight): Promise<Head> =>
  (await sight.from('operationHead').select(['seq', 'hash']).executeTakeFirst()) ?? beginning

/** Lines after an id: which they are, and which of them are no part of the chain. */
async function loadLines(sight: Sight, after: number): Promise<{ ids: number[]; strays: number[] }> {
  const rows = await sight
    .from('operationLog')
    .select('operationLog.id')
    .where('operationLog.id', '>', after)
    .orderBy('operationLog.id')
    .limit(linesAtOnce)
    .execute()
  const ids = rows.map(({ id }) => Number(id))
  const linked = new Set((await ofLines(sight, ids).execute()).map(({ logId }) => logId))
  return { ids, strays: ids.filter((id) => !linked.has(id)) }
}

const inserted = (logId: number): Fault => ({ kind: 'inserted', from: null, to: null, logId })

/** The last `count` links of the organisation: from which to which number, and what is wrong with them. */
export async function checkLast(sight: Sight, count: number): Promise<{ from: number; to: number; faults: Fault[] }> {
  const head = await loadHead(sight)
  const first = Math.max(0, head.seq - count)
  // One more before them, for its hash.
  const [before] = first > 0 ? await loadLinks(sight, first - 1, 1) : []
  // What came since belongs to a later head.
  const links = (await loadLinks(sight, first, count)).filter(({ seq }) => seq <= head.seq)
  const start = first === 0 || before?.seq === first ? (before ?? beginning) : { ...beginning, seq: first - 1 }
  const { faults, last } = checkLinks(start, links)
  const oldest = first === 0 ? 0 : Math.min(...links.map(({ logId }) => logId))
  const { strays } = Number.isFinite(oldest) ? await loadLines(sight, oldest - 1) : { strays: [] }
  return { from: first + 1, to: head.seq, faults: [...faults, ...checkEnd(last, head), ...strays.map(inserted)] }
}

export type CheckedChain = { orgId: OrgId; name: string; head: Head }

/**
 * Walks the chains of all organisations as they are at one moment, while the platform works: tells each fault as it is
 * found, and each chain when its end is reached.
 */
export const walkChains = (
  db: Kysely<DB>,
  told: { fault(chain: { orgId: OrgId; name: string }, fault: Fault): void; end(chain: CheckedChain): void },
): Promise<void> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await alongIndexes(snapshot)
      const chains = await snapshot.selectFrom('organisation').select(['id', 'name']).orderBy('id').execute()
      for (const { id: orgId, name } of chains) {
        const sight = sightOf(snapshot, { orgId, devices: 'all', scopes })
        const chain = { orgId, name }
        const tell = (fault: Fault) => told.fault(chain, fault)
        const head = await loadHead(sight)
        checkEnd(await walkLinks(sight, tell), head).forEach(tell)
        await walkLines(sight, tell)
        told.end({ ...chain, head })
      }
    })

/** Portion after portion, also of tables that were filled a moment ago: the planner would sort what is left each time. */
const alongIndexes = (db: Kysely<DB>) =>
  sql`select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_sort',
    'enable_hashjoin', 'enable_mergejoin']) as name`.execute(db)

/** Answers where the chain leads. */
async function walkLinks(sight: Sight, tell: (fault: Fault) => void): Promise<Head> {
  for (let last = beginning; ; ) {
    const links = await loadLinks(sight, last.seq, linksAtOnce)
    const checked = checkLinks(last, links)
    checked.faults.forEach(tell)
    last = checked.last
    if (links.length < linksAtOnce) return last
  }
}

/** Lines that are no part of the chain. */
async function walkLines(sight: Sight, tell: (fault: Fault) => void): Promise<void> {
  for (let last = 0; ; ) {
    const { ids, strays } = await loadLines(sight, last)
    strays.map(inserted).forEach(tell)
    last = ids.at(-1) ?? last
    if (ids.length < linesAtOnce) return
  }
}
