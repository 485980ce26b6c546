// Tests attacks that a simple program could run on the captcha: the image contains no paths to read, and its pixels
// reveal too little.
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawCaptcha, outlinesOf } from './captcha.ts'

const width = 180
const height = 60

/** Grey pixels of a captcha, from the only IDAT chunk of its PNG. */
function pixelsOf(svg: string): Uint8Array {
  const bytes = Buffer.from(/base64,([^"]+)"/.exec(svg)![1]!, 'base64')
  const at = bytes.indexOf('IDAT')
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)))
  return Uint8Array.from(
    { length: width * height },
    (_, i) => rows[Math.floor(i / width) * (width + 1) + (i % width) + 1]!,
  )
}

/** One letter's quarter of the image at low resolution, so that small shifts do not matter. */
function letterAt(pixels: Uint8Array, place: number): number[] {
  const [cell, step] = [width / 4, 5]
  const cells: number[] = []
  for (let y = 0; y < height; y += step)
    for (let x = 0; x < cell; x += step) {
      let sum = 0
      for (let dy = 0; dy < step; dy += 1)
        for (let dx = 0; dx < step; dx += 1) sum += pixels[(y + dy) * width + place * cell + x + dx]! < 128 ? 1 : 0
      cells.push(sum)
    }
  return cells
}

const distance = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, each, i) => sum + (each - b[i]!) ** 2, 0)

test('a captcha has four letters, an image, and no outline', () => {
  for (let i = 0; i < 50; i += 1) {
    const { text, svg } = drawCaptcha()
    expect(text).toMatch(/^[a-z0-9]{4}$/)
    expect(svg).toMatch(/^<svg [^>]+><image [^>]+href="data:image\/png;base64,[A-Za-z0-9+/=]+"\/><\/svg>$/)
    const ink = pixelsOf(svg).filter((grey) => grey < 128).length
    expect(ink).toBeGreaterThan(300)
    expect(ink).toBeLessThan((width * height) / 2)
  }
})

test('curves become line segments with the same end point', () => {
  const [outline] = outlinesOf('M0 0 L10 0 Q20 0 20 10 Z')
  expect(outline!.slice(0, 2)).toEqual([
    [0, 0],
    [10, 0],
  ])
  expect(outline!.at(-1)).toEqual([20, 10])
  expect(outline!.every(([x, y]) => x >= 0 && y >= 0 && x <= 20 && y <= 10)).toBe(true)
})

test('a nearest-neighbour reader trained on two hundred captchas solves fewer than a tenth', () => {
  const learnt = Array.from({ length: 200 }, drawCaptcha).flatMap(({ text, svg }) => {
    const pixels = pixelsOf(svg)
    return [...text].map((letter, place) => ({ letter, cells: letterAt(pixels, place) }))
  })
  let read = 0
  for (let i = 0; i < 100; i += 1) {
    const { text, svg } = drawCaptcha()
    const pixels = pixelsOf(svg)
    const guess = [...text].map((_, place) => {
      const cells = letterAt(pixels, place)
      return learnt.reduce((best, each) => (distance(each.cells, cells) < distance(best.cells, cells) ? each : best))
        .letter
    })
    if (guess.join('') === text) read += 1
  }
  expect(read).toBeLessThan(10)
}, 60_000)
