import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { pngHead } from './png-head.ts'

const image = (width: number, height: number, colorType: 0 | 2 | 4 | 6 = 6) =>
  PNG.sync.write(new PNG({ width, height }), { colorType, inputColorType: 6 })
const headOf = (file: Buffer) => file.subarray(8, 33)
const [start, rest] = [image(3, 2).subarray(0, 33), image(3, 2).subarray(33)]

describe('the head of a PNG', () => {
  it.each([
    [6, 2 * (1 + 12)],
    [2, 2 * (1 + 9)],
    [0, 2 * (1 + 3)],
  ] as const)('tells its sides and the bytes of its rows (colour type %s)', (colorType, rowBytes) => {
    expect(pngHead(image(3, 2, colorType))).toMatchObject({ width: 3, height: 2, isInterlaced: false, rowBytes })
  })

  it('lists all parts of the rows', () => {
    const idat = rest.subarray(0, rest.readUInt32BE(0) + 12)
    const file = Buffer.concat([start, idat, rest])
    expect(pngHead(file)?.data.map(({ length }) => length)).toEqual([idat.length - 12, idat.length - 12])
  })

  it('allows an interlaced picture more bytes than its rows', () => {
    const file = Buffer.from(image(3, 2))
    file[28] = 1
    expect(pngHead(file)).toMatchObject({ isInterlaced: true, rowBytes: 2 * 26 + 35 })
  })

  it.each<[string, Buffer]>([
    ['has two headers', Buffer.concat([start, headOf(image(200, 200)), rest])],
    [
      'has its header after other parts',
      Buffer.concat([start.subarray(0, 8), rest.subarray(0, -12), headOf(start), rest]),
    ],
    ['is cut short', image(3, 2).subarray(0, -20)],
    ['is its signature alone', start.subarray(0, 8)],
    ['has an unknown colour type', Buffer.concat([start.subarray(0, 25), Buffer.of(5), start.subarray(26), rest])],
    ['has a part that is longer than the file', Buffer.concat([start, Buffer.of(255, 255, 255, 255), rest])],
  ])('is refused when it %s', (_, file) => {
    expect(pngHead(file)).toBeUndefined()
  })
})
