import fc from 'fast-check'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { pictureFacts } from './picture-facts.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const png = PNG.sync.write(new PNG({ width: 7, height: 5 }))
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>'
const app0 = [0xff, 0xe0, 0, 4, 0, 0]
const frame = [0xff, 0xc2, 0, 11, 8, 0, 5, 0, 7, 1, 0, 0, 0]
const webp = (form: string, ...rest: number[]) => bytes('RIFF', [0, 0, 0, 0], `WEBP${form}`, rest)

describe('a picture', () => {
  test.each([
    ['png', png, 'png 7 5'],
    ['jpeg', bytes([0xff, 0xd8], app0, frame), 'jpg 7 5'],
    ['jpeg with filled marks', bytes([0xff, 0xd8], [0xff], app0, frame), 'jpg 7 5'],
    ['gif', bytes('GIF89a', [7, 0, 5, 0]), 'gif 7 5'],
    ['webp, lossy', webp('VP8 ', ...new Array(10).fill(0), 7, 0, 5, 0), 'webp 7 5'],
    ['webp, lossless', webp('VP8L', 0, 0, 0, 0, 0x2f, 6, 0, 1, 0), 'webp 7 5'],
    ['webp, extended', webp('VP8X', ...new Array(8).fill(0), 6, 0, 0, 4, 0, 0), 'webp 7 5'],
    ['svg', Buffer.from(svg), 'svg 0 0'],
  ])('%s', (_, file, facts) => {
    const found = pictureFacts(file)
    expect(typeof found === 'string' ? found : `${found.ending} ${found.width} ${found.height}`).toBe(facts)
  })

  test.each([
    ['nothing', Buffer.alloc(0), 'pictureUnknown'],
    ['a text', Buffer.from('hello'), 'pictureUnknown'],
    ['a page', Buffer.from('<html><svg></svg></html>'), 'imageActive'],
    ['a script in an svg', Buffer.from(svg.replace('<circle', '<script/><circle')), 'imageActive'],
    ['an icon', bytes([0, 0, 1, 0, 1, 0]), 'pictureUnknown'],
    ['a png that ends in its head', png.subarray(0, 18), 'pictureUnknown'],
    ['a jpeg without a frame', bytes([0xff, 0xd8], app0, [0xff, 0xd9]), 'pictureUnknown'],
    ['a jpeg whose part is longer than the file', bytes([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff]), 'pictureUnknown'],
    ['a gif of no width', bytes('GIF89a', [0, 0, 5, 0]), 'pictureUnknown'],
    ['a webp of an unknown form', webp('ALPH', ...new Array(20).fill(9)), 'pictureUnknown'],
    ['a film in the same frame', bytes('RIFF', [0, 0, 0, 0], 'AVI LIST'), 'pictureUnknown'],
  ])('is none: %s', (_, file, fault) => expect(pictureFacts(file)).toBe(fault))

  test('any bytes after any signature are a picture or none, and nothing is thrown', () => {
    const marks = [
      bytes([0xff, 0xd8, 0xff]),
      png.subarray(0, 8),
      bytes('GIF89a'),
      webp('VP8L'),
      webp('VP8X'),
      Buffer.from('<svg'),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...marks), fc.uint8Array({ maxLength: 60 }), (mark, rest) => {
        const found = pictureFacts(Buffer.concat([mark, rest]))
        if (typeof found === 'string') return
        expect(found.width * found.height).toBeGreaterThanOrEqual(found.ending === 'svg' ? 0 : 1)
      }),
    )
  })
})
