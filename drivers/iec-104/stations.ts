// The stations of a connection: routes received reports to variables, interrogates each station, and marks the values that
// it does not report.
import { DriverFault, type TagListener, type TagReading } from '../driver.ts'
import type { Activation } from './activations.ts'
import type { TagAddress } from './address.ts'
import { causes } from './causes.ts'
import { StationClock } from './clock.ts'
import { neverReported, unsupportedFault } from './faults.ts'
import { type Entry, ProcessImage, type Tag } from './image.ts'
import { Interrogation, type InterrogationRequest } from './interrogation.ts'
import type { Iec104Params } from './params.ts'
import type { Report } from './report.ts'
import type { Requester } from './requester.ts'
import { instantOfTag } from './time.ts'
import { readingOf } from './value.ts'

type Needs = {
  /** See `Link.acked`. */
  acked(): number
  /** The connection is of no use any more. */
  onSilence(fault: DriverFault): void
  /** Whether reports that nothing needs yet are stored, because variables are still being added. */
  isFilling(): boolean
}

type Station = { general: Interrogation; counter: Interrogation; heardAt: number; wasInterrogated: boolean }
type Early = { commonAddress: number; address: number; report: Report; cause: number }

/** Reports that are stored while variables are being added. */
const maxEarly = 4096
/** A station sends the events that it has stored within this time after the connection. */
const maxCatchUpMs = 60_000
/** The largest difference of two good clocks. */
const maxAwayMs = 2000
/** Pause before an interrogation that shows the state after events out of order. */
const recheckMs = 5000

export class Stations {
  readonly image = new ProcessImage()
  readonly clock = new StationClock()
  listener: TagListener | undefined
  readonly #requester: Requester
  readonly #needs: Needs
  readonly #stations = new Map<number, Station>()
  readonly #opened = { at: Date.now(), monotonic: performance.now() }
  /** Timers of interrogations after events out of order. */
  readonly #rechecks = new Map<Station, NodeJS.Timeout>()
  #early: Early[] = []
  #isClosed = false

  constructor(requester: Requester, needs: Needs) {
    this.#requester = requester
    this.#needs = needs
  }

