// The process image: the last report of each information object that a variable or a read needs.
import type { DriverFault, Point } from '../driver.ts'
import type { Kind } from './kinds.ts'
import type { Report } from './report.ts'

/** A watched variable; `zone` is that of the station's clock. */
export type Tag = { point: Point; kind: Kind | undefined; zone: string }

/**
 * `acked`: number of requests that the station had received when it last answered one with this object. `isCurrent`:
 * reported since the connection, or the last restart of the station. `hasState`: a report without a time tag, which has the
 * state at its time, was among these. `isInterrogated`: an interrogation has reported it. `doubt`: why the last report is uncertain.
 */
export type Entry = {
  report: Report | undefined
  receivedAt: number
  acked: number
  isCurrent: boolean
  hasState: boolean
  isInterrogated: boolean
  doubt: DriverFault | undefined
  tags: Tag[]
  /** Reads that need it. */
  holds: number
  /** Called at each report. */
  waiting: Set<() => void>
}

export class ProcessImage {
  readonly #stations = new Map<number, Map<number, Entry>>()

  entry(commonAddress: number, address: number): Entry | undefined {
    return this.#stations.get(commonAddress)?.get(address)
  }

  /** Watches an object for a variable; one that is watched already is replaced. */
  watch(commonAddress: number, address: number, tag: Tag): Entry {
    const entry = this.#ensure(commonAddress, address)
    entry.tags = [...entry.tags.filter(({ point }) => point.id !== tag.point.id), tag]
    return entry
  }

  /** Stores the reports of an object until `release`. */
  hold(commonAddress: number, address: number): Entry {
    const entry = this.#ensure(commonAddress, address)
    entry.holds++
    return entry
  }

  release(commonAddress: number, address: number): void {
    const entry = this.entry(commonAddress, address)
    if (!entry) return
    entry.holds--
    if (entry.holds > 0 || entry.tags.length > 0) return
    const station = this.#stations.get(commonAddress)!
    station.delete(address)
    if (station.size === 0) this.#stations.delete(commonAddress)
  }

  hasStation(commonAddress: number): boolean {
    return this.#stations.has(commonAddress)
  }

  *all(): Iterable<Entry> {
    for (const station of this.#stations.values()) yield* station.values()
  }

  entriesOf(commonAddress: number): Iterable<Entry> {
    return this.#stations.get(commonAddress)?.values() ?? []
  }

  #ensure(commonAddress: number, address: number): Entry {
    const station = this.#stations.get(commonAddress) ?? new Map<number, Entry>()
    this.#stations.set(commonAddress, station)
    const entry = station.get(address) ?? newEntry()
    station.set(address, entry)
    return entry
  }
}

const newEntry = (): Entry => ({
  ...{
    report: undefined,
    receivedAt: 0,
    acked: 0,
    isCurrent: false,
    hasState: false,
    isInterrogated: false,
    doubt: undefined,
    tags: [],
    holds: 0,
    waiting: new Set(),
  },
})
