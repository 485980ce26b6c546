// Frames: both ways, split in every way, and bytes that are none.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { DriverFault } from '../driver.ts'
import { control, type Frame, FrameReader, iFrame, maxAsdu, sFrame, uFrame } from './apci.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const bytes = (text: string): Buffer => Buffer.from(text, 'hex')
const shown = (frames: readonly Frame[]) =>
  frames.map((frame) => (frame.kind === 'i' ? { ...frame, asdu: hex(frame.asdu) } : frame))

describe('a frame', () => {
  it.each([
    ['STARTDT act', uFrame(control.startAct), '680407000000'],
    ['TESTFR con', uFrame(control.testCon), '680483000000'],
    ['S with the highest number', sFrame(32_767), '68040100feff'],
    ['S 13', sFrame(13), '680401001a00'],
    ['I 1, 300', iFrame(1, 300, bytes('640106000a0000000014')), '680e02005802640106000a0000000014'],
  ])('%s has its bytes', (_name, frame, expected) => {
    expect(hex(frame)).toBe(expected)
  })

  const stream = Buffer.concat([
    uFrame(control.startCon),
    iFrame(32_767, 5, bytes('460104000a0000000000')),
    sFrame(6),
    iFrame(0, 5, Buffer.alloc(maxAsdu, 1)),
  ])
  const frames = [
    { kind: 'u', control: 0x0b },
    { kind: 'i', sent: 32_767, received: 5, asdu: '460104000a0000000000' },
    { kind: 's', received: 6 },
    { kind: 'i', sent: 0, received: 5, asdu: '01'.repeat(maxAsdu) },
  ]

  it('is found in a stream, in whatever segments it arrives', () => {
    expect(shown(new FrameReader().take(stream))).toEqual(frames)
    for (let cut = 0; cut <= stream.length; cut++) {
      const reader = new FrameReader()
      const found = [...reader.take(stream.subarray(0, cut)), ...reader.take(stream.subarray(cut))]
      expect(shown(found), `cut at ${cut}`).toEqual(frames)
    }
    const reader = new FrameReader()
    expect(shown([...stream].flatMap((byte) => reader.take(Buffer.of(byte))))).toEqual(frames)
  })
})

describe('a stream is refused', () => {
  it.each([
    ['with another start', '16'],
    ['with a length below that of the control field', '6803070000'],
    ['with a length above the limit', '68fe'],
    ['with a control frame that has data', '68050100000000'],
    ['with two functions in a U-frame', '680447000000'],
    ['with no function in a U-frame', '680403000000'],
    ['with a number in a U-frame', '680407000200'],
    ['with a wrong bit in the second number', '680401000100'],
    ['with a wrong byte in an S-frame', '680401010000'],
    ['if a whole frame is followed by other bytes', '68040b00000000'],
  ])('%s', (_name, text) => {
    expect(() => new FrameReader().take(bytes(text))).toThrow(DriverFault)
  })

  test('only by a fault that ends the connection, for any bytes', () => {
    const parts = fc.array(fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constant(uFrame(control.testAct))), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(parts, (segments) => {
        const reader = new FrameReader()
        try {
          for (const segment of segments) reader.take(Buffer.from(segment))
        } catch (error) {
          expect(error).toMatchObject({ code: 1712, broken: true })
        }
      }),
    )
  })
})
