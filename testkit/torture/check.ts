// What history holds against what was written: lost, doubled, damaged, under the wrong owner. Pure.
import { checkOf } from './count.ts'

/** One reading of the count as history gave it back. */
export type Found = { n: number; check: number; time: number; equipmentId: number }

/** What one gateway wrote. */
export type Ledger = {
  sn: string
  /** Numbers that were on its disk, and were neither dropped nor deleted with it: they must be in history. */
  must: ReadonlySet<number>
  /** Numbers that may be in history: read, but perhaps killed before they were on disk. */
  may: ReadonlySet<number>
  /** Numbers the gateway says it dropped; null where only its gaps tell, and they tell how many, not which. */
  dropped: ReadonlySet<number> | null
  /** How many rows the gaps in history stand for. */
  gapRows: number
  /** The devices a number may belong to. */
  ownersOf(n: number): readonly number[]
}

export type Verdict = {
  sn: string
  written: number
  found: number
  /** Of what was written, lost or not: what gaps stand for is missing and not lost. */
  missing: number
  gapRows: number
  lost: number[]
  doubled: number[]
  /** Every reading of those, to see where they stand. */
  doubles: Found[]
  damaged: number[]
  foreign: number[]
}

/** Judges what was found of one gateway on all devices it ever served. */
export function judge(ledger: Ledger, found: readonly Found[]): Verdict {
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
  // Every hole has its gap. A gap may tell of more: what was on its way when it was dropped came after all.
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
