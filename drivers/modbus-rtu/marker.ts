// Marker requests, which mark a position in the stream of answers: their answers differ in size from the answer of the
// read between them and from those of the previous markers, so that an answer out of order is detected.
import type { Span } from '../driver.ts'
import { isBitArea } from '../modbus-tcp/address.ts'
import { readPdu } from '../modbus-tcp/pdu.ts'

/** Number of bytes in the answer to a read. */
const sizeOf = ({ area, count }: Pick<Span, 'area' | 'count'>): number =>
  isBitArea(area) ? Math.ceil(count / 8) : count * 2

/** Reads that start where `span` does: shorter ones, or longer ones if it is too short for two of them. */
export function markersOf({ area, start, count }: Span): Uint8Array[] {
  const step = isBitArea(area) ? 8 : 1
  const counts = [0, 1, 2, 3, 4]
    .map((times) => times * step + 1)
    .filter((one) => sizeOf({ area, count: one }) !== sizeOf({ area, count }))
  const within = counts.filter((one) => one < count)
  return (within.length >= 2 ? within : counts.slice(0, 2)).map((one) => readPdu({ area, start, count: one }))
}
