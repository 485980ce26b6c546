// Converts an uploaded picture for storage. Raster images are decoded, reduced and encoded anew as PNG, so that no byte
// of the upload is served. An SVG without active content is stored unchanged.
import { inflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import { GifReader } from 'omggif'
import { PNG } from 'pngjs'
import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { isInertSvg } from '../../../core/inert-svg.ts'
import { jpegSize } from '../../../core/jpeg-size.ts'
import { type PngHead, pngHead } from '../../../core/png-head.ts'

/** The pixels of a picture, four bytes each: red, green, blue, opacity. */
type Pixels = { width: number; height: number; data: Uint8Array }
export type StoredImage = { ending: 'png' | 'svg'; type: 'image/png' | 'image/svg+xml'; bytes: Buffer }

const fits = (width: number, height: number): void => {
  if (width < 1 || height < 1) throw fail('imageUnknown')
  if (width * height > limits.avatarPixels || Math.max(width, height) > limits.pictureLongest)
    throw fail('imageTooLarge')
}

function readPng(file: Buffer): Pixels {
  const head = pngHead(file)
  if (!head) throw fail('imageUnknown')
  // The size is checked before the picture is decompressed.
  fits(head.width, head.height)
  if (head.isInterlaced) boundRows(head)
  const { width, height, data } = PNG.sync.read(file)
  return { width, height, data }
}

/** The decoder inflates interlaced rows without a limit, so they are inflated here first, with one. */
function boundRows({ data, rowBytes }: PngHead): void {
  try {
    inflateSync(Buffer.concat(data), { maxOutputLength: rowBytes })
  } catch (error) {
    throw fail(error instanceof RangeError ? 'imageTooLarge' : 'imageUnknown')
  }
}

/**
 * Number of start-of-scan marks. Within a scan 0xff is followed by 0 or a restart mark, so no other bytes look like
 * one.
 */
function countScans(file: Buffer): number {
  let scans = 0
  for (let at = file.indexOf(scanMark); at !== -1; at = file.indexOf(scanMark, at + 2)) scans += 1
  return scans
}

const scanMark = Buffer.from([0xff, 0xda])

function readJpeg(file: Buffer): Pixels {
  const size = jpegSize(file)
  if (!size) throw fail('imageUnknown')
  fits(size.width, size.height)
  if (countScans(file) > limits.jpegScans) throw fail('imageTooLarge')
  const most = { maxResolutionInMP: limits.avatarPixels / 1e6, maxMemoryUsageInMB: 128 }
  try {
    return jpeg.decode(file, { ...most, useTArray: true, formatAsRGBA: true, tolerantDecoding: false })
  } catch (error) {
    throw fail(/maxResolution|maxMemory/.test(String(error)) ? 'imageTooLarge' : 'imageUnknown')
  }
}

function readGif(file: Buffer): Pixels {
  fits(file.readUInt16LE(6), file.readUInt16LE(8))
  const reader = new GifReader(file)
  const { width, height } = reader
  const first = reader.frameInfo(0)
  if (first.x + first.width > width || first.y + first.height > height) throw fail('imageUnknown')
  const data = new Uint8Array(width * height * 4)
  reader.decodeAndBlitFrameRGBA(0, data)
  return { width, height, data }
}

/** The largest image of an icon: a PNG, or rows of blue, green, red, opacity from bottom to top. */
function readIco(file: Buffer): Pixels {
  const entries = Array.from({ length: Math.min(file.readUInt16LE(4), 32) }, (_, place) => {
    const at = 6 + 16 * place
    return { width: file[at]! || 256, size: file.readUInt32LE(at + 8), offset: file.readUInt32LE(at + 12) }
  })
  const largest = entries.sort((a, b) => b.width - a.width)[0]
  if (!largest) throw fail('imageUnknown')
  const inner = file.subarray(largest.offset, largest.offset + largest.size)
  if (isPng(inner)) return readPng(inner)
  const [head, width, height] = [inner.readUInt32LE(0), inner.readInt32LE(4), inner.readInt32LE(8) / 2]
  if (head !== 40 || inner.readUInt16LE(14) !== 32 || inner.readUInt32LE(16) !== 0) throw fail('imageUnknown')
  fits(width, height)
  const data = new Uint8Array(width * height * 4)
  for (let row = 0; row < height; row += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = head + 4 * ((height - 1 - row) * width + x)
      const to = 4 * (row * width + x)
      data[to] = inner.readUInt8(from + 2)
      data[to + 1] = inner.readUInt8(from + 1)
      data[to + 2] = inner.readUInt8(from)
      data[to + 3] = inner.readUInt8(from + 3)
    }
  }
  return { width, height, data }
}

