// The codec against frames of a real device. These tests fail until the codec and the captures are written.
import { afterEach, describe, expect, test } from 'vitest'
import type { DataType, Value } from '../../../core/data-type.ts'
import type { Point } from '../../../drivers/driver.ts'
import { type Misbehaving, scriptedServer } from '../../../testkit/peers/silent.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'

/**
 * A captured read: the request of another vendor's client and the answer of a real device, in hex, and the displayed
 * value.
 */
type Capture = { point: Point; request: string; answer: string; value: Value }

const captures: readonly Capture[] = []

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))

let device: Misbehaving | undefined
afterEach(async () => device?.close())

/** The value, or the fault, of a read that the device answers with these bytes, one piece after the other. */
async function readOf(point: Point, pieces: readonly Uint8Array[], requests: string[] = []): Promise<unknown> {
  device = await scriptedServer((request, socket) => {
    requests.push(request.toString('hex'))
    for (const [index, piece] of pieces.entries()) setTimeout(() => socket.write(piece), index * 5)
    return undefined
  })
  const params = { ...about.initial, host: '127.0.0.1', port: device.port, timeoutMs: 300 }
  const session = await opener.open(params, new AbortController().signal)
  const [block] = about.plan([point], params)
  const value = await session
    .read(block!, params)
    .then((bytes) => about.decode(point, block!, bytes, params))
    .catch((error: unknown) => error)
  await session.close()
  return value
}

test('frames of a real device are recorded', () => {
  expect(captures, 'Write the codec: record frames of a real device, and add them to the captures').not.toEqual([])
})

describe.each(captures)('$point.dataType $point.address', ({ point, request, answer, value }) => {
  test('is read as the device showed it, from an answer in pieces', async () => {
    const requests: string[] = []
    const pieces = [...bytesOf(answer)].map((byte) => Uint8Array.of(byte))
    expect(await readOf(point, pieces, requests)).toBe(value)
    expect(requests).toEqual([request])
  })

  test('a cut answer is a timeout that closes the connection', async () => {
    expect(await readOf(point, [bytesOf(answer).slice(0, -1)])).toMatchObject({ code: 1714, broken: true })
  })

  test('an answer that arrives twice closes the connection', async () => {
    expect(await readOf(point, [bytesOf(answer + answer)])).toMatchObject({ code: 1712, broken: true })
  })
})

test.each<[DataType, Value]>([
  ['int16', -5],
  ['uint16', 65_535],
  ['int32', -100_000],
  ['uint64', '18446744073709551615'],
  ['float32', 21.3],
  ['float64', 1e-7],
  ['bcd16', 9876],
  ['bool', true],
])('%s %s is decoded from the words that write it', (dataType, value) => {
  const point: Point = { id: 1, address: dataType === 'bool' ? 'D100.5' : 'D100', dataType, access: 'rw' }
  const { bytes } = about.encode(point, value, about.initial)
  const [block] = about.plan([point], about.initial)
  expect(about.decode(point, block!, bytes, about.initial)).toBe(value)
})