  /** Stores a report and passes it on. */
  accept(commonAddress: number, address: number, report: Report, cause: number): void {
    const entry = this.image.entry(commonAddress, address)
    const station = this.#stations.get(commonAddress)
    const now = performance.now()
    if (station) station.heardAt = now
    if (this.#needs.isFilling() && !entry?.tags.length) this.#store({ commonAddress, address, report, cause })
    if (!entry) return
    entry.doubt = this.#orderDoubt(entry, report, now)
    entry.report = report
    entry.receivedAt = now
    if (isAnswer(cause)) entry.acked = this.#needs.acked()
    entry.isCurrent = true
    entry.hasState ||= report.tag === undefined
    entry.isInterrogated ||= isOfGeneral(cause)
    if (entry.doubt) this.#recheck(station)
    if (report.tag) this.#observe(report, entry, cause === causes.spontaneous && station?.wasInterrogated === true)
    for (const tag of entry.tags) this.listener?.onReading(tag.point.id, this.#readingOf(entry, tag))
    for (const check of entry.waiting) check()
  }

  /** Adds a watched variable. */
  watch(tag: Tag, { commonAddress, state }: TagAddress): void {
    const { address } = state!
    const entry = this.image.watch(commonAddress, address, tag)
    if (entry.report && entry.isCurrent) this.listener?.onReading(tag.point.id, this.#readingOf(entry, tag))
  }

  /** The latest reports are stored: the value of an object must not be older than its last report. */
  #store(early: Early): void {
    if (this.#early.length >= maxEarly) this.#early = []
    this.#early.push(early)
  }

  /** Passes on the reports that arrived before their variables were added; the others are still stored if `isFilling`. */
  replay(): void {
    const early = this.#early
    this.#early = []
    for (const each of early) {
      const { commonAddress, address, report, cause } = each
      if (this.image.entry(commonAddress, address)?.tags.length) this.accept(commonAddress, address, report, cause)
      else if (this.#needs.isFilling()) this.#store(each)
    }
  }

  /** Interrogates a station now and periodically. */
  interrogate(commonAddress: number, params: Iec104Params): void {
    const { general, counter } = this.#ensure(commonAddress, params)
    general.want(params)
    if (params.counterMinutes > 0) counter.want(params)
  }

  /** The general interrogation of a station, for a read. */
  interrogationOf(commonAddress: number, params: Iec104Params): Interrogation {
    return this.#ensure(commonAddress, params).general
  }

  /** The station has restarted: its values are uncertain until it is interrogated. */
  restarted(commonAddress: number): void {
    const station = this.#stations.get(commonAddress)
    if (!station || !this.image.hasStation(commonAddress)) return
    const doubt = new DriverFault(1747, 'the station has restarted, its interrogation has not ended yet')
    for (const entry of this.image.entriesOf(commonAddress)) {
      if (!entry.report || !entry.isCurrent) continue
      entry.isCurrent = false
      entry.hasState = false
      for (const tag of entry.tags) {
        const reading = this.readingAt(entry, tag)
        this.listener?.onReading(tag.point.id, 'fault' in reading ? reading : { doubt, ...reading })
      }
    }
    station.general.again()
    station.counter.again()
  }

  /** The state of a tag by the last report, whose age has grown meanwhile. */
  readingAt(entry: Entry, tag: Tag): TagReading {
    const reading = this.#readingOf(entry, tag)
    if ('fault' in reading || reading.agoMs > 0) return reading
    return { ...reading, agoMs: performance.now() - entry.receivedAt }
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Ends interrogations, and everything that waits for a report. */
  close(): void {
    this.#isClosed = true
    this.listener = undefined
    this.#early = []
    for (const timer of this.#rechecks.values()) clearTimeout(timer)
    for (const { waiting } of this.image.all()) for (const check of waiting) check()
    for (const { general, counter } of this.#stations.values()) for (const each of [general, counter]) each.close()
  }

  #ensure(commonAddress: number, params: Iec104Params): Station {
    const before = this.#stations.get(commonAddress)
    if (before) return before
    const station: Station = {
      general: new Interrogation('general', params, {
        ...this.#usual(commonAddress, params),
        onEnd: (startedAt, fault) => {
          station.wasInterrogated ||= fault === undefined
          if (!fault) this.#outdate(commonAddress, startedAt)
          this.#markMissing(commonAddress, false, fault)
        },
      }),
      counter: new Interrogation('counter', params, {
        ...this.#usual(commonAddress, params),
        onEnd: (_startedAt, fault) => this.#markMissing(commonAddress, true, fault),
      }),
      heardAt: 0,
      wasInterrogated: false,
    }
    this.#stations.set(commonAddress, station)
    return station
  }

  #usual(commonAddress: number, { timeoutMs }: Iec104Params) {
    const orderOf = ({ type, qualifier, name }: InterrogationRequest) => ({
      ...{ type, commonAddress, address: 0, element: Buffer.of(qualifier) },
      refused: () => unsupportedFault(name),
    })
    return {
      activate: (request: InterrogationRequest) => this.#requester.start(() => orderOf(request), timeoutMs),
      release: (activation: Activation) => this.#requester.release(activation),
      heardAt: () => this.#stations.get(commonAddress)?.heardAt ?? 0,
      onSilence: this.#needs.onSilence,
    }
  }

  /** Objects that earlier general interrogations reported are missing if nothing has reported them since the last one started. */
  #outdate(commonAddress: number, startedAt: number): void {
    for (const entry of this.image.entriesOf(commonAddress))
      if (entry.isInterrogated && entry.receivedAt < startedAt) entry.isCurrent = false
  }

  /** The interrogation has ended: objects that the station has not reported are faulty. */
  #markMissing(commonAddress: number, areCounters: boolean, fault: DriverFault | undefined): void {
    const missing = fault ?? neverReported('the station does not report this object in its interrogation')
    for (const entry of this.image.entriesOf(commonAddress)) {
      if (entry.isCurrent) continue
      for (const { point, kind } of entry.tags)
        if ((kind === 'IT') === areCounters) this.listener?.onReading(point.id, { fault: missing })
    }
  }

  /** The zone of the first variable is that of the station. */
  #observe({ tag }: Report, { tags: [first] }: Entry, isLive: boolean): void {
    if (!first) return
    const at = instantOfTag(tag!, first.zone)
    this.clock.observe(at, { now: Date.now(), isInvalid: tag!.isInvalid, isLive })
  }

  /** Why a report may be older than the state that it replaces; its time tag shows it. */
  #orderDoubt({ report: before, isCurrent, hasState, tags: [first] }: Entry, { tag }: Report, now: number) {
    if (!first || !tag || tag.isInvalid || !before || !isCurrent) return undefined
    const at = instantOfTag(tag, first.zone)
    const isBackwards = before.tag && !before.tag.isInvalid && at < instantOfTag(before.tag, first.zone)
    if (isBackwards) return new DriverFault(1747, 'its time is before that of the report before it')
    // Many stations answer an interrogation before they send the events that they have stored.
    const isStored = hasState && now < this.#opened.monotonic + maxCatchUpMs && at < this.#opened.at - maxAwayMs
    return isStored ? new DriverFault(1747, 'an event of the time before the connection') : undefined
  }

  /** Interrogates a station soon because its events are out of order. */
  #recheck(station: Station | undefined): void {
    if (!station || this.#rechecks.has(station) || this.#isClosed) return
    const timer = setTimeout(() => {
      this.#rechecks.delete(station)
      station.general.again()
    }, recheckMs)
    this.#rechecks.set(station, timer)
  }

  #readingOf({ report, doubt }: Entry, { point, kind, zone }: Tag): TagReading {
    const { tag } = report!
    const agoMs = tag && !tag.isInvalid ? this.clock.agoMs(instantOfTag(tag, zone), Date.now()) : 0
    const reading = readingOf(report!, point.dataType, kind, agoMs)
    return doubt && !('fault' in reading) ? { doubt, ...reading } : reading
  }
}

/** Whether a report with this cause is of a general interrogation, of the station or of a group. */
const isOfGeneral = (cause: number): boolean => cause >= causes.interrogated && cause <= causes.lastGroup

/** Whether a report with this cause answers a request. */
const isAnswer = (cause: number): boolean => cause === causes.request || cause >= causes.interrogated
