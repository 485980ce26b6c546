// Type and dimensions of a picture file, read from its content and never from its name. The picture is not
// decompressed. Pure.
import { isInertSvg } from '../../../core/inert-svg.ts'
import { jpegSize } from '../../../core/jpeg-size.ts'

type PictureType = { ending: 'png' | 'jpg' | 'gif' | 'webp' | 'svg'; type: `image/${string}` }
export type PictureFacts = PictureType & { width: number; height: number }
type PictureFault = 'pictureUnknown' | 'imageActive'

type Size = { width: number; height: number }
type Kind = PictureType & { is: (file: Buffer) => boolean; sizeOf: (file: Buffer) => Size | undefined }

const says = (at: number, word: string) => (file: Buffer) => file.toString('latin1', at, at + word.length) === word

const kinds: readonly Kind[] = [
  {
    ...{ ending: 'png', type: 'image/png', is: says(0, '\x89PNG\r\n\x1a\n') },
    sizeOf: (file) => ({ width: file.readUInt32BE(16), height: file.readUInt32BE(20) }),
  },
  { ending: 'jpg', type: 'image/jpeg', is: says(0, '\xff\xd8\xff'), sizeOf: jpegSize },
  {
    ...{ ending: 'gif', type: 'image/gif', is: says(0, 'GIF8') },
    sizeOf: (file) => ({ width: file.readUInt16LE(6), height: file.readUInt16LE(8) }),
  },
  {
    ...{ ending: 'webp', type: 'image/webp', is: (file) => says(0, 'RIFF')(file) && says(8, 'WEBP')(file) },
    sizeOf: webpSize,
  },
]

/** The facts of a picture, or the reason why a page may not show it. */
export function pictureFacts(file: Buffer): PictureFacts | PictureFault {
  const kind = kinds.find(({ is }) => is(file))
  if (!kind) return svgFacts(file)
  const size = sizeIn(file, kind)
  if (!size || size.width < 1 || size.height < 1) return 'pictureUnknown'
  const { ending, type } = kind
  return { ending, type, ...size }
}

/** The size of a picture; undefined for a truncated file. */
function sizeIn(file: Buffer, { sizeOf }: Kind): Size | undefined {
  try {
    return sizeOf(file)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function webpSize(file: Buffer): Size | undefined {
  const form = file.toString('latin1', 12, 16)
  if (form === 'VP8 ') return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
  if (form === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
  if (form !== 'VP8L') return undefined
  const bits = file.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function svgFacts(file: Buffer): PictureFacts | PictureFault {
  const text = file.toString('utf8')
  if (!/<svg[\s>]/.test(text) || text.includes('\uFFFD')) return 'pictureUnknown'
  if (!isInertSvg(text)) return 'imageActive'
  return { ending: 'svg', type: 'image/svg+xml', width: 0, height: 0 }
}
