// DL/T 645 meters on one line: reads tags by as few requests as the meter permits, and writes parameters.

import type { Value } from '../../core/data-type.ts'
import { DriverFault, type Point, type TagReading, type TagSession, type WriteAnswer } from '../driver.ts'
import { closedFault, faultOf } from '../modbus-tcp/faults.ts'
import { isTyped } from '../secret.ts'
import type { Standard } from './catalogue.ts'
import { keyOf, type MeterAnswer, readAsk, writeAsk } from './command.ts'
import { encodeValue } from './format.ts'
import type { MeterFrame } from './frame.ts'
import type { MeterAsk, MeterLine } from './meter-line.ts'
import type { Dlt645Params } from './params.ts'
import { addressOf, hasLength, planRequests, type Request, readingOf } from './plan.ts'

const damaged = 1712
const noAnswer = 1714
const wrongLength = () => new DriverFault(1719, 'the answer has another length than the standard prescribes')
const mostFrames = 16
const mostMarkers = 8

/** Identifiers that most meters have. The answer to one of them shows that no earlier answer is still on the line. */
const usual: Record<Standard, readonly string[]> = {
  '2007': ['00010000', '02010100', '04000102', '00000000', '02030000', '04000401', '02020100', '04000101'],
  '1997': ['9010', 'B611', 'C011', 'B630', 'C032', '9020', 'B621', 'C010'],
}

/** First bytes of further identifiers, and the highest last byte: energies and demands of earlier months. */
const further: Record<Standard, readonly (readonly [head: string, last: number])[]> = {
  '2007': ['000100', '000200', '000101', '000102', '000103', '000104', '010100'].map((head) => [head, 12] as const),
  '1997': ['90', '91', '94', '98', 'A0'].map((head) => [head, 0x2e] as const),
}

/** `refused`: blocks that the meter does not have. `answered`: identifiers that it has answered, the latest last. */
type Habits = { refused: Set<string>; answered: Set<string> }

export class MeterSession implements TagSession {
  readonly #line: MeterLine<MeterFrame>
  readonly #habits = new Map<string, Habits>()

  constructor(line: MeterLine<MeterFrame>) {
    this.#line = line
  }

  get isOpen(): boolean {
    return this.#line.isOpen
  }

  async close(): Promise<void> {
    await this.#line.close()
  }

  /**
   * A request without an answer makes the call fail, unless the meter answers others: some meters ignore requests for
   * values that they lack.
   */
  async read(points: readonly Point[], params: object): Promise<TagReading[]> {
    const of = params as Dlt645Params
    const { refused } = this.#habitsOf(of)
    const readings: TagReading[] = []
    const ignored: string[] = []
    let hasAnswered = false
    let silences = 0
    const waiting = planRequests(points, of.standard, of.blockReading ? refused : undefined)
    for (let request = waiting.shift(); request; request = waiting.shift()) {
      const data = await this.#readAgain(request.di, of)
      const isSilent = data instanceof DriverFault && data.code === noAnswer
      silences = isSilent ? silences + 1 : 0
      hasAnswered ||= !isSilent
      if (data instanceof DriverFault && (data.broken || silences > 1 || !(hasAnswered || request.single))) throw data
      const instead = storeReadings(request, data, readings)
      const isDamaged = data instanceof DriverFault && data.code === damaged
      if (instead.length > 0 && !isDamaged) ignored.push(keyOf(request.di))
      waiting.unshift(...instead)
      // A block counts as missing only if the meter answers something else.
      if (!isSilent) for (const key of ignored) refused.add(key)
    }
    return readings
  }

  /** Reads an identifier; again if the answer was damaged. */
  async #readAgain(di: readonly number[], of: Dlt645Params): Promise<Buffer | DriverFault> {
    for (let tries = 0; ; tries++) {
      const data = await this.#readData(di, of).catch((error: unknown) => faultOf(error))
      if (!(data instanceof DriverFault) || data.code !== damaged || data.broken || tries >= of.retries) return data
    }
  }

  async write(point: Point, value: Value, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const of = params as Dlt645Params
    let ask: MeterAsk<MeterFrame, MeterAnswer>
    try {
      const { di, item, format } = addressOf(point, of.standard)
      if (!item?.row.isWritable || !isTyped(of.password)) throw new DriverFault(1717, 'the value is read-only')
      ask = writeAsk(di, encodeValue(value, format), of, of.password.text)
      await this.#line.prepare(ask, () => this.#markers(of), of)
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!this.#line.isConnected) return { kind: 'unsent', fault: closedFault() }
    const answer = await this.#line.askOnce(ask, of, mayStart)
    if (answer === 'expired') return { kind: 'expired' }
    if (answer instanceof DriverFault) throw answer
    return { kind: 'done' }
  }

  /** The data of an identifier, of all its frames. Throws the fault of the meter or of the line. */
  async #readData(di: readonly number[], of: Dlt645Params): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let sequence = 0; sequence < mostFrames; sequence++) {
      const answer = await this.#line.ask(readAsk(di, of, sequence), () => this.#markers(of), of)
      if (answer instanceof DriverFault) throw answer
      parts.push(answer.data)
      if (answer.hasMore) continue
      this.#remember(di, of)
      return Buffer.concat(parts)
    }
    throw new DriverFault(1719, 'the answer never ends')
  }

  #remember(di: readonly number[], of: Dlt645Params): void {
    const { answered } = this.#habitsOf(of)
    const key = keyOf(di)
    answered.delete(key)
    answered.add(key)
    if (answered.size > mostMarkers) answered.delete(answered.values().next().value!)
  }

  /** Requests that may come before another one, the likeliest to be answered first. */
  *#markers(of: Dlt645Params): Generator<MeterAsk<MeterFrame, MeterAnswer>> {
    const likely = new Set([...this.#habitsOf(of).answered, ...usual[of.standard]])
    for (const key of likely) yield readAsk([...Buffer.from(key, 'hex')], of)
    for (const [head, last] of further[of.standard])
      for (let byte = 1; byte <= last; byte++) yield readAsk([...Buffer.from(head, 'hex'), byte], of)
  }

  #habitsOf({ address, standard }: Dlt645Params): Habits {
    const key = `${standard} ${address}`
    const known = this.#habits.get(key)
    if (known) return known
    const habits = { refused: new Set<string>(), answered: new Set<string>() }
    this.#habits.set(key, habits)
    return habits
  }
}

/** Stores the readings of a request. Returns the requests that must be made instead, if the meter has no such block. */
function storeReadings(request: Request, data: Buffer | DriverFault, readings: TagReading[]): readonly Request[] {
  const { single, size, tags } = request
  const isWhole = !(data instanceof DriverFault) && (single ? data.length % size! === 0 : hasLength(request, data))
  if (single && (!isWhole || tags.some(({ at }) => at >= data.length))) return single
  for (const tag of tags) {
    if (data instanceof DriverFault) readings[tag.index] = { fault: data }
    else readings[tag.index] = isWhole ? readingOf(tag, data) : { fault: wrongLength() }
  }
  return []
}
