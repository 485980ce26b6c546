// A simulated station and sessions with it, for tests: a new station for each, with three objects.
import { afterEach, beforeEach, expect } from 'vitest'
import type { DataType } from '../../core/data-type.ts'
import { DriverFault, type Point, type TagReading, type TagSession } from '../../drivers/driver.ts'
import { opener } from '../../drivers/iec-104/driver.ts'
import { Iec104Params } from '../../drivers/iec-104/params.ts'
import { causeOf, Iec104Station, stationAsdu } from './iec104-station.ts'

export const point = (
  id: number,
  address: string,
  dataType: DataType = 'bool',
  access: Point['access'] = 'rw',
): Point => ({ id, address, dataType, access })

/** The value, with the code of its doubt if it has one, or the code of the fault. */
export const outcome = (reading: TagReading) =>
  'fault' in reading ? reading.fault.code : reading.doubt ? [reading.value, reading.doubt.code] : reading.value

/** The answer to a write, or the code of its fault. */
export const writeCode = (write: Promise<unknown>) =>
  write.then(
    (answer) => answer,
    (error: unknown) => (error instanceof DriverFault ? error.code : error),
  )

/** A report of a single point. */
export const single = (address: number, value: number, more: object = {}) =>
  stationAsdu({ type: 1, cause: causeOf.spontaneous, objects: [[address, value ? '01' : '00']], ...more })

class Iec104Stage {
  station = new Iec104Station()
  /** Readings of each watched point, in order, and the faults that ended sessions. */
  readonly seen = new Map<number, unknown[]>()
  readonly ended: DriverFault[] = []
  readonly listener = {
    onReading: (id: number, reading: TagReading) =>
      void this.seen.set(id, [...(this.seen.get(id) ?? []), outcome(reading)]),
    onEnd: (fault: DriverFault) => void this.ended.push(fault),
  }
  readonly #open: TagSession[] = []

  async start(): Promise<void> {
    this.station = await new Iec104Station().listen()
    this.seen.clear()
    this.ended.splice(0)
    this.station.put(1, 1, '01')
    this.station.put(2, 3, '02')
    this.station.put(3, 13, '0000484100')
  }

  async close(): Promise<void> {
    for (const session of this.#open.splice(0)) await session.close()
    await this.station.close()
  }

  paramsOf(more: object = {}): Iec104Params {
    return Iec104Params.parse({ host: '127.0.0.1', port: this.station.port, timeoutMs: 5000, returnMs: 0, ...more })
  }

  async connect(params = this.paramsOf(), points: readonly Point[] = []): Promise<TagSession> {
    const drivers = points.length > 0 ? [{ id: 1, points }] : []
    const session = await opener.open(params, new AbortController().signal, '', drivers)
    this.#open.push(session)
    return session
  }

  async watching(points: readonly Point[], params = this.paramsOf()): Promise<TagSession> {
    const session = await this.connect(params, points)
    const tags = points.map((each) => ({ point: each, periodMs: 1000 }))
    expect(await session.watch!(tags, params, this.listener)).toEqual(new Map())
    return session
  }

  /** Types of the ASDUs that the station has received. */
  received(): (number | undefined)[] {
    return this.station.asdus.map(([type]) => type)
  }
}

/** A stage that is started before each test of the file, and closed after it. */
export function iec104Stage(): Iec104Stage {
  const stage = new Iec104Stage()
  beforeEach(() => stage.start())
  afterEach(() => stage.close())
  return stage
}
