// Draws the captcha as an image without outlines. In an SVG of glyphs each path identifies its letter, and fifteen
// lines of code read it. Here the outlines are rotated, bent, filled into pixels, crossed by lines of the same ink and
// speckled before they are sent.
import { randomBytes, randomInt } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import svgCaptcha from 'svg-captcha'

const width = 180
const height = 60
const letters = 4
/** Font size before the letters are bent. */
const fontSize = 84
/** Number of line segments per curve. */
const steps = 6

type Point = readonly [x: number, y: number]
type Outline = readonly Point[]

const between = (low: number, high: number) => low + ((high - low) * randomInt(1_000_001)) / 1_000_000

/** Closed outlines of a path of `M`, `L`, `Q` and `Z`; curves become line segments. */
export function outlinesOf(path: string): Outline[] {
  const outlines: Point[][] = []
  for (const [, command = '', rest = ''] of path.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = (rest.match(/-?\d+(?:\.\d+)?|-?\.\d+/g) ?? []).map(Number)
    const now = outlines.at(-1)
    if (command === 'M') outlines.push([[a, b]])
    if (command === 'L') now?.push([a, b])
    if (command !== 'Q' || !now) continue
    const [x, y] = now.at(-1)!
    for (let i = 1; i <= steps; i += 1) {
      const t = i / steps
      const u = 1 - t
      now.push([u * u * x + 2 * u * t * a + t * t * c, u * u * y + 2 * u * t * b + t * t * d])
    }
  }
  return outlines
}

/** Rotates, scales and shears the outlines of a letter and moves them to its place. */
function placed(outlines: readonly Outline[], place: number): Outline[] {
  const points = outlines.flat()
  const middle = (axis: 0 | 1) => {
    const all = points.map((point) => point[axis])
    return (Math.min(...all) + Math.max(...all)) / 2
  }
  const [cx, cy] = [middle(0), middle(1)]
  const [angle, wide, high, shear] = [
    between(-0.45, 0.45),
    between(0.85, 1.25),
    between(0.85, 1.15),
    between(-0.25, 0.25),
  ]
  const x0 = (width / letters) * (place + 0.5) + between(-6, 6)
  const y0 = height / 2 + between(-6, 6)
  return outlines.map((outline) =>
    outline.map(([x, y]) => {
      const [dx, dy] = [(x - cx + shear * (y - cy)) * wide, (y - cy) * high]
      return [
        x0 + dx * Math.cos(angle) - dy * Math.sin(angle),
        y0 + dx * Math.sin(angle) + dy * Math.cos(angle),
      ] as const
    }),
  )
}

/** Bends all points along two waves, random for each image. */
function bend(): (point: Point) => Point {
  const [ax, ay, px, py, lx, ly] = [
    between(1.5, 3),
    between(2, 4),
    between(0, 6),
    between(0, 6),
    between(9, 16),
    between(14, 26),
  ]
  return ([x, y]) => [x + ax * Math.sin(y / lx + px), y + ay * Math.sin(x / ly + py)]
}

/** X positions where the middle of each row crosses the outlines, from left to right. */
function cutsOf(outlines: readonly Outline[]): number[][] {
  const cuts: number[][] = Array.from({ length: height }, () => [])
  for (const outline of outlines) {
    let [x1, y1] = outline.at(-1)!
    for (const [x2, y2] of outline) {
      const bottom = Math.min(height, Math.max(y1, y2) - 0.5)
      for (let row = Math.max(0, Math.ceil(Math.min(y1, y2) - 0.5)); row < bottom; row += 1)
        cuts[row]!.push(x1 + ((row + 0.5 - y1) / (y2 - y1)) * (x2 - x1))
      ;[x1, y1] = [x2, y2]
    }
  }
  return cuts.map((row) => row.sort((a, b) => a - b))
}

/** Inverts the pixels inside the outlines: overlapping letters or lines leave a hole. */
function fill(pixels: Uint8Array, outlines: readonly Outline[]): void {
  for (const [row, cuts] of cutsOf(outlines).entries()) {
    for (let i = 0; i + 1 < cuts.length; i += 2) {
      const end = Math.min(width, Math.round(cuts[i + 1]!))
      for (let x = Math.max(0, Math.round(cuts[i]!)); x < end; x += 1) pixels[row * width + x]! ^= 1
    }
  }
}

/** A line across the image, as thick as a stroke of a letter. */
function line(): Outline {
  const ends = [between(5, height - 5), between(5, height - 5), between(5, height - 5)] as const
  const thick = between(0.5, 0.9)
  const at = (t: number) => ends[0] * (1 - t) ** 2 + 2 * ends[1] * t * (1 - t) + ends[2] * t ** 2
  const there = Array.from({ length: 31 }, (_, i): Point => [(i / 30) * width, at(i / 30) - thick])
  return [...there, ...there.map(([x, y]): Point => [x, y + 2 * thick]).reverse()]
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Encodes a PNG with 8-bit grey pixels. */
function png(grey: Uint8Array): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const rows = Buffer.alloc(height * (width + 1))
  for (let row = 0; row < height; row += 1)
    rows.set(grey.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * Shades ink and paper unevenly, and makes one pixel in 26 random. One call draws all random bytes: a call per pixel is
 * slow.
 */
function shaded(pixels: Uint8Array): Uint8Array {
  const chance = randomBytes(pixels.length * 2)
  return pixels.map((isInk, i) => {
    const grey = chance[2 * i + 1]!
    if (chance[2 * i]! < 10) return grey
    return isInk ? 30 + ((grey * 60) >> 8) : 215 + ((grey * 40) >> 8)
  })
}

/** Draws a new captcha: its text in lower case, and its image as an SVG that contains only pixels. */
export function drawCaptcha(): { text: string; svg: string } {
  const { text, data } = svgCaptcha.create({
    size: letters,
    noise: 0,
    ignoreChars: '0oO1iIlL',
    width,
    height,
    fontSize,
  })
  const paths = [...data.matchAll(/ d="([^"]+)"/g)].map(([, path = '']) => path)
  const bent = bend()
  const pixels = new Uint8Array(width * height)
  const drawn = paths.map((path) => outlinesOf(path))
  // The library returns the letters in no certain order, so the paths are sorted by position.
  const leftOf = (outlines: Outline[]) => Math.min(...outlines.flat().map(([x]) => x))
  drawn.sort((a, b) => leftOf(a) - leftOf(b))
  drawn.forEach((outlines, place) => {
    fill(
      pixels,
      placed(outlines, place).map((outline) => outline.map(bent)),
    )
  })
  for (let i = 0; i < 3; i += 1) fill(pixels, [line()])
  const image = png(shaded(pixels)).toString('base64')
  const size = `width="${width}" height="${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}"><image ${size} href="data:image/png;base64,${image}"/></svg>`
  return { text: text.toLowerCase(), svg }
}
