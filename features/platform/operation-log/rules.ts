// The actor of an entry of the operation log, and the order of its lines. Pure.
import type { Operation } from '../../frame/operation.ts'
import type { Asker } from '../../frame/serve.ts'

/** Adds the name of the API key, if a program acted with a key of the account. */
export function toldBy({ keyName }: Pick<Asker, 'keyName'>, operation: Operation): Operation {
  if (keyName === null) return operation
  const { after = {} } = operation
  const isRecord = typeof after === 'object' && after !== null && !Array.isArray(after)
  return { ...operation, after: { ...(isRecord ? after : { value: after }), apiKey: keyName } }
}

/**
 * The lines of one page, or of one portion of an export, in the order of their numbers, highest first: lines of concurrent
 * transactions get their number in another order than their id. Pages and portions follow each other by id, for which
 * there is an index, so such lines can still be in the order of their ids where one page ends and the next begins. A line
 * without a number keeps its place.
 */
export function inChainOrder<Row extends { seq: number | null }>(rows: readonly Row[]): Row[] {
  const numbered = rows.filter(({ seq }) => seq !== null).sort((a, b) => Number(b.seq) - Number(a.seq))
  let next = 0
  return rows.map((row) => (row.seq === null ? row : numbered[next++]!))
}