const startsWith = (bytes: readonly number[]) => (file: Buffer) => bytes.every((byte, at) => file[at] === byte)
const isPng = startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const kinds: readonly [is: (file: Buffer) => boolean, read: (file: Buffer) => Pixels][] = [
  [isPng, readPng],
  [startsWith([0xff, 0xd8, 0xff]), readJpeg],
  [startsWith([0x47, 0x49, 0x46, 0x38]), readGif],
  [startsWith([0x00, 0x00, 0x01, 0x00]), readIco],
]

/** Reduces the image by averaging pixels, with colours weighted by opacity. */
function shrink({ width, height, data }: Pixels, side: number): Pixels {
  const scale = Math.max(width, height) / side
  if (scale <= 1) return { width, height, data }
  const small = { width: Math.max(1, Math.round(width / scale)), height: Math.max(1, Math.round(height / scale)) }
  const made = new Uint8Array(small.width * small.height * 4)
  for (let y = 0; y < small.height; y += 1) {
    const rows = [Math.floor((y * height) / small.height), Math.ceil(((y + 1) * height) / small.height)] as const
    for (let x = 0; x < small.width; x += 1) {
      const columns = [Math.floor((x * width) / small.width), Math.ceil(((x + 1) * width) / small.width)] as const
      made.set(meanOf(data, width, rows, columns), 4 * (y * small.width + x))
    }
  }
  return { ...small, data: made }
}

type Span = readonly [from: number, to: number]

function meanOf(data: Uint8Array, width: number, rows: Span, columns: Span): number[] {
  let [red, green, blue, opacity, count] = [0, 0, 0, 0, 0]
  for (let y = rows[0]; y < rows[1]; y += 1) {
    for (let x = columns[0]; x < columns[1]; x += 1) {
      const at = 4 * (y * width + x)
      const weight = data[at + 3]!
      red += data[at]! * weight
      green += data[at + 1]! * weight
      blue += data[at + 2]! * weight
      opacity += weight
      count += 1
    }
  }
  if (opacity === 0) return [0, 0, 0, 0]
  return [red / opacity, green / opacity, blue / opacity, opacity / count].map(Math.round)
}

/** Throws imageUnknown, imageTooLarge, imageActive. */
export function storedImage(file: Buffer): StoredImage {
  if (file.length >= limits.avatarBytes) throw fail('imageTooLarge')
  const kind = kinds.find(([is]) => is(file))
  if (!kind) return storedSvg(file)
  const { width, height, data } = shrink(readBy(kind[1], file), limits.avatarSide)
  const png = new PNG({ width, height })
  png.data = Buffer.from(data)
  return { ending: 'png', type: 'image/png', bytes: PNG.sync.write(png) }
}

function readBy(read: (file: Buffer) => Pixels, file: Buffer): Pixels {
  try {
    return read(file)
  } catch (error) {
    // The decoders may throw any error for a damaged file.
    if (error instanceof Error && error.message === 'imageTooLarge') throw error
    throw fail('imageUnknown')
  }
}

function storedSvg(file: Buffer): StoredImage {
  const text = file.toString('utf8')
  if (!/<svg[\s>]/.test(text) || text.includes('\uFFFD')) throw fail('imageUnknown')
  if (!isInertSvg(text)) throw fail('imageActive')
  return { ending: 'svg', type: 'image/svg+xml', bytes: Buffer.from(text, 'utf8') }
}
