// The latest reading of every signal, and the signals that changed since they were last sent.
import type { Value } from '../../core/data-type.ts'

/** A reading on the gateway: `at` is ms of the monotonic clock. A faulty one keeps the last value, or null. */
export type EdgeReading = { value: Value | null; code: number; at: number }

type ReadingListener = (id: number, reading: EdgeReading) => void

export type Values = {
  get(id: number): EdgeReading | undefined
  /** Stores a value in engineering units; `code` other than 200 if the device itself doubts it. */
  put(id: number, value: Value, at: number, code?: number): void
  /** The signal cannot be read: `code` names the fault; the last value is kept. */
  fault(id: number, code: number, at: number): void
  /** Marks all signals as changed, for a new watcher. */
  touchAll(): void
  /** Signals that changed since they were sent, oldest change first. */
  changed(): IterableIterator<number>
  changedCount(): number
  /** Marks the current reading as sent. */
  told(id: number): void
  /** Removes the values of all other signals. */
  keepOnly(ids: ReadonlySet<number>): void
  /** Sets the only listener for changes of a value or its code. */
  onChange(listener: () => void): void
  /** Calls `listener` with every reading, changed or not, once `get` returns it. Returns a function that ends this. */
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
