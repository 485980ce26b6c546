// What of a report is kept when its moment has come: a row of what stands, or the aggregates of the time since. Pure.
import type { GatewayColumn } from '../../contract/gateway-config.ts'
import type { Value } from '../../core/data-type.ts'
import { hasValue, type Reading } from './reading.ts'
import { aggregate, aggregationOf, count, emptyTally, joined, nextTally, pass, type Tally } from './summary.ts'

/** One value to keep: the column, and the moment (whole ms of the rules' clock) at which it stands in history. */
export type KeptValue = { columnId: number; value: Value | null; code: number; moment: number }
export type Store = (kept: KeptValue) => void
/** The latest reading of a variable, or nothing where it was not read (since the box woke). */
export type ReadSignal = (signalId: number) => Reading | undefined

/**
 * A reading in history: a bad one is null, its last good value stands before it. One that the device calls uncertain keeps
 * its value beside its code.
 */
export const keptOf = ({ value, code }: Reading) => ({ value: hasValue(code) ? value : null, code })

export type Keeper = {
  /** Something begins: a row of what stands at its begin; a summary counts from here. */
  open(moment: number): void
  /** A border within it: one more row; a summary of what ended here, and the next one begins. */
  mark(moment: number): void
  /** It ended. The summary of it; nothing else. */
  close(moment: number): void
  /** A reading of one of its variables; `isPaused`: nobody knows whether it belongs to it. */
  read(signalId: number, reading: Reading, isPaused: boolean): void
  /** What an unfinished summary knows; nothing for rows. */
  save(): SavedTally[]
  /** What was saved was counted before all that was counted here. */
  restore(saved: readonly SavedTally[]): void
}

export type SavedTally = [signalId: number, tally: Tally]

export type KeeperDeps = {
  columns: readonly GatewayColumn[]
  read: ReadSignal
  store: Store
  /** Where a counter begins again at 0; nothing for all others. */
  rolloverOf?: ((signalId: number) => number | undefined) | undefined
}

/** All columns with the readings that stand then. */
export function createRows({ columns, read, store }: KeeperDeps): Keeper {
  const row = (moment: number) => {
    for (const { id, signalId } of columns) {
      const reading = read(signalId)
      if (reading) store({ columnId: id, ...keptOf(reading), moment })
    }
  }
  return {
    open: row,
    mark: row,
    close: () => undefined,
    read: () => undefined,
    save: () => [],
    restore: () => undefined,
  }
}

export type SummaryState = { isOpen: boolean; tallies: Map<number, Tally> }
export const newSummary = (columns: readonly GatewayColumn[]): SummaryState => ({
  isOpen: false,
  tallies: new Map(columns.map(({ signalId }) => [signalId, emptyTally()])),
})

/** Aggregates of the readings between `open` and `close`, at the moment of the end. */
export function createSummaries(
  { columns, store, rolloverOf }: KeeperDeps,
  state: SummaryState = newSummary(columns),
): Keeper {
  const { tallies } = state

  function begin(): void {
    state.isOpen = true
    for (const [signalId, tally] of tallies) tallies.set(signalId, nextTally(tally))
  }

  function end(moment: number): void {
    if (!state.isOpen) return
    for (const column of columns) {
      const kept = aggregate(tallies.get(column.signalId)!, aggregationOf(column))
      if (kept) store({ columnId: column.id, ...kept, moment })
    }
  }

  return {
    open: begin,
    mark(moment) {
      end(moment)
      begin()
    },
    close(moment) {
      end(moment)
      begin()
      state.isOpen = false
    },
    read(signalId, reading, isPaused) {
      const tally = tallies.get(signalId)
      if (!tally || isPaused) return
      if (state.isOpen) count(tally, reading, rolloverOf?.(signalId))
      else pass(tally, reading)
    },
    save: () => [...tallies],
    restore(saved) {
      for (const [signalId, tally] of saved) {
        const later = tallies.get(signalId)
        if (later) tallies.set(signalId, joined(tally, later, rolloverOf?.(signalId)))
      }
    },
  }
}
