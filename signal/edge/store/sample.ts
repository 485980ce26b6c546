// Turns the values that reports store in one round into samples for the outbox, one per moment.
import { good } from '../../../core/data-type.ts'
import type { KeptValue } from '../../store/keeper.ts'
import type { Sample } from '../outbox/batch.ts'

/** Samples in the order in which their moments first appear. */
export function samplesOf(kept: readonly KeptValue[]): Sample[] {
  const moments = new Map<number, KeptValue[]>()
  for (const one of kept) if (!moments.get(one.moment)?.push(one)) moments.set(one.moment, [one])
  return [...moments].map(([moment, values]) => sampleOf(moment, values))
}

function sampleOf(moment: number, kept: readonly KeptValue[]): Sample {
  const codes = kept.map(({ code }) => code)
  return {
    moment,
    ids: kept.map(({ columnId }) => columnId),
    values: kept.map(({ value }) => value),
    ...(codes.every((code) => code === good) ? {} : { codes }),
  }
}
