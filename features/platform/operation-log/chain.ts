// The chain of an organisation's lines, checked: link after link, with nothing of the database's own functions. Pure.
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
  /** No later link is about the same line: its outcome is the line's. */
  isLatest: boolean
  /** The line as it is now: code, result, then what never changes. Null: it is gone. */
  line: { code: number | null; result: string; fields: readonly (string | null)[] } | null
}

export type Head = { seq: number; hash: Buffer }

/** `from` and `to` are numbers of links; null: the line has none. `logId` is the id of the line, where it is known. */
export type Fault = {
  kind: 'changed' | 'removed' | 'inserted'
  from: number | null
  to: number | null
  logId: number | null
}

/** Before the first link. */
export const beginning: Head = { seq: 0, hash: Buffer.alloc(0) }

const field = (value: string | null): string => (value === null ? '-,' : `${Buffer.byteLength(value)}:${value},`)
const textOf = (value: number | null): string | null => (value === null ? null : String(value))

/** What a link hashes after the hash before it: as `operation_link_after` of the migration puts it together. */
function contentOf(link: Link): string | undefined {
  const { orgId, seq, madeAt, logId, code, result, isOutcome, line } = link
  const own = [isOutcome ? 'outcome' : 'line', ...[orgId, seq, madeAt, logId, code].map(textOf), result]
  if (isOutcome) return own.map(field).join('')
  return line ? [...own, ...line.fields].map(field).join('') : undefined
}

const hashOf = (before: Buffer, content: string): Buffer =>
  createHash('sha256').update(before).update(content, 'utf8').digest()

/** Whether the line tells another outcome than the last link about it. */
const isRetold = ({ isLatest, line, code, result }: Link): boolean =>
  isLatest && line !== null && (line.code !== code || line.result !== result)

/** What is wrong with links that follow `before`, in the order of their numbers; and where they lead. */
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
    // What followed a missing link cannot be told; what follows a changed one goes on from the hash as it was.
    else if ((isNext && !hashOf(last.hash, content).equals(link.hash)) || isRetold(link))
      faults.push({ kind: 'changed', ...at })
    last = { seq, hash: link.hash }
  }
  return { faults, last }
}

/** What is wrong with the end of a chain, by what the head says of it. */
export function checkEnd(last: Head, head: Head): Fault[] {
  if (last.seq < head.seq) return [{ kind: 'removed', from: last.seq + 1, to: head.seq, logId: null }]
  if (last.seq > head.seq) return [{ kind: 'inserted', from: head.seq + 1, to: last.seq, logId: null }]
  return last.hash.equals(head.hash) ? [] : [{ kind: 'changed', from: last.seq, to: last.seq, logId: null }]
}
