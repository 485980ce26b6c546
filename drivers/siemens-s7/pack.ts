// Decides how many spans one request reads. Pure.
import type { Span } from '../driver.ts'
import { readBytes } from './pdu.ts'

/** A CPU answers at most this many items of a request. */
export const maxItems = 20

/** The first spans that fit into one request and its answer; none if not even the first does. */
export function firstPack(spans: readonly Span[], pduBytes: number, items: number): readonly Span[] {
  let count = 0
  while (count < Math.min(spans.length, items) && fits(spans.slice(0, count + 1), pduBytes)) count++
  return spans.slice(0, count)
}

function fits(spans: readonly Span[], pduBytes: number): boolean {
  const { request, answer } = readBytes(spans)
  return request <= pduBytes && answer <= pduBytes
}
