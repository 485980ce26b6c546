// The driver against a meter of another maker: the Python package dlt645 3.2.0, which has tables of its own. It refuses
// blocks, answers requests to other meters, and ignores the length of texts; session.test.ts has what it lacks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { dlt645Python, type MeterValues, startDlt645Meter } from '../../testkit/peers/dlt645.ts'
import type { Point, TagReading, TagSession } from '../driver.ts'
import { about } from './about.ts'
import { catalogue, hexByte } from './catalogue.ts'
import { opener } from './driver.ts'
import { type Dlt645Params, initialDlt645 } from './params.ts'

const python = dlt645Python()
const absence = python ? '' : ': skipped, pip install dlt645==3.2.0'
const printed = '202311150001'

/** The first and the last identifier of each row. */
const edges = catalogue['2007'].flatMap(({ ranges, format, row }) => {
  const [first, last] = [0, 1].map((end) => ranges.map((range) => hexByte(range[end]!)).join(''))
  return [...new Set([first!, last!])].map((di) => ({ di, format, row }))
})

/** A value of a row that differs from those of other rows; `expected`: as the driver returns it. */
function sampleOf({ format, row }: (typeof edges)[number], index: number) {
  if (format.kind !== 'digits') return undefined
  const digits = String(1 + index * 37).slice(-Math.min(format.decimals === 3 ? 3 : 4, format.digits))
  const number = Number((Number(digits) / 10 ** format.decimals).toFixed(format.decimals))
  const signed = format.isSigned && index % 2 === 1 ? -number : number
  if (row.more) return { given: [signed, `2026-03-0${1 + (index % 9)} 12:34`] as [number, string], expected: signed }
  return row.di.startsWith('04')
    ? { given: digits.padStart(format.digits, '0'), expected: Number(digits) }
    : { given: signed, expected: signed }
}

const numbered = edges.flatMap((edge, index) => {
  const value = sampleOf(edge, index)
  // The package stores limits with a decimal point as texts that it cannot send.
  return value && !edge.di.startsWith('04000E') ? [{ ...edge, ...value }] : []
})

const point = (address: string, dataType: DataType = 'float64', access: Point['access'] = 'rw'): Point => ({
  ...{ id: 1, address, dataType, access },
})

describe.skipIf(!python)(`a DL/T 645-2007 meter of another maker${absence}`, () => {
  let meter: { port: number; close(): Promise<void> }
  let session: TagSession
  let params: Dlt645Params
  beforeAll(async () => {
    const values: MeterValues = Object.fromEntries(numbered.map(({ di, given }) => [di, given]))
    Object.assign(values, { '04000101': '26112900', '04000102': '080500', '04000106': '2701010000' })
    meter = await startDlt645Meter(python!, { address: printed, password: '04123456', values })
    params = about.params.parse({
      ...{ ...initialDlt645, host: '127.0.0.1', port: meter.port, address: printed, waitMs: 0, timeoutMs: 10_000 },
      ...{ password: { text: '563412' }, operator: '00000001' },
    })
    session = await opener.open(params, new AbortController().signal, '', [])
  })
  afterAll(async () => {
    await session?.close()
    await meter?.close()
  })

  const read = async (...points: Point[]): Promise<unknown[]> =>
    (await session.read(points, params)).map((reading: TagReading) =>
      'fault' in reading ? reading.fault.code : reading.value,
    )
  const write = (one: Point, value: Value) => session.write(one, value, params)

  it('has the value of every row of our table', async () => {
    const values = await read(...numbered.map(({ di }) => point(di)))
    expect(Object.fromEntries(values.map((value, index) => [numbered[index]!.di, value]))).toEqual(
      Object.fromEntries(numbered.map(({ di, expected }) => [di, expected])),
    )
  })

  it('has dates, times, and texts of digits', async () => {
    const points = ['date', 'time', '04000106', '04000402'].map((address) => point(address, 'string'))
    const number = numbered.find(({ di }) => di === '04000402')!
    expect(await read(...points)).toEqual(['2026-11-29', '08:05:00', '2027-01-01 00:00', number.given])
  })

  it('has the time of a maximum demand in the same answer', async () => {
    const [value, time] = await read(point('01010000'), point('01010000.time', 'string'))
    const row = numbered.find(({ di }) => di === '01010000')!
    expect([value, time]).toEqual([row.expected, (row.given as [number, string])[1]])
  })

  it('refuses what it does not have, by value', async () => {
    expect(await read(point('04FF0001:XXXX'), point('02010100'))).toEqual([
      1715,
      numbered.find(({ di }) => di === '02010100')!.expected,
    ])
  })

  it.each<[string, DataType, Value]>([
    ['date', 'string', '2027-01-02'],
    ['time', 'string', '23:59:59'],
    ['04000103', 'uint8', 15],
    ['04000105', 'uint16', 80],
    ['04000106', 'string', '2027-06-01 08:00'],
    ['04000B01', 'uint16', 100],
  ])('stores %s', async (address, dataType, value) => {
    expect(await write(point(address, dataType), value)).toEqual({ kind: 'done' })
    expect(await read(point(address, dataType))).toEqual([value])
  })

  it('refuses a wrong password', async () => {
    const other = { ...params, password: { text: '000000' } }
    await expect(session.write(point('time', 'string'), '01:02:03', other)).rejects.toMatchObject({ code: 1745 })
  })
})
