// What the reports keep in one go becomes few and bounded samples for the outbox, one for each moment.
import { limits } from '../../contract/limits.ts'
import type { KeptValue } from './keeper.ts'
import type { Sample } from './outbox-batch.ts'

// Far below limits.mqttPayloadBytes even in three-byte letters.
const sampleBytes = 200_000
const numberBytes = 40
const weightOf = ({ value }: KeptValue) => numberBytes + (typeof value === 'string' ? value.length * 3 : 0)

/** In the order in which the moments first came, split where a record would be too great. */
export function samplesOf(kept: readonly KeptValue[]): Sample[] {
  const moments = new Map<number, KeptValue[]>()
  for (const one of kept) if (!moments.get(one.moment)?.push(one)) moments.set(one.moment, [one])
  return [...moments.values()].flatMap(split).map(sampleOf)
}

function split(kept: readonly KeptValue[]): KeptValue[][] {
  const parts: KeptValue[][] = []
  let part: KeptValue[] = []
  let bytes = 0
  for (const one of kept) {
    const weight = weightOf(one)
    if (part.length === 0 || part.length === limits.recordPoints || bytes + weight > sampleBytes) {
      part = []
      bytes = 0
      parts.push(part)
    }
    part.push(one)
    bytes += weight
  }
  return parts
}

function sampleOf(kept: readonly KeptValue[]): Sample {
  const codes = kept.map(({ code }) => code)
  return {
    moment: kept[0]!.moment,
    ids: kept.map(({ columnId }) => columnId),
    values: kept.map(({ value }) => value),
    ...(codes.every((code) => code === 200) ? {} : { codes }),
  }
}
