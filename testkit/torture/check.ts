// Compares history with the written numbers: lost, doubled, damaged, under the wrong owner. Pure.
import { checkOf } from './count.ts'

/** A reading of the counter, as found in history. */
export type Found = { n: number; check: number; time: number; equipmentId: number }

/** The record of what one gateway has done. */
export type Ledger = {
  sn: string
  /** Numbers that were on the gateway's disk, and were neither dropped nor deleted with it: they must be in history. */
  must: ReadonlySet<number>
  /** Numbers that may be in history: read, but perhaps killed before they were on disk. */
  may: ReadonlySet<number>
  /**
   * Numbers of the readings that the gateway dropped; null if only its gaps are known, which contain just their count.
   */
  dropped: ReadonlySet<number> | null
  /** The number of rows that the gaps in history cover. */
  gapRows: number
  /** The devices a number may belong to. */
  ownersOf(n: number): readonly number[]
}

export type Verdict = {
  sn: string
  written: number
  found: number
  /** Missing written numbers, lost or not: numbers covered by gaps are missing but not lost. */
  missing: number
  gapRows: number
  lost: number[]
  doubled: number[]
  /** Every reading of these numbers, with its position. */
  doubles: Found[]
  damaged: number[]
  foreign: number[]
}

/** Checks the readings of one gateway on all devices it ever served. */
export function verdictOf(ledger: Ledger, found: readonly Found[]): Verdict {
  const counts = new Map<number, number>()
  const damaged: number[] = []
  const foreign: number[] = []
  for (const { n, check, equipmentId } of found) {
    counts.set(n, (counts.get(n) ?? 0) + 1)
    if (check !== checkOf(n) || !(ledger.must.has(n) || ledger.may.has(n))) damaged.push(n)
    if (!ledger.ownersOf(n).includes(equipmentId)) foreign.push(n)
  }
  const missing = [...ledger.must].filter((n) => !counts.has(n))
  const dropped = missing.filter((n) => ledger.dropped?.has(n) ?? true)
  // Every missing number has its gap. A gap may cover more: a dropped message may still have arrived.
  const explained = new Set(dropped.slice(0, ledger.gapRows))
  return {
    sn: ledger.sn,
    written: ledger.must.size,
    found: found.length,
    lost: missing.filter((n) => !explained.has(n)),
    doubled: [...counts].flatMap(([n, count]) => (count > 1 ? [n] : [])),
    doubles: found.filter(({ n }) => (counts.get(n) ?? 0) > 1),
    damaged,
    foreign,
    missing: missing.length,
    gapRows: ledger.gapRows,
  }
}

export const isClean = ({ lost, doubled, damaged, foreign }: Verdict): boolean =>
  lost.length + doubled.length + damaged.length + foreign.length === 0
