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

/** Links of these lines. The ids are passed as a list, so that an index is used even with outdated statistics. */
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

/** Lines after an id: all ids, and the ids of lines without a link. */
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

/** Checks the last `count` links of the organisation. Returns their range and their faults. */
export async function checkLast(sight: Sight, count: number): Promise<{ from: number; to: number; faults: Fault[] }> {
  const head = await loadHead(sight)
  const first = Math.max(0, head.seq - count)
  // The link before the first one is loaded too, because its hash is needed.
  const [before] = first > 0 ? await loadLinks(sight, first - 1, 1) : []
  // Links that were added since then belong to a later head of the chain.
  const links = (await loadLinks(sight, first, count)).filter(({ seq }) => seq <= head.seq)
  const start = first === 0 || before?.seq === first ? (before ?? beginning) : { ...beginning, seq: first - 1 }
  const { faults, last } = checkLinks(start, links)
  const oldest = first === 0 ? 0 : Math.min(...links.map(({ logId }) => logId))
  const { strays } = Number.isFinite(oldest) ? await loadLines(sight, oldest - 1) : { strays: [] }
  return { from: first + 1, to: head.seq, faults: [...faults, ...checkEnd(last, head), ...strays.map(inserted)] }
}

type CheckedChain = { orgId: OrgId; name: string; head: Head }

/**
 * Checks the chains of all organisations in one snapshot, while the platform works. Reports each fault when it is
 * found, and each chain at its end.
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

/**
 * Forces index scans for each portion, also on tables that were just filled: the planner would sort the remaining rows
 * each time.
 */
const alongIndexes = (db: Kysely<DB>) =>
  sql`select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_sort',
    'enable_hashjoin', 'enable_mergejoin']) as name`.execute(db)

/** Checks all links of the chain; returns the end of the chain. */
async function walkLinks(sight: Sight, tell: (fault: Fault) => void): Promise<Head> {
  for (let last = beginning; ; ) {
    const links = await loadLinks(sight, last.seq, linksAtOnce)
    const checked = checkLinks(last, links)
    checked.faults.forEach(tell)
    last = checked.last
    if (links.length < linksAtOnce) return last
  }
}

/** Reports lines that are not part of the chain. */
async function walkLines(sight: Sight, tell: (fault: Fault) => void): Promise<void> {
  for (let last = 0; ; ) {
    const { ids, strays } = await loadLines(sight, last)
    strays.map(inserted).forEach(tell)
    last = ids.at(-1) ?? last
    if (ids.length < linesAtOnce) return
  }
}
