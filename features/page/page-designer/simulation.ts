// Simulated values for viewing a page in the designer: moving between the bounds of each variable, at one bound, or
// invalid. Shown only in the designer, and always labelled as simulated.
import { type Ranged, unspecified, valueAt } from '../../../designer/sample-values.ts'
import type { Freshness } from '../../../signal/web/freshness.ts'
import type { CellReading, SignalCell } from '../../../signal/web/values.ts'
import type { Bound } from '../../../widgets/binds.ts'
import type { ValueSource } from '../../../widgets/host/source.ts'

export const simulatedStates = ['moving', 'low', 'high', 'stale', 'bad', 'never'] as const
export type SimulatedState = (typeof simulatedStates)[number]

/** Period of the movement; longer by a different amount for each variable. */
const cycleMs = 20_000
const code = { good: 200, bad: 1713 }

/** Position between the bounds, from 0 to 1. */
function shareOf(state: SimulatedState, id: number, at: number): number {
  if (state === 'low') return 0
  if (state === 'high') return 1
  const period = cycleMs + (id % 7) * 1500
  return (1 - Math.cos((2 * Math.PI * (at + id * 997)) / period)) / 2
}

/** The simulated reading of a variable at `at`, epoch ms. */
export function simulatedReading(id: number, of: Ranged | undefined, state: SimulatedState, at: number): CellReading {
  if (state === 'never') return { value: null, code: 0, time: null, receivedAt: null, drawnAt: null }
  const share = shareOf(state, id, at)
  const stands = { time: at, receivedAt: at, drawnAt: at }
  if (state === 'bad') return { value: null, code: code.bad, ...stands }
  return { value: valueAt(of ?? unspecified, share), code: code.good, ...stands }
}

const freshness: Partial<Record<SimulatedState, Freshness>> = { stale: 'stale', bad: 'bad', never: 'never' }

type Simulation = ValueSource & {
  /** Updates all values to the current time. */
  turn(): void
  set(state: SimulatedState): void
}

/** Simulates values for the preview. `known`: type and limits of the variables. */
export function createSimulation(known: ReadonlyMap<number, Ranged>, now: () => number = Date.now): Simulation {
  let state: SimulatedState = 'moving'
  const cells = new Map<string, { cell: SignalCell; turn: () => void }>()
  const cellOf = ({ kind, binding }: Bound): SignalCell | undefined => {
    const id = Number(kind === 'mvar' ? binding.mvarId : binding.signalId)
    if (!(id > 0)) return undefined
    const key = `${kind} ${id}`
    const made =
      cells.get(key) ?? makeCell(() => simulatedReading(id, kind === 'mvar' ? undefined : known.get(id), state, now()))
    cells.set(key, made)
    return made.cell
  }
  const turn = () => {
    for (const each of cells.values()) each.turn()
  }
  return {
    cell: cellOf,
    freshness: () => freshness[state] ?? 'good',
    texts: () => null,
    now,
    turn,
    set(next) {
      state = next
      turn()
    },
  }
}

function makeCell(read: () => CellReading) {
  const listeners = new Set<() => void>()
  let reading = read()
  const cell: SignalCell = {
    read: () => reading,
    trend: () => [],
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const turn = () => {
    reading = read()
    for (const listener of listeners) listener()
  }
  return { cell, turn }
}
