import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crc16, type Framing, frameAnswer, parseRequests, type Request } from './modbus-framing.ts'
import { hex, mbap, toHex } from './modbus-probe.ts'

const rtu = (body: string) => {
  const bytes = hex(body)
  const crc = crc16(bytes)
  return Uint8Array.of(...bytes, crc & 0xff, crc >> 8)
}

/** Feeds the chunks one after the other, as the server does. */
function feed(chunks: readonly Uint8Array[], framing: Framing) {
  const requests: Request[] = []
  let rest: Uint8Array = new Uint8Array(0)
  let longestRest = 0
  for (const chunk of chunks) {
    const parsed = parseRequests(Uint8Array.of(...rest, ...chunk), framing)
    requests.push(...parsed.requests)
    rest = parsed.rest
    longestRest = Math.max(longestRest, rest.length)
    if (parsed.broken) return { requests, broken: true, longestRest }
  }
  return { requests, broken: false, longestRest }
}

const chop = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.slice(at * size, (at + 1) * size))

describe('MBAP', () => {
  const three = Uint8Array.of(
    ...mbap('03 0000 0002', 1, 0x1234),
    ...mbap('06 0001 00ff', 2, 2),
    ...mbap('10 0001 0001 02 00ff', 1, 3),
  )

  it('carries transaction, unit and request', () => {
    const { requests } = feed([mbap('03 0000 0002', 17, 0x1234)], 'tcp')
    expect(requests.map(({ transaction, unitId, pdu }) => [transaction, unitId, toHex(pdu)])).toEqual([
      [0x1234, 17, '03 00 00 00 02'],
    ])
  })

  it.each([1, 2, 3, 5, 7, 11, 100])('finds pipelined requests in chunks of %i bytes', (size) => {
    const { requests, broken } = feed(chop(three, size), 'tcp')
    expect(requests.map((request) => request.transaction)).toEqual([0x1234, 2, 3])
    expect(toHex(requests[2]!.pdu)).toBe('10 00 01 00 01 02 00 ff')
    expect(broken).toBe(false)
  })

  it.each([
    ['another protocol', '0001 0001 0006 01 03 0000 0001'],
    ['a length of 1', '0001 0000 0001 01'],
    ['a length of 0', '0001 0000 0000 01'],
    ['a length over 254', '0001 0000 00ff 01 03'],
    ['plain text', '474554202f20485454502f312e310d0a'],
  ])('gives up on %s', (_, bytes) => {
    expect(feed([hex(bytes)], 'tcp')).toMatchObject({ requests: [], broken: true })
  })

  it('answers complete requests before invalid bytes', () => {
    const bytes = Uint8Array.of(...mbap('03 0000 0002'), ...hex('ffff ffff ffff ff'))
    expect(feed([bytes], 'tcp')).toMatchObject({ broken: true, requests: [{ unitId: 1 }] })
  })

  it('frames an answer with the request’s transaction and unit', () => {
    const [request] = feed([mbap('03 0000 0001', 9, 0xabcd)], 'tcp').requests
    expect(toHex(frameAnswer(request!, hex('03 02 0005'), 'tcp'))).toBe('ab cd 00 00 00 05 09 03 02 00 05')
  })
})

describe('RTU over TCP', () => {
  it('has the CRC of the serial line', () => {
    expect(toHex(rtu('01 03 0000 000a'))).toBe('01 03 00 00 00 0a c5 cd')
    expect(crc16(new TextEncoder().encode('123456789'))).toBe(0x4b37)
  })

  it.each([
    '01 01 0000 000a',
    '11 02 00c4 0016',
    '01 03 0000 0002',
    '01 04 0008 0001',
    '01 05 00ac ff00',
    '01 06 0001 0003',
    '01 0f 0013 000a 02 cd01',
    '01 10 0001 0002 04 000a 0102',
    '01 16 0004 00f2 0025',
    '01 17 0003 0006 000e 0001 02 00ff',
    '01 2b 0e01',
    '01 63',
  ])('finds %s, byte by byte', (body) => {
    const { requests } = feed(chop(rtu(body), 1), 'rtu')
    expect(requests.map(({ unitId, pdu }) => toHex(Uint8Array.of(unitId, ...pdu)))).toEqual([toHex(hex(body))])
  })

  it('finds pipelined requests, split anywhere', () => {
    const both = Uint8Array.of(...rtu('01 03 0000 0002'), ...rtu('01 10 0001 0001 02 00ff'), ...rtu('02 06 0001 0003'))
    for (const size of [1, 3, 7, 8, 9, 50]) {
      expect(feed(chop(both, size), 'rtu').requests.map((request) => request.pdu[0])).toEqual([3, 16, 6])
    }
  })

  it('skips noise before a frame', () => {
    const bytes = Uint8Array.of(...hex('00 ff 13 37 01 10 00'), ...rtu('01 03 0000 0002'))
    expect(feed([bytes], 'rtu').requests.map(({ pdu }) => toHex(pdu))).toEqual(['03 00 00 00 02'])
  })

  it('rejects a frame with a wrong CRC', () => {
    const bad = rtu('01 03 0000 0002')
    bad[7]! ^= 1
    expect(feed([bad], 'rtu').requests).toEqual([])
    expect(feed([bad, rtu('01 04 0008 0001')], 'rtu').requests.map(({ pdu }) => pdu[0])).toEqual([4])
  })

  it('frames an answer with unit and CRC', () => {
    const request = { unitId: 1, pdu: hex('03'), transaction: 0 }
    const answer = frameAnswer(request, hex('03 02 0005'), 'rtu')
    expect(crc16(answer.subarray(0, -2))).toBe(answer.at(-2)! | (answer.at(-1)! << 8))
    expect(toHex(answer.subarray(0, -2))).toBe('01 03 02 00 05')
  })
})

describe('any bytes in any pieces', () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 12 })

  it.each(['tcp', 'rtu'] as const)('the %s parser keeps a bounded rest and returns bounded requests', (framing) => {
    fc.assert(
      fc.property(chunks, (pieces) => {
        const { requests, longestRest } = feed(pieces, framing)
        expect(longestRest).toBeLessThanOrEqual(260)
        for (const { pdu } of requests) expect(pdu.length).toBeLessThanOrEqual(253)
      }),
      { numRuns: 40 },
    )
  })

  it('MBAP split anywhere gives the same requests as unsplit', () => {
    const request = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(0xffff), fc.nat(255))
    fc.assert(
      fc.property(fc.array(request, { maxLength: 6 }), fc.integer({ min: 1, max: 30 }), (sent, size) => {
        const bytes = Uint8Array.of(
          ...sent.flatMap(([pdu, transaction, unit]) => [...mbap(Buffer.from(pdu).toString('hex'), unit, transaction)]),
        )
        const { requests } = feed(chop(bytes, size), 'tcp')
        expect(requests).toEqual(sent.map(([pdu, transaction, unitId]) => ({ pdu, transaction, unitId })))
      }),
    )
  })
})
