// CJ/T 188 meters on one line: reads each data identifier once per call. Nothing is written.
import { decodeValue } from '../dlt645/format.ts'
import type { MeterLine } from '../dlt645/meter-line.ts'
import { DriverFault, isRefusal, type Point, type TagReading, type TagSession, type WriteAnswer } from '../driver.ts'
import { faultOf } from '../modbus-tcp/faults.ts'
import { type Cjt188Address, parseCjt188Address } from './address.ts'
import { type Cjt188Frame, readAsk } from './frame.ts'
import { inUnit, layoutOf, lengthOf } from './layout.ts'
import type { Cjt188Params } from './params.ts'

const damaged = 1712
const noAnswer = 1714

type Placed = { index: number; point: Point; address: Cjt188Address }

export class Cjt188Session implements TagSession {
  readonly #line: MeterLine<Cjt188Frame>
  /** Number of the next request. It starts at the clock, so that it differs from the numbers of an earlier process. */
  #serial = Math.floor(performance.timeOrigin + performance.now()) & 0xff

  constructor(line: MeterLine<Cjt188Frame>) {
    this.#line = line
  }

  get isOpen(): boolean {
    return this.#line.isOpen
  }

  async close(): Promise<void> {
    await this.#line.close()
  }

  /** No answer to one identifier is a fault of that identifier alone, if the meter has answered another one. */
  async read(points: readonly Point[], params: object): Promise<TagReading[]> {
    const of = params as Cjt188Params
    const readings: TagReading[] = []
    let hasAnswered = false
    for (const [di, tags] of byIdentifier(points, of)) {
      const data = await this.#readAgain([...Buffer.from(di, 'hex')], of)
      const isSilent = data instanceof DriverFault && data.code === noAnswer
      hasAnswered ||= !isSilent
      if (data instanceof DriverFault && (data.broken || !hasAnswered)) throw data
      for (const tag of tags)
        readings[tag.index] = data instanceof DriverFault ? { fault: data } : readingOf(tag, data, of)
    }
    return readings
  }

  async write(): Promise<WriteAnswer> {
    return { kind: 'unsent', fault: new DriverFault(1717, 'values of this meter are read-only') }
  }

  /** Reads an identifier; again if the answer was damaged. */
  async #readAgain(di: readonly number[], of: Cjt188Params): Promise<Buffer | DriverFault> {
    for (let tries = 0; ; tries++) {
      this.#serial = (this.#serial + 1) & 0xff
      const ask = readAsk(di, this.#serial, of)
      const data = await this.#line.ask(ask, () => [], of).catch((error: unknown) => faultOf(error))
      if (!(data instanceof DriverFault) || data.code !== damaged || data.broken || tries >= of.retries) return data
    }
  }
}

/** Tags by their data identifier in hex. Throws 1715; the configuration was checked before. */
function byIdentifier(points: readonly Point[], of: Cjt188Params): Map<string, Placed[]> {
  const groups = new Map<string, Placed[]>()
  for (const [index, point] of points.entries()) {
    const address = parseCjt188Address(point.address, of)
    if (isRefusal(address)) throw new DriverFault(1715, address.reason.en)
    const key = Buffer.from(address.di).toString('hex')
    groups.set(key, [...(groups.get(key) ?? []), { index, point, address }])
  }
  return groups
}

/** The reading of a tag from the values of an answer, in the unit of its quantity. */
function readingOf({ point, address }: Placed, data: Buffer, { meterType }: Cjt188Params): TagReading {
  const { value, format, at, bit } = address
  try {
    // A maker's own layout has another length.
    if (value && data.length !== lengthOf(layoutOf(meterType)))
      throw new DriverFault(
        1719,
        'the answer has another length than the standard prescribes: enter offsets and formats',
      )
    const decoded = decodeValue(data.subarray(at), format, value?.unit ? 'float64' : point.dataType, bit)
    if (!value?.unit) return { value: decoded, agoMs: 0 }
    const number = inUnit(Number(decoded), value.unit, data[at + 4])
    return { value: point.dataType === 'string' ? String(number) : number, agoMs: 0 }
  } catch (error) {
    if (error instanceof DriverFault) return { fault: error }
    throw error
  }
}
