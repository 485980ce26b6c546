// Checks the chain of an organisation's log link by link, without functions of the database. Pure.
import { createHash } from 'node:crypto'
import type { OrgId } from '../../../contract/fields.ts'

export type Link = {
  orgId: OrgId
  seq: number
  logId: number
  isOutcome: boolean
  code: number | null
  result: string
  madeAt: number
  hash: Buffer
  /** True if no later link refers to the same line, so that the line must have this outcome. */
  isLatest: boolean
  /** The current line: code, result, then the fields that never change. Null: deleted. */
  line: { code: number | null; result: string; fields: readonly (string | null)[] } | null
}

export type Head = { seq: number; hash: Buffer }

/**
 * A fault of the chain. `from` and `to` are numbers of links; null: the line has none. `logId` is the id of the line,
 * if known.
 */
export type Fault = {
  kind: 'changed' | 'removed' | 'inserted'
  from: number | null
  to: number | null
  logId: number | null
}

/** The state of the chain before the first link. */
export const beginning: Head = { seq: 0, hash: Buffer.alloc(0) }

const field = (value: string | null): string => (value === null ? '-,' : `${Buffer.byteLength(value)}:${value},`)
const textOf = (value: number | null): string | null => (value === null ? null : String(value))

/** The text that a link hashes after the previous hash, composed like `operation_link_after` of the migration. */
function contentOf(link: Link): string | undefined {
  const { orgId, seq, madeAt, logId, code, result, isOutcome, line } = link
  const own = [isOutcome ? 'outcome' : 'line', ...[orgId, seq, madeAt, logId, code].map(textOf), result]
  if (isOutcome) return own.map(field).join('')
  return line ? [...own, ...line.fields].map(field).join('') : undefined
}

const hashOf = (before: Buffer, content: string): Buffer =>
  createHash('sha256').update(before).update(content, 'utf8').digest()

/** True if the line has another outcome than its last link. */
const isRetold = ({ isLatest, line, code, result }: Link): boolean =>
  isLatest && line !== null && (line.code !== code || line.result !== result)

/** The faults of the links that follow `before`, in the order of their numbers, and the end of the chain. */
export function checkLinks(before: Head, links: readonly Link[]): { faults: Fault[]; last: Head } {
  const faults: Fault[] = []
  let last = before
  for (const link of links) {
    const { seq, logId } = link
    const at = { from: seq, to: seq, logId }
    const isNext = seq === last.seq + 1
    if (!isNext) faults.push({ kind: 'removed', from: last.seq + 1, to: seq - 1, logId: null })
    const content = contentOf(link)
    if (content === undefined) faults.push({ kind: 'removed', ...at })
    // A link after a missing one cannot be checked; one after a changed link is checked with the stored hash.
    else if ((isNext && !hashOf(last.hash, content).equals(link.hash)) || isRetold(link))
      faults.push({ kind: 'changed', ...at })
    last = { seq, hash: link.hash }
  }
  return { faults, last }
}

/** The faults at the end of a chain, by comparison with its head. */
export function checkEnd(last: Head, head: Head): Fault[] {
  if (last.seq < head.seq) return [{ kind: 'removed', from: last.seq + 1, to: head.seq, logId: null }]
  if (last.seq > head.seq) return [{ kind: 'inserted', from: head.seq + 1, to: last.seq, logId: null }]
  return last.hash.equals(head.hash) ? [] : [{ kind: 'changed', from: last.seq, to: last.seq, logId: null }]
}
