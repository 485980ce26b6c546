// A session with a controller: reads many tags by few requests, writes with the type that the controller has, browses.
import { setTimeout } from 'node:timers/promises'
import type { Value } from '../../core/data-type.ts'
import {
  type BrowsedPage,
  DriverFault,
  isRefusal,
  type Point,
  type TagReading,
  type TagSession,
  type WriteAnswer,
} from '../driver.ts'
import { faultOf as anyFault, closedFault } from '../modbus-tcp/faults.ts'
import { parseTagAddress, pathText, type Segment } from './address.ts'
import { Browser } from './browse.ts'
import type { Channel } from './channel.ts'
import {
  type Answer,
  answerOf,
  faultOf,
  goodData,
  packetAnswers,
  packetOverhead,
  packetRequest,
  services,
} from './cip.ts'
import { type TagData, tagData, valueIn } from './data.ts'
import { incomplete, status } from './faults.ts'
import type { EipParams } from './params.ts'
import {
  answerBytes,
  newTag,
  type Place,
  packedCount,
  type Run,
  readPartRequest,
  readRequest,
  runsOf,
  splitAddress,
  type Tag,
  type Use,
} from './plan.ts'
import { codes } from './type.ts'
import { bitRequest, hasBitWrite, type TagType, withBit, writeRequests, writtenBytes } from './write.ts'

/** Most services in one message. */
const maxServices = 150
/** Most tags with cached types; above this number the cache is emptied. */
const maxTags = 50_000
/** Longest value that is put together from parts, in bytes. */
const maxValueBytes = 0x2_0000
/** Checksum of the definition of the type STRING, which has 82 characters (1756-PM020). */
const stringHandle = 0x0fce
const stringCapacity = 82

const noAnswer = 1714

export class EipSession implements TagSession {
  readonly #channel: Channel
  readonly #end = new AbortController()
  readonly #tags = new Map<string, Tag>()
  /** Places by model, kind of value and address. */
  readonly #places = new Map<string, Place>()
  /** Capacity of string structures by their handle; nothing for other structures. */
  readonly #capacities = new Map<number, number | undefined>([[stringHandle, stringCapacity]])
  readonly #browser: Browser
  #hasPackets: boolean
  #maxServices = maxServices

