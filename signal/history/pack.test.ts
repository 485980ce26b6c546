import { expect, test } from 'vitest'
import { packFrames } from './pack.ts'

const item = (gatewayId: number, length: number, mark = 0) => ({
  place: { gatewayId },
  bytes: new Uint8Array(length).fill(mark),
})

test('a frame has one group and at most 8000 bytes, and keeps the order of each gateway', () => {
  const items = Array.from({ length: 40 }, (_, i) => item([7, 15, 8][i % 3]!, 900, i))
  const frames = packFrames(items)
  for (const { grp, gateways, bytes } of frames) {
    expect(bytes.length).toBeLessThanOrEqual(8000)
    for (const gateway of gateways) expect(gateway % 8).toBe(grp)
  }
  const marks = frames.flatMap(({ bytes }) => Array.from({ length: bytes.length / 900 }, (_, i) => bytes[i * 900]!))
  for (const rest of [0, 1, 2]) {
    const ofOne = marks.filter((mark) => mark % 3 === rest)
    expect(ofOne).toEqual([...ofOne].sort((a, b) => a - b))
  }
  expect(marks).toHaveLength(40)
})

test('a larger batch has its own frame, with its gateway', () => {
  const frames = packFrames([item(1, 10), item(1, 9000), item(9, 10)])
  expect(frames.map(({ gateways, bytes }) => [gateways, bytes.length])).toEqual([
    [[1], 10],
    [[1], 9000],
    [[9], 10],
  ])
})
