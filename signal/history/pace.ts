import { setTimeout as sleep } from 'node:timers/promises'
import type { RingPace } from './ring.ts'

/** Delays and limits of the historian; tests shorten them. */
export type Pace = RingPace & {
  /** How long a batch waits for others to share its commit. */
  lingerMs: number
  /** Waiting time between retries during a database outage: the first one is doubled up to the longest. */
  retryMs: number
  retryMostMs: number
  /** Bytes that may wait for a commit. */
  pendingBytes: number
  /** Commits pause while this many segments wait for the compactor. */
  sealedMost: number
  /** Interval of the checks for due work: sealing, compaction, merging. */
  upkeepMs: number
  /** Time that one merge step may take. */
  mergeMs: number
  /** Delay from the start to the first nightly work; later ones start `foldGraceMs` after each UTC midnight. */
  firstNightMs: number
  foldGraceMs: number
  /** How long emptying a segment may block readers, and how long it is tried. */
  truncateLockMs: number
  truncatePatienceMs: number
  /** Interval of the writer's heartbeats, and of the checks of a process that waits to become the writer. */
  beatMs: number
  /** How long `stop` waits for the last commit. */
  stopMs: number
}

export const usualPace: Pace = {
  lingerMs: 10,
  retryMs: 100,
  retryMostMs: 5000,
  pendingBytes: 64 * 1024 * 1024,
  sealMs: 300_000,
  sealPoints: 2_000_000,
  sealPointsMost: 10_000_000,
  sealBytes: 128 * 1024 * 1024,
  sealedMost: 3,
  upkeepMs: 1000,
  mergeMs: 2000,
  firstNightMs: 10 * 60_000,
  foldGraceMs: 3_600_000,
  truncateLockMs: 100,
  truncatePatienceMs: 30_000,
  beatMs: 2000,
  stopMs: 10_000,
}

/** Sleeps; ends early when the signal is aborted. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
}
