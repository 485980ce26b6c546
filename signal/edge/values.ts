// The latest reading of every signal, and which of them changed since they were last told.
import type { Value } from '../../core/data-type.ts'

/** A reading on the gateway: `at` is ms of the monotonic clock. A faulty one keeps the last value, or null. */
export type EdgeReading = { value: Value | null; code: number; at: number }

export type ReadingListener = (id: number, reading: EdgeReading) => void

export type Values = {
  get(id: number): EdgeReading | undefined
  /** A value in engineering units; `code` other than 200 where the device itself doubts it. */
  put(id: number, value: Value, at: number, code?: number): void
  /** The signal cannot be read: the code names why; the last value stays beside it. */
  fault(id: number, code: number, at: number): void
  /** Everything is untold again, as for a watcher who has just come. */
  touchAll(): void
  /** Ids not told yet, oldest change first. */
  changed(): IterableIterator<number>
  changedCount(): number
  /** This id is told as it stands. */
  told(id: number): void
  /** Forgets all signals but these. */
  keepOnly(ids: ReadonlySet<number>): void
  /** Calls back at every change of a value or code; one listener. */
  onChange(listener: () => void): void
  /** Tells every reading, changed or not, once it can be got; the answer ends that. */
  listen(listener: ReadingListener): () => void
  size(): number
  goodCount(): number
}

const good = 200

export function createValues(): Values {
  const readings = new Map<number, EdgeReading>()
  const untold = new Set<number>()
  const listeners = new Set<ReadingListener>()
  let onChange: () => void = () => undefined

  function set(id: number, value: Value | null, code: number, at: number): void {
    const before = readings.get(id)
    const reading = { value, code, at }
    readings.set(id, reading)
    for (const listener of listeners) listener(id, reading)
    if (before?.value === value && before.code === code) return
    untold.add(id)
    onChange()
  }

  return {
    get: (id) => readings.get(id),
    put: (id, value, at, code = good) => set(id, value, code, at),
    fault: (id, code, at) => set(id, readings.get(id)?.value ?? null, code, at),
    touchAll() {
      for (const id of readings.keys()) untold.add(id)
    },
    changed: () => untold.values(),
    changedCount: () => untold.size,
    told: (id) => void untold.delete(id),
    keepOnly(ids) {
      for (const id of readings.keys()) if (!ids.has(id)) readings.delete(id)
      for (const id of untold) if (!ids.has(id)) untold.delete(id)
    },
    onChange(listener) {
      onChange = listener
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    size: () => readings.size,
    goodCount: () => [...readings.values()].filter(({ code }) => code === good).length,
  }
}
