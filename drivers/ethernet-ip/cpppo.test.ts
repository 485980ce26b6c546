// The driver against a server of another maker, cpppo, which has atomic tags, arrays and both kinds of prefixed strings,
// but no structures and no list of tags.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { type CpppoServer, hasCpppo, startCpppo } from '../../testkit/peers/cpppo.ts'
import { freePort } from '../../testkit/ports.ts'
import type { Point, TagReading, TagSession } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import type { EipParams } from './params.ts'

const point = (address: string, dataType: DataType, id = 1): Point => ({ id, address, dataType, access: 'rw' })
const outcome = (reading: TagReading) => ('fault' in reading ? reading.fault.code : reading.value)

const tags = [
  ...['Bit=BOOL', 'Tiny=SINT', 'Short=INT', 'Long=DINT', 'Huge=LINT', 'UTiny=USINT', 'UShort=UINT', 'ULong=UDINT'],
  ...['UHuge=ULINT', 'Single=REAL', 'Double=LREAL', 'Words=INT[1000]', 'Bits=BOOL[40]', 'Reals=REAL[200]'],
  ...['Text=STRING', 'Note=SSTRING', 'Ratios=LREAL[600]'],
]

const variants: [name: string, params: Partial<EipParams>][] = [
  ['a connection', {}],
  ['unconnected messages along a route', { messaging: 'unconnected' }],
  ['single unconnected messages as Micro800 takes them', { model: 'micro800', messaging: 'unconnected' }],
]

describe.skipIf(!hasCpppo())('EtherNet/IP against cpppo', () => {
  let server: CpppoServer
  let port = 0
  beforeAll(async () => {
    port = await freePort()
    server = await startCpppo(port, tags)
  }, 60_000)
  afterAll(() => server?.end())

  describe.each(variants)('through %s', (_name, more) => {
    let session: TagSession
    let params: EipParams
    beforeAll(async () => {
      params = { ...about.initial, host: '127.0.0.1', port, timeoutMs: 5000, ...more }
      session = await opener.open(params, new AbortController().signal, '', [])
    })
    afterAll(() => session?.close())
    const read = async (points: readonly Point[]) => (await session.read(points, params)).map(outcome)

    it.each<[string, DataType, Value]>([
      ['Bit', 'bool', true],
      ['Bit', 'bool', false],
      ['Tiny', 'int8', -128],
      ['Short', 'int16', -32_768],
      ['Long', 'int32', -2_147_483_648],
      ['Huge', 'int64', '-9223372036854775808'],
      ['UTiny', 'uint8', 255],
      ['UShort', 'uint16', 65_535],
      ['ULong', 'uint32', 4_294_967_295],
      ['UHuge', 'uint64', '18446744073709551615'],
      ['Single', 'float32', 21.3],
      ['Double', 'float64', 1 / 3],
      ['Words[999]', 'int16', 4711],
      ['Text', 'string', 'Line 7: 搅拌'],
      ['Text', 'string', 'odd'],
      ['Text', 'string', ''],
      ['Note', 'string', 'Batch 12'],
    ])('writes and reads back %s as %s: %s', async (address, dataType, value) => {
      const one = point(address, dataType)
      expect(about.checkPoint(one, params)).toBeUndefined()
      expect(await session.write(one, value, params)).toEqual({ kind: 'done' })
      expect(await read([one])).toEqual([value])
    })

    it('reads neighbouring and scattered elements in the order of the points', async () => {
      for (const [index, value] of [7, -3, 900, 12].entries())
        await session.write(point(`Words[${index * 100}]`, 'int16'), value, params)
      const points = [3, 2, 1, 0].map((index) => point(`Words[${index * 100}]`, 'int16', index))
      expect(await read([...points, point('Words[101]', 'int16', 9)])).toEqual([12, 900, -3, 7, 0])
    })

    it('marks only the points that the server lacks', async () => {
      await session.write(point('Words[0]', 'int16'), 7, params)
      const points = [point('Words[0]', 'int16'), point('Words[1000]', 'int16'), point('Words[999]', 'int16')]
      expect(await read(points)).toEqual([7, 1715, expect.any(Number)])
      // Sent alone, an unknown name ends the session of cpppo.
      if (params.model !== 'micro800')
        expect(await read([point('Nothing', 'int16'), ...points])).toEqual([1715, 7, 1715, expect.any(Number)])
    })

    it('refuses a type that does not hold the value', async () => {
      await session.write(point('Long', 'int32'), 70_000, params)
      expect(await read([point('Long', 'int16'), point('Long', 'float64'), point('Single', 'int32')])).toEqual([
        ...[1716, 70_000, 1716],
      ])
      expect(await read([point('Long', 'string'), point('Text', 'int32'), point('Long', 'bool')])).toEqual([
        ...[1716, 1716, 1716],
      ])
      expect(await session.write(point('Short', 'int16'), 40_000, params)).toMatchObject({ fault: { code: 2001 } })
    })

    it('reads a bit of a word', async () => {
      await session.write(point('Short', 'int16'), 0b100_0010, params)
      expect(await read([1, 2, 6, 15].map((bit) => point(`Short.${bit}`, 'bool')))).toEqual([true, false, true, false])
      expect(await read([point('Short.16', 'bool')])).toEqual([1716])
    })

    it('reads an array that is longer than a message', async () => {
      await session.write(point('Ratios[599]', 'float64'), 0.5, params)
      const all = await read(Array.from({ length: 600 }, (_, index) => point(`Ratios[${index}]`, 'float64')))
      expect([all.length, all[0], all[599]]).toEqual([600, 0, 0.5])
    })
  })

  it('writes a bit of a word by reading and writing it, where the controller has no service for it', async () => {
    const params: EipParams = { ...about.initial, host: '127.0.0.1', port, timeoutMs: 20_000, model: 'omron' }
    const session = await opener.open(params, new AbortController().signal, '', [])
    await session.write(point('Short', 'int16'), 0b100, params)
    expect(await session.write(point('Short.9', 'bool'), true, params)).toEqual({ kind: 'done' })
    expect(await session.write(point('Short.2', 'bool'), false, params)).toEqual({ kind: 'done' })
    expect((await session.read([point('Short', 'int16')], params)).map(outcome)).toEqual([0b10_0000_0000])
    await session.close()
  })
})
