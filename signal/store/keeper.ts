// Stores the values of a report when its time has come: a row of current readings, or aggregates since the last time.
// Pure.
import type { GatewayColumn } from '../../contract/gateway-config.ts'
import type { Value } from '../../core/data-type.ts'
import { hasValue, type Reading } from './reading.ts'
import { aggregate, aggregationOf, count, emptyTally, joinTallies, nextTally, pass, type Tally } from './summary.ts'

/** A value to store: the column, and its time in history (whole ms of the rules' clock). */
export type KeptValue = { columnId: number; value: Value | null; code: number; moment: number }
export type Store = (kept: KeptValue) => void
/** The latest reading of a variable; undefined if it was not read since the box woke. */
export type ReadSignal = (signalId: number) => Reading | undefined

/**
 * A reading as stored: the value of a bad one is null, since its last good value was stored before it. An uncertain one
 * keeps its value and its code.
 */
export const keptOf = ({ value, code }: Reading) => ({ value: hasValue(code) ? value : null, code })

export type Keeper = {
  /** Starts: stores a row of current readings; a summary counts from here. */
  open(moment: number): void
  /** A boundary in between: stores one more row, or the summary up to here, and starts the next. */
  mark(moment: number): void
  /** Ends the period: stores the summary; a report of rows stores nothing. */
  close(moment: number): void
  /** A reading of one of its variables; `isPaused`: it is unknown whether the reading belongs to the report. */
  read(signalId: number, reading: Reading, isPaused: boolean): void
  /** State of an unfinished summary; empty for rows. */
  save(): SavedTally[]
  /** Adds readings that were counted before a restart. */
  restore(saved: readonly SavedTally[]): void
}

export type SavedTally = [signalId: number, tally: Tally]

export type KeeperDeps = {
  columns: readonly GatewayColumn[]
  read: ReadSignal
  store: Store
  /** Where a counter rolls over to 0; undefined for other variables. */
  rolloverOf?: ((signalId: number) => number | undefined) | undefined
}

/** Stores all columns with their current readings. */
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

/** Stores aggregates of the readings between `open` and `close`, with the time of the end. */
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
        if (later) tallies.set(signalId, joinTallies(tally, later, rolloverOf?.(signalId)))
      }
    },
  }
}
