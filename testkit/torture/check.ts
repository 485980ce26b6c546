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
  /** Numbers the gateway said it dropped; `gapRows` is how many of them history knows of. */
  dropped: number
  gapRows: number
  /** The device each number belongs to. */
  ownerOf(n: number): number | 'any'
}

export type Verdict = {
  sn: string
  written: number
  found: number
  lost: number[]
  doubled: number[]
  damaged: number[]
  foreign: number[]
  /** Rows of gaps that explain nothing, or holes that no gap tells of. */
  unexplained: number
}

/** Judges what was found of one gateway on all devices it ever served. */
export function judge(ledger: Ledger, found: readonly Found[]): Verdict {
  const counts = new Map<number, number>()
  const damaged: number[] = []
  const foreign: number[] = []
  for (const { n, check, equipmentId } of found) {
    counts.set(n, (counts.get(n) ?? 0) + 1)
    if (check !== checkOf(n) || !(ledger.must.has(n) || ledger.may.has(n))) damaged.push(n)
    const owner = ledger.ownerOf(n)
    if (owner !== 'any' && owner !== equipmentId) foreign.push(n)
  }
  const missing = [...ledger.must].filter((n) => !counts.has(n))
  // A gap names how many, not which: so many of the oldest may be missing.
  const explained = Math.min(missing.length, ledger.dropped)
  return {
    sn: ledger.sn,
    written: ledger.must.size,
    found: found.length,
    lost: missing.slice(explained),
    doubled: [...counts].flatMap(([n, count]) => (count > 1 ? [n] : [])),
    damaged,
    foreign,
    unexplained: Math.abs(ledger.gapRows - ledger.dropped),
  }
}

export const isClean = ({ lost, doubled, damaged, foreign, unexplained }: Verdict): boolean =>
  lost.length + doubled.length + damaged.length + foreign.length + unexplained === 0
