// Reads the chains in portions, so that any number of lines is checked in the same memory.
import { type Kysely, sql } from 'kysely'
import type { OrgId } from '../../contract/fields.ts'
import type { DB } from '../../db/schema.ts'
import { type Sight, sightOf } from '../../db/sight.ts'
import { scopes } from '../tables.ts'
import { beginning, checkEnd, checkLinks, type Fault, type Head, type Link } from './chain.ts'

const linksAtOnce = 500
const linesAtOnce = 5000

const fieldsOf = sql<(string | null)[] | null>`case when operation_log.id is null then null else array[
  operation_log.at::text, operation_log.account_id::text, operation_log.loginname, operation_log.act,
  operation_log.object_type, operation_log.object_id::text, operation_log.object_name, operation_log.before::text,
  operation_log.after::text, operation_log.ip] end`

/** Links after a number, with their lines. */
async function loadLinks(sight: Sight, after: number, count: number): Promise<Link[]> {
  const rows = await sight
    .from('operationLink')
    .leftJoin(sight.table('operationLog'), 'operationLog.id', 'operationLink.logId')
    .selectAll('operationLink')
    .select(['operationLog.code as lineCode', 'operationLog.result as lineResult', fieldsOf.as('fields')])
    .select(
      sql<boolean>`not exists (select from operation_link later where later.log_id = operation_link.log_id
        and later.org_id = operation_link.org_id and later.seq > operation_link.seq)`.as('isLatest'),
    )
    .where('operationLink.seq', '>', after)
    .orderBy('operationLink.seq')
    .limit(count)
    .execute()
  return rows.map(({ lineCode, lineResult, fields, ...link }) => ({
    ...link,
    line: fields && lineResult !== null ? { code: lineCode, result: lineResult, fields } : null,
  }))
}

const loadHead = async (sight: Sight): Promise<Head> =>
  (await sight.from('operationHead').select(['seq', 'hash']).executeTakeFirst()) ?? beginning

/** Lines from an id on that are no part of the chain. */
async function loadUnlinked(sight: Sight, fromId: number): Promise<number[]> {
  const rows = await sight
    .from('operationLog')
    .leftJoin(sight.table('operationLink'), 'operationLink.logId', 'operationLog.id')
    .select('operationLog.id')
    .where('operationLog.id', '>=', fromId)
    .where('operationLink.logId', 'is', null)
    .orderBy('operationLog.id')
    .limit(100)
    .execute()
  return rows.map(({ id }) => Number(id))
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
  const strays = Number.isFinite(oldest) ? await loadUnlinked(sight, oldest) : []
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
    const rows = await sight
      .from('operationLog')
      .select('operationLog.id')
      .select(
        sql<boolean>`exists (select from operation_link where operation_link.log_id = operation_log.id
          and operation_link.org_id = operation_log.org_id)`.as('isLinked'),
      )
      .where('operationLog.id', '>', last)
      .orderBy('operationLog.id')
      .limit(linesAtOnce)
      .execute()
    for (const { id, isLinked } of rows) if (!isLinked) tell(inserted(Number(id)))
    last = Number(rows.at(-1)?.id ?? last)
    if (rows.length < linesAtOnce) return
  }
}
