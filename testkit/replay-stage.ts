// A replay over invented history, whose frames, clock and answers advance only when the test says so.
import { vi } from 'vitest'
import type { Value } from '../core/data-type.ts'
import type { Frames } from '../signal/web/frames.ts'
import { ReplaySource, type ReplayWindow } from '../signal/web/replay.ts'

type Row = { id: number; at: number; value: Value | null; code: number }

export const minute = 60_000
export const begin = 100 * minute
export const end = 200 * minute

/** Irregular readings of a variable, some of them bad. */
const rowsOf = (id: number, everyMs: number): Row[] =>
  Array.from({ length: Math.floor((end - begin) / everyMs) }, (_, i) => ({
    id,
    at: begin + i * everyMs,
    value: i % 17 === 3 ? null : Math.round(Math.sin(i * id) * 100),
    code: i % 17 === 3 ? 1714 : 200,
  }))

export const history = [...rowsOf(1, 7_000), ...rowsOf(2, 61_000), ...rowsOf(3, 600_000)].sort((a, b) => a.at - b.at)

/** The answers of history; at most `most` readings each. */
function windowOf(from: number, to: number, most = Number.POSITIVE_INFINITY): ReplayWindow {
  const before = new Map(history.filter(({ at }) => at <= from).map((row) => [row.id, row]))
  const all = history.filter(({ at }) => at > from && at <= to)
  const rows = all.slice(0, most)
  return {
    from,
    to: rows.length < all.length ? rows.at(-1)!.at : to,
    start: [...before.values()].map(({ id, ...row }) => ({ signalId: id, ...row })),
    times: rows.map(({ at }) => at - from),
    ids: rows.map(({ id }) => id),
    values: rows.map(({ value }) => value),
    codes: rows.map(({ code }) => code),
  }
}

/** A replay whose frames, clock and answers pass when the test says so. */
export function stage({ most = Number.POSITIVE_INFINITY, kept = 500_000 } = {}) {
  const waiting: (() => void)[] = []
  const clock = { now: 0, end }
  const faults: Error[] = []
  const load = vi.fn(async (from: number, to: number, signal: AbortSignal) => {
    const fault = faults.shift()
    if (fault) throw fault
    signal.throwIfAborted()
    return windowOf(from, to, most)
  })
  const frames: Pick<Frames, 'next'> = {
    next: (draw) => {
      waiting.push(draw)
      return () => void waiting.splice(waiting.indexOf(draw), 1)
    },
  }
  const source = new ReplaySource({ load, end: () => clock.end, frames, now: () => clock.now, most: kept })
  const frame = (ms = 16) => {
    clock.now += ms
    for (const draw of waiting.splice(0)) draw()
  }
  /** Lets answers arrive and frames pass until nothing is in progress. */
  const settle = async () => {
    for (let i = 0; i < 60; i += 1) {
      await Promise.resolve()
      if (waiting.length > 0) frame(0)
    }
  }
  return { source, frame, settle, load, clock, faults, waiting }
}

export const naiveReading = (id: number, at: number) => history.findLast((row) => row.id === id && row.at <= at)