  constructor(channel: Channel, { model }: EipParams) {
    this.#channel = channel
    this.#hasPackets = model !== 'micro800'
    this.#browser = new Browser({
      ask: (request, params) => channel.exchange(request, params),
      read: (points, params) => this.read(points, params),
    })
  }

  get isOpen(): boolean {
    return this.#channel.isOpen
  }

  async close(): Promise<void> {
    this.#end.abort()
    this.#channel.close()
  }

  async read(points: readonly Point[], params: object): Promise<TagReading[]> {
    const of = params as EipParams
    const readings: TagReading[] = []
    const uses: Use[] = []
    for (const [at, point] of points.entries()) {
      const place = this.#placeOf(point, of)
      if (place instanceof DriverFault) readings[at] = { fault: place }
      else uses.push({ at, point, place })
    }
    const failed = await this.#readRuns(runsOf(uses, this.#channel.maxBytes - packetOverhead(2)), of, readings)
    // An element beyond the end of an array spoils a whole run: from now on each is read by a request of its own.
    for (const { tag } of failed) tag.isAlone = true
    const alone = failed.flatMap((run) => run.uses)
    if (alone.length > 0) await this.#readRuns(runsOf(alone, this.#channel.maxBytes), of, readings)
    return readings
  }

  browse(node: string | undefined, from: number, params: object): Promise<BrowsedPage> {
    return this.#browser.page(node, from, params as EipParams)
  }

  async write(point: Point, value: Value, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const of = params as EipParams
    let requests: Uint8Array[]
    let tag: Tag | undefined
    try {
      const place = this.#placeOf(point, of)
      if (place instanceof DriverFault) throw place
      tag = place.tag
      requests = await this.#requestsOf(place, point, value, of)
      await this.#channel.ready()
    } catch (error) {
      return { kind: 'unsent', fault: anyFault(error) }
    }
    if (!this.isOpen) return { kind: 'unsent', fault: closedFault() }
    if (!mayStart()) return { kind: 'expired' }
    let sent = 0
    try {
      for (const request of requests) {
        goodData(await this.#ask(request, of))
        sent++
      }
    } catch (error) {
      // The program may have been changed: the type is read again.
      tag.type = undefined
      // The first parts have been written: it is no refusal, after which nothing would be.
      throw sent > 0 ? this.#closing(error) : error
    }
    return { kind: 'done' }
  }

  /** Where a point is; the fault of its address. */
  #placeOf(point: Point, { model }: EipParams): Place | DriverFault {
    const kind = point.dataType === 'bool' || point.dataType === 'string' ? point.dataType : 'number'
    const key = `${model} ${kind} ${point.address}`
    const known = this.#places.get(key)
    if (known) return known
    const address = parseTagAddress(point.address, { model })
    if (isRefusal(address)) return new DriverFault(1715, address.reason.en)
    if (this.#places.size >= maxTags) {
      this.#places.clear()
      this.#tags.clear()
    }
    const { segments, ...rest } = splitAddress(address, point.dataType, model)
    const place = { tag: this.#tagOf(segments), ...rest }
    this.#places.set(key, place)
    return place
  }

  #tagOf(segments: readonly Segment[]): Tag {
    const text = pathText(segments)
    const known = this.#tags.get(text)
    if (known) return known
    const tag = newTag(segments)
    this.#tags.set(text, tag)
    return tag
  }

  /** Reads runs by as few messages as possible; returns runs of several elements that failed. */
  async #readRuns(runs: readonly Run[], params: EipParams, readings: TagReading[]): Promise<Run[]> {
    const failed: Run[] = []
    const requests = runs.map(readRequest)
    const sizes = runs.map((run, at) => ({ request: requests[at]!.length, answer: answerBytes(run) }))
    for (let at = 0; at < runs.length; ) {
      if (at > 0) await this.#pause(params)
      const most = this.#hasPackets ? this.#maxServices : 1
      const count = packedCount(sizes.slice(at, at + most + 1), this.#channel.maxBytes, most, packetOverhead)
      const pack = runs.slice(at, at + count)
      const answers = await this.#readPack(pack, requests.slice(at, at + count), params)
      for (const [index, answer] of answers.entries()) {
        const run = pack[index]!
        if (answer instanceof DriverFault && run.count > 1) failed.push(run)
        else this.#put(run, answer, params, readings)
      }
      at += count
    }
    return failed
  }

  /** Fills in the readings of a run. */
  #put(run: Run, answer: TagData | DriverFault, { encoding }: EipParams, readings: TagReading[]): void {
    for (const use of run.uses) {
      try {
        if (answer instanceof DriverFault) throw answer
        readings[use.at] = { value: valueIn(run, answer, use, encoding), agoMs: 0 }
      } catch (error) {
        readings[use.at] = { fault: anyFault(error) }
      }
    }
  }

  /** The values of each run, or its fault. Throws a fault that concerns all. */
  async #readPack(
    runs: readonly Run[],
    requests: readonly Uint8Array[],
    params: EipParams,
  ): Promise<(TagData | DriverFault)[]> {
    if (runs.length === 1) return [await this.#readAlone(runs[0]!, params)]
    const answer = await this.#ask(packetRequest(requests), params)
    if (answer.status !== status.good && answer.status !== status.packet) return this.#divide(runs, answer, params)
    const results: (TagData | DriverFault)[] = []
    for (const [at, each] of this.#answersIn(answer, runs.length).entries()) {
      const run = runs[at]!
      // The answer did not fit into the message with those of the others.
      const isCut = each.status === status.partial || each.status === status.tooLarge
      if (isCut) await this.#pause(params)
      results.push(isCut ? await this.#readAlone(run, params) : await this.#learnt(run, each, params))
    }
    return results
  }

  /** The answers in a message. If they are not those of the requests, the next answers cannot be trusted either. */
  #answersIn(answer: Answer, count: number): Answer[] {
    try {
      return packetAnswers(answer.data, count).map((each) => answerOf(each, services.read))
    } catch (error) {
      throw this.#closing(error)
    }
  }

  #closing(error: unknown): DriverFault {
    this.#channel.close()
    return anyFault(error).asBroken()
  }

  /** Reads the halves of a message that the controller refused as a whole. */
  async #divide(runs: readonly Run[], { status: code }: Answer, params: EipParams): Promise<(TagData | DriverFault)[]> {
    if (code === status.unsupported) this.#hasPackets = false
    else this.#maxServices = Math.max(1, runs.length >> 1)
    const results: (TagData | DriverFault)[] = []
    const size = this.#hasPackets ? this.#maxServices : 1
    for (let at = 0; at < runs.length; at += size) {
      await this.#pause(params)
      const part = runs.slice(at, at + size)
      results.push(...(await this.#readPack(part, part.map(readRequest), params)))
    }
    return results
  }

  /** Reads one run, in parts if it is long. Throws only a fault that concerns the connection. */
  async #readAlone(run: Run, params: EipParams): Promise<TagData | DriverFault> {
    const answer = await this.#ask(readRequest(run), params)
    return this.#learnt(run, answer, params)
  }

  /** The values in an answer to a run, with the parts that follow; remembers the type. */
  async #learnt(run: Run, answer: Answer, params: EipParams): Promise<TagData | DriverFault> {
    try {
      if (answer.status !== status.good && answer.status !== status.partial) return faultOf(answer)
      const first = tagData(answer.data)
      const data = answer.status === status.partial ? await this.#wholeOf(run, first, params) : first
      run.tag.type = data.type
      run.tag.handle = data.handle
      run.tag.bytes = data.bytes.length / run.count
      const isText = data.handle !== undefined && run.uses.some(({ point }) => point.dataType === 'string')
      if (isText && !(await this.#isText(run, data.handle!, params)))
        return new DriverFault(1716, 'it is a structure that is no string')
      return data
    } catch (error) {
      const fault = anyFault(error)
      if (fault.broken || fault.code === noAnswer) throw fault
      return fault
    }
  }

  /** Reads what follows the first part of a long value. Each part starts with its type. */
  async #wholeOf(run: Omit<Run, 'uses'>, first: TagData, params: EipParams): Promise<TagData> {
    const parts = [first.bytes]
    let length = first.bytes.length
    for (;;) {
      await this.#pause(params)
      const answer = await this.#ask(readPartRequest(run, length), params)
      const isLast = answer.status === status.good
      if (!isLast && answer.status !== status.partial) throw faultOf(answer)
      const part = tagData(answer.data)
      if (part.type !== first.type || part.handle !== first.handle) throw incomplete('parts of different types')
      parts.push(part.bytes)
      length += part.bytes.length
      if (isLast) return { ...first, bytes: Buffer.concat(parts) }
      if (part.bytes.length === 0 || length > maxValueBytes) throw incomplete(`more than ${length} bytes`)
    }
  }

  /** Whether a structure has the members of a string: LEN, a DINT, and DATA, an array of SINT. */
  async #isText({ tag, index }: Omit<Run, 'uses'>, handle: number, params: EipParams): Promise<boolean> {
    if (!this.#capacities.has(handle)) {
      const member = (name: string, indices: readonly number[]) =>
        this.#memberType(tag, index, { name, indices }, params)
      const isString = (await member('LEN', [])) === codes.dint && (await member('DATA', [0])) === codes.sint
      this.#capacities.set(handle, isString ? await this.#capacityOf(tag, index, params) : undefined)
    }
    return this.#capacities.get(handle) !== undefined
  }

  /** The number of characters: a structure is padded to a multiple of four bytes. */
  async #capacityOf(tag: Tag, index: number | undefined, params: EipParams): Promise<number | undefined> {
    const most = (tag.bytes ?? 0) - 4
    for (let capacity = most; capacity > Math.max(0, most - 4); capacity--) {
      const last = { name: 'DATA', indices: [capacity - 1] }
      if ((await this.#memberType(tag, index, last, params)) === codes.sint) return capacity
    }
    return undefined
  }

  /** The type of a member of a structure, or nothing if it has no such member. */
  async #memberType(
    tag: Tag,
    index: number | undefined,
    member: Segment,
    params: EipParams,
  ): Promise<number | undefined> {
    const last = tag.segments.at(-1)!
    const own = index === undefined ? last : { ...last, indices: [...last.indices, index] }
    const segments = [...tag.segments.slice(0, -1), own, member]
    await this.#pause(params)
    const answer = await this.#ask(readRequest({ tag: newTag(segments), index: undefined, count: 1 }), params)
    return answer.status === status.good ? tagData(answer.data).type : undefined
  }

  /** The requests that write a value; the type of the tag is read first, if it is not known. */
  async #requestsOf(place: Place, point: Point, value: Value, params: EipParams): Promise<Uint8Array[]> {
    const { tag, index, bit } = place
    let now: TagData | undefined
    const isReadFirst = bit !== undefined && !hasBitWrite(params)
    if (tag.type === undefined || isReadFirst) {
      const read = await this.#readAlone({ tag, index, count: 1, uses: [{ at: 0, point, place }] }, params)
      if (read instanceof DriverFault) throw read
      now = read
      await this.#pause(params)
    }
    const capacity = tag.handle === undefined ? undefined : this.#capacities.get(tag.handle)
    const known: TagType = { type: tag.type!, handle: tag.handle, bytes: tag.bytes!, capacity }
    if (place.isFlag && known.type !== codes.dword) throw new DriverFault(1716, 'it is no BOOL array')
    if (bit !== undefined && !isReadFirst) return [bitRequest(place, known.type, bit, value)]
    // A change by the controller between the read and the write is undone.
    const bytes = bit === undefined ? writtenBytes(known, value, params) : withBit(now!.bytes, known.type, bit, value)
    return writeRequests(place, known, bytes, this.#channel.maxBytes)
  }

  /** Sends a request. A fault after which answers cannot be assigned to requests closes the socket. */
  async #ask(request: Uint8Array, params: EipParams): Promise<Answer> {
    try {
      return await this.#channel.exchange(request, params)
    } catch (error) {
      const fault = anyFault(error)
      if (fault.broken) this.#channel.close()
      throw fault
    }
  }

  /** The configured pause between two requests. Throws 1722 if the session is closed meanwhile. */
  async #pause({ waitMs }: EipParams): Promise<void> {
    if (waitMs === 0) return
    await setTimeout(waitMs, undefined, { signal: this.#end.signal }).catch(() => {
      throw closedFault()
    })
  }
}
