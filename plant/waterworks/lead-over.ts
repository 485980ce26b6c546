// Leads one simulation over to another, so that a generated past ends where the live simulation begins: hour after hour
// levels, qualities and controllers move towards those of the other simulation. Once both are alike, the first takes
// over the state of the other. Counters keep their values, because the process does not depend on them.
import { type Beginning, beginningStepMs, runBeginning } from './beginning.ts'
import { type Counters, countersOf, setCounters } from './counters.ts'
import type { WaterworksState } from './model.ts'

/** Time after which two thirds of a difference are gone. */
const tauMs = 2_400_000
/** How long before the end the state of the other simulation is taken over. */
const togetherMs = 3_600_000

/**
 * Fields that are not interpolated: rotating machines, and fields that are timed, staged or counted. They keep their
 * values until the state of the other simulation is taken over; counters keep them even then.
 */
const own = new Set([
  ...['atMs', 'seed', 'readings', 'ledger', 'pumps', 'meter', 'staged', 'stageHoldS', 'lead', 'rakeLeftS', 'washLeftS'],
  ...['sludgeLeftS', 'drumRpm', 'runS', 'loadS', 'volumeM3', 'todayM3', 'washM3', 'balanceM3', 'cakeT'],
])

function draw(state: object, towards: object, share: number): void {
  for (const [key, value] of Object.entries(state)) {
    if (own.has(key)) continue
    const other: unknown = Reflect.get(towards, key)
    if (typeof value === 'object' && value !== null) draw(value, other as object, share)
    else if (typeof value === 'number') Reflect.set(state, key, value + (Number(other) - value) * share)
  }
}

type LeadOver = (works: WaterworksState) => WaterworksState

/** Called after each step of ten seconds with the state so far; returns the state from which to continue. */
export function leadOver(beginning: Beginning): LeadOver {
  const { fromMs, toMs } = beginning
  const share = 1 - Math.exp(-beginningStepMs / tauMs)
  const togetherAt = toMs - togetherMs
  const other = runBeginning(beginning)
  let there: WaterworksState | undefined
  return (works) => {
    if (works.atMs < fromMs || works.atMs > togetherAt) return works
    while (!there || there.atMs < works.atMs) there = other.next().value as WaterworksState
    if (works.atMs < togetherAt) {
      draw(works, there, share)
      return works
    }
    const counted: Counters = countersOf(works)
    const joined = structuredClone(there)
    setCounters(joined, counted)
    return joined
  }
}
