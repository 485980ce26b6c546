// Published frames of CJ/T 188 meters, and the driver against a scripted meter.
import { afterEach, expect, it, test } from 'vitest'
import type { DataType } from '../../core/data-type.ts'
import { type Misbehaving, scriptedServer } from '../../testkit/peers/silent.ts'
import { isRefusal, type Point, type TagSession } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import { cjt188Frame, findCjt188Frame, readAsk } from './frame.ts'
import { inUnit, layoutOf, lengthOf } from './layout.ts'
import { type Cjt188Params, initialCjt188 } from './params.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const address = '78330011223344'

// An article about the water meters of a maker, with request and answer. The checksum printed for the answer is 08, which
// does not fit its bytes: their sum is 13.
const published = {
  request: 'FE FE FE FE 68 10 44 33 22 11 00 33 78 01 03 1F 90 00 80 16',
  answer:
    'FE FE FE FE 68 10 44 33 22 11 00 33 78 81 16 1F 90 00 00 77 66 55 2C 00 77 66 55 2C 31 01 22 11 05 15 20 21 84 13 16',
}

let server: Misbehaving | undefined
let session: TagSession | undefined
afterEach(async () => {
  await session?.close()
  await server?.close()
})

const point = (name: string, dataType: DataType = 'float64'): Point => ({
  ...{ id: 1, address: name, dataType, access: 'r' as const },
})

/** Values from a meter that answers with these bytes, the serial number and checksum corrected. */
async function readFrom(data: string, points: readonly Point[], more: Partial<Cjt188Params> = {}, control = 0x81) {
  const params = about.params.parse({ ...initialCjt188, address, timeoutMs: 200, fragmentMs: 30, retries: 0, ...more })
  const requests: string[] = []
  server = await scriptedServer((request) => {
    requests.push(request.toString('hex'))
    const head = control === 0x81 ? request.subarray(-5, -2) : request.subarray(-3, -2)
    const frame = { type: params.meterType, address, control, data: Buffer.concat([head, bytes(data)]) }
    return Buffer.concat([request, cjt188Frame(frame, 2)])
  })
  const own = { ...params, host: '127.0.0.1', port: server.port }
  session = await opener.open(own, new AbortController().signal, '', [])
  const readings = await session.read(points, own)
  return { values: readings.map((each) => ('fault' in each ? each.fault.code : each.value)), requests }
}

test('builds the published request, and finds its answer', () => {
  const ask = readAsk([0x90, 0x1f], 0, { ...initialCjt188, address })
  expect(ask.bytes).toEqual(bytes(published.request))
  const { frame, isDamaged } = findCjt188Frame(bytes(published.answer), false)
  expect(isDamaged).toBe(false)
  expect(ask.accept(frame!)).toMatchObject({ isExact: true })
  expect(readAsk([0x90, 0x1f], 1, { ...initialCjt188, address }).accept(frame!)).toBeUndefined()
  expect(readAsk([0x90, 0x1f], 0, { ...initialCjt188, address: '78330011223345' }).accept(frame!)).toBeUndefined()
})

const water = published.answer.replaceAll(' ', '').slice(36, -4)

it('has the values of the published answer', async () => {
  const points = [point('volume'), point('结算日累积流量'), point('time', 'string'), point('status', 'uint16')]
  const { values, requests } = await readFrom(water, [...points, point('status.0', 'bool'), point('status.1', 'bool')])
  expect(values).toEqual([556_677, 556_677, '2015-05-11 22:01:31', 0x8421, true, false])
  expect(requests).toHaveLength(1)
})

it('converts units, and has no value in one that is unknown', async () => {
  const liters = water.replace('2c', '29').replace('2C', '29')
  expect((await readFrom(liters, [point('volume'), point('settlement volume')])).values[0]).toBe(556.677)
  await session?.close()
  await server?.close()
  const unknown = water.replace(/2c/i, '3F')
  expect((await readFrom(unknown, [point('volume'), point('settlement volume')])).values).toEqual([1716, 556_677])
})

// Laid out by the standard; no published answer was complete.
it('has the values of a heat meter', async () => {
  const heat = '7856341205 7856341211 0050000017 0010000035 000100002C 005060 005040 001200 31012211051520 0000'
  const data = heat.replace('005060', '006000').replace('005040', '004000')
  const names = ['settlement energy', 'energy', 'power', 'flow', 'volume', 'supply temperature', 'return temperature']
  const { values } = await readFrom(data, [...names.map((name) => point(name)), point('working hours', 'uint32')], {
    meterType: 0x20,
  })
  expect(values).toEqual([123_456.78, 34_293_550, 50, 0.1, 1, 60, 40, 1200])
})

it('refuses a layout that the standard lacks, whose values can be read by formats', async () => {
  const { values } = await readFrom('00776655', [point('volume'), point('901F@2:XX.XX')])
  expect(values).toEqual([1719, 55.66])
})

it('reports a refusal by the meter, and no value for bytes FF', async () => {
  expect((await readFrom('0100', [point('volume')], {}, 0xc1)).values).toEqual([1715])
  await session?.close()
  await server?.close()
  const empty = `FFFFFFFF2C${water.slice(10)}`
  expect((await readFrom(empty, [point('volume')])).values).toEqual([1739])
})

it('sends the identifier in the order of the maker', async () => {
  const { requests } = await readFrom(water, [point('volume')], { identifierOrder: 'high' })
  expect(requests[0]!.slice(-10, -6)).toBe('901f')
})

test('layouts have the lengths of the standard, and units their quantities', () => {
  expect([lengthOf(layoutOf(0x10)), lengthOf(layoutOf(0x30)), lengthOf(layoutOf(0x21))]).toEqual([19, 19, 43])
  expect([inUnit(1, 'energy', 0x08), inUnit(3.6, 'energy', 0x0e), inUnit(2, 'power', 0x1a)]).toEqual([1000, 1, 2000])
})

test.each([
  ['energy', 0x10],
  ['status.16', 0x10],
  ['volume.1', 0x10],
  ['901F@2:Q', 0x10],
  ['901F', 0x10],
])('%s is no value of meter type %d', (text, meterType) => {
  expect(isRefusal(about.parseAddress(text, { ...initialCjt188, meterType }))).toBe(true)
})

test('nothing can be written', () => {
  expect(about.checkPoint({ ...point('volume'), access: 'rw' }, initialCjt188)?.field).toBe('access')
})
