// A topic with its last message, and the variables that read it.
import { type DeviceClock, DriverFault, type Point, type TagReading } from '../driver.ts'
import { JsonNumber } from '../json-text.ts'
import { parsePath, type Step, type TopicAddress } from './address.ts'
import type { Message } from './broker.ts'
import type { MqttParams } from './params.ts'
import { type Age, SourceClock, timeOf, uncertain } from './source-clock.ts'
import { atPath, Payload, payloadValue } from './value.ts'

/** A variable with its parsed address. */
export type TopicPoint = { point: Point; address: TopicAddress }

/** The largest credible difference between two clocks, where no maximum silence is configured. */
const usualAwayMs = 86_400_000

/** A message; `receivedAt`: monotonic ms. */
type Received = { payload: Payload; isRetained: boolean; receivedAt: number }

/** Parameters on which the reading of a message depends. */
const formatKeys = [
  ...(['staleAfterS', 'retained', 'timePath', 'timeFormat'] as const),
  ...(['textNumbers', 'trueText', 'falseText'] as const),
] satisfies (keyof MqttParams)[]

/** The variables of one driver that read a topic. */
export class Reader {
  readonly params: MqttParams
  readonly points: readonly TopicPoint[]
  readonly #path: ReturnType<typeof parsePath> | undefined
  readonly #clock = new SourceClock()
  /** Whether the silence of the topic is reported. */
  isSilent = false
  #payload: Payload | undefined
  #age: Age = { agoMs: 0 }
  /** Monotonic ms of the last message. */
  #receivedAt = Number.NEGATIVE_INFINITY

  constructor(params: MqttParams, points: readonly TopicPoint[]) {
    this.params = params
    this.points = points
    this.#path = params.timePath === '' ? undefined : parsePath(params.timePath)
  }

  get hasMessage(): boolean {
    return this.#payload !== undefined
  }

  /** The clock of the device, if its messages have a time. */
  get clock(): DeviceClock | undefined {
    return this.#clock.state
  }

  /** Monotonic ms at which the last message becomes too old. */
  get staleAt(): number {
    const { staleAfterS } = this.params
    return staleAfterS === 0 || !this.#payload ? Number.POSITIVE_INFINITY : this.#receivedAt + staleAfterS * 1000
  }

  /** Whether this reader understands messages as a driver with these parameters does. */
  isLike(params: MqttParams): boolean {
    return formatKeys.every((key) => this.params[key] === params[key])
  }

  accept({ payload, isRetained, receivedAt }: Received): void {
    this.#payload = payload
    this.#receivedAt = receivedAt
    this.isSilent = false
    this.#age = this.#ageOf(payload, isRetained)
  }

  #ageOf(payload: Payload, isRetained: boolean): Age {
    const { staleAfterS, retained } = this.params
    const isUnknown = isRetained && retained === 'uncertain'
    if (!Array.isArray(this.#path))
      return isUnknown ? { agoMs: 0, doubt: uncertain('a retained message: its age is unknown') } : { agoMs: 0 }
    const at = this.#timeIn(payload, this.#path)
    if (at === undefined) return { agoMs: 0, doubt: uncertain('the payload has no valid time') }
    const age = this.#clock.ageOf(at, Date.now(), staleAfterS === 0 ? usualAwayMs : staleAfterS * 1000)
    // Its time makes a retained message credible only if there is a limit that it keeps.
    if (isUnknown && staleAfterS === 0 && !age.doubt)
      return { ...age, doubt: uncertain('a retained message, and no maximum silence is configured') }
    return age
  }

  #timeIn(payload: Payload, path: readonly Step[]): number | undefined {
    try {
      const json = atPath(payload.json, path)
      if (typeof json === 'string') return timeOf(json, this.params.timeFormat)
      const isNumber = json instanceof JsonNumber && this.params.timeFormat !== 'iso'
      return isNumber ? timeOf(json.digits, this.params.timeFormat) : undefined
    } catch (error) {
      if (error instanceof DriverFault) return undefined
      throw error
    }
  }

  /** The present state of a variable. */
  readingOf({ point, address }: TopicPoint): TagReading {
    if (!this.#payload) return { fault: new DriverFault(1739, `no message of ${address.topic} since the connection`) }
    if (this.staleAt <= performance.now()) return { fault: this.silence }
    try {
      return { value: payloadValue(this.#payload, address, point.dataType, this.params), ...this.#age }
    } catch (error) {
      if (error instanceof DriverFault) return { fault: error }
      throw error
    }
  }

  get silence(): DriverFault {
    return new DriverFault(1714, `no message for ${this.params.staleAfterS} s`)
  }
}

export class Topic {
  readonly readers: Reader[] = []
  #last: Received | undefined

  get hasMessage(): boolean {
    return this.#last !== undefined
  }

  /** Adds a reader, which has the last message immediately. */
  add(reader: Reader): void {
    this.readers.push(reader)
    if (this.#last) reader.accept(this.#last)
  }

  remove(reader: Reader): void {
    this.readers.splice(this.readers.indexOf(reader), 1)
  }

  accept({ payload, isRetained }: Message): void {
    this.#last = { payload: new Payload(payload), isRetained, receivedAt: performance.now() }
    for (const reader of this.readers) reader.accept(this.#last)
  }
}
