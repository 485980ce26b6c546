import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from './limits.ts'
import {
  jsonBody,
  numberFrame,
  readEnd,
  readJson,
  readTunnelFrame,
  readU32,
  TunnelRefused,
  textBody,
  tunnelFrame,
  tunnelKinds,
  u32Body,
} from './tunnel.ts'

const hex = fc.stringMatching(/^[0-9a-f]{16}$/)
const u32 = fc.integer({ min: 0, max: 0xffff_ffff })

describe('a frame', () => {
  it('is unchanged after a round trip', () => {
    fc.assert(
      fc.property(fc.constantFrom(...tunnelKinds), hex, u32, u32, fc.uint8Array({ maxLength: 100 }), (...made) => {
        const [kind, tunnel, stream, number, body] = made
        const read = readTunnelFrame(numberFrame(tunnelFrame(kind, tunnel, { stream, body }), number))
        expect(read).toEqual({ kind, tunnel, stream, number, body })
      }),
    )
  })

  it('is read from the middle of other bytes', () => {
    const frame = tunnelFrame('data', 'ab'.repeat(8), { stream: 3, body: textBody('x') })
    const around = new Uint8Array(frame.length + 10)
    around.set(frame, 5)
    expect(readTunnelFrame(around.subarray(5, 5 + frame.length))).toMatchObject({ kind: 'data', stream: 3 })
  })

  it('is nothing for any other bytes', () => {
    expect(readTunnelFrame(new Uint8Array(16))).toBeUndefined()
    expect(readTunnelFrame(new Uint8Array(17).fill(255))).toBeUndefined()
    const large = tunnelFrame('data', '0'.repeat(16), { body: new Uint8Array(limits.tunnelFrameBytes + 1) })
    expect(readTunnelFrame(large)).toBeUndefined()
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => void readTunnelFrame(bytes)))
  })
})

describe('a body', () => {
  it('carries a number, a reason or JSON', () => {
    expect(readU32(u32Body(70_000))).toBe(70_000)
    expect(readU32(textBody('abc'))).toBe(0)
    expect(readEnd(textBody('idle'))).toBe('idle')
    expect(readEnd(textBody('made up'))).toBe('broken')
    expect(readJson(TunnelRefused, jsonBody({ code: 1323 }))).toEqual({ code: 1323 })
    expect(readJson(TunnelRefused, textBody('{'))).toBeUndefined()
    expect(readJson(TunnelRefused, jsonBody({ code: 'x' }))).toBeUndefined()
  })
})
