import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packetGate } from './packet-gate.ts'

/** A packet with a body of this length. */
function packet(length: number): number[] {
  const header: number[] = []
  let left = length
  do {
    const byte = left % 128
    left = Math.floor(left / 128)
    header.push(left > 0 ? byte | 128 : byte)
  } while (left > 0)
  return [0x30, ...header, ...Array.from({ length }, (_, i) => i % 256)]
}

/** Cuts a stream at arbitrary places. */
function chunks(bytes: number[], cuts: number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((to, i) => Uint8Array.from(bytes.slice(places[i], to)))
}

const lengths = fc.array(fc.nat(600), { minLength: 1, maxLength: 8 })

test('packets up to the limit pass, however the stream is cut', () => {
  fc.assert(
    fc.property(lengths, fc.array(fc.nat(5000), { maxLength: 10 }), (sizes, cuts) => {
      const passes = packetGate({ maxBytes: Math.max(...sizes) })
      expect(chunks(sizes.flatMap(packet), cuts).every((chunk) => passes.take(chunk) >= 0)).toBe(true)
    }),
  )
})

test('the first packet over the limit is stopped, however the stream is cut', () => {
  fc.assert(
    fc.property(lengths, fc.array(fc.nat(5000), { maxLength: 10 }), (sizes, cuts) => {
      const passes = packetGate({ maxBytes: 600 })
      expect(chunks([...sizes, 601].flatMap(packet), cuts).every((chunk) => passes.take(chunk) >= 0)).toBe(false)
    }),
  )
})

test('an oversized packet is stopped at its header, before its body', () => {
  expect(packetGate({ maxBytes: 100 }).take(Uint8Array.from(packet(101).slice(0, 2)))).toBe(-1)
})

test('a length of five bytes is not MQTT', () => {
  expect(packetGate({ maxBytes: 1e9 }).take(Uint8Array.from([0x30, 0x80, 0x80, 0x80, 0x80]))).toBe(-1)
})

test('the first packet has a separate limit, however the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5000), { maxLength: 10 }), (cuts) => {
      const all = (sizes: number[]) => {
        const passes = packetGate({ maxBytes: 600, firstBytes: 100 })
        return chunks(sizes.flatMap(packet), cuts).every((chunk) => passes.take(chunk) >= 0)
      }
      expect(all([100, 600, 101])).toBe(true)
      expect(all([101])).toBe(false)
    }),
  )
})

test('packets are counted once, however the stream is cut', () => {
  fc.assert(
    fc.property(lengths, fc.array(fc.nat(5000), { maxLength: 10 }), (sizes, cuts) => {
      const passes = packetGate({ maxBytes: 600 })
      const counts = chunks(sizes.flatMap(packet), cuts).map((chunk) => passes.take(chunk))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sizes.length)
    }),
  )
})

test('packets without a message have a smaller limit', () => {
  const subscribe = (length: number) => Uint8Array.from([0x82, ...packet(length).slice(1)])
  const sizes = { maxBytes: 600, firstBytes: 100, otherBytes: 200 }
  const first = Uint8Array.from(packet(1))
  for (const [length, passed] of [
    [200, 1],
    [201, -1],
  ] as const) {
    const passes = packetGate(sizes)
    passes.take(first)
    expect(passes.take(subscribe(length))).toBe(passed)
  }
})

test('the first packet is complete with its last byte, however the stream is cut', () => {
  fc.assert(
    fc.property(fc.nat(600), fc.array(fc.nat(5000), { maxLength: 10 }), (size, cuts) => {
      const passes = packetGate({ maxBytes: 600 })
      const bytes = packet(size)
      const all = chunks(bytes.slice(0, -1), cuts)
      for (const chunk of all) passes.take(chunk)
      expect(passes.hasFirst()).toBe(false)
      passes.take(Uint8Array.from(bytes.slice(-1)))
      expect(passes.hasFirst()).toBe(true)
    }),
  )
})
