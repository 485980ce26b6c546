// Reads the header of a PNG and finds its compressed rows, without inflating them. Pure.

export type PngHead = {
  width: number
  height: number
  isInterlaced: boolean
  /** Size of all rows once inflated; an upper bound for an interlaced picture. */
  rowBytes: number
  /** The compressed rows of the picture, in the pieces that the file contains. */
  data: Buffer[]
}

const channelsOf: Partial<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const signatureBytes = 8
const headBytes = 13

/**
 * Returns undefined if the file is damaged, or does not have exactly one header at the start: of two headers, decoders
 * use different ones.
 */
export function pngHead(file: Buffer): PngHead | undefined {
  const chunks = chunksOf(file)
  const heads = chunks?.filter(({ type }) => type === 'IHDR')
  const head = heads?.[0]?.content
  if (!chunks || !head || heads.length > 1 || chunks[0]!.content !== head || head.length !== headBytes) return undefined
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const channels = channelsOf[head[9]!]
  if (channels === undefined) return undefined
  const isInterlaced = head[12] !== 0
  const rowBytes = height * (1 + Math.ceil((width * channels * head[8]!) / 8))
  return {
    ...{ width, height, isInterlaced },
    // Seven passes have their own rows, each with a byte of its filter and up to seven unused bits.
    rowBytes: isInterlaced ? 2 * rowBytes + 7 * (height + width) : rowBytes,
    data: chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content),
  }
}

type Chunk = { type: string; content: Buffer }

/** Chunks up to IEND; undefined if one is cut short. */
function chunksOf(file: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = []
  for (let at = signatureBytes; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    const end = at + 8 + length
    if (end + 4 > file.length) return undefined
    if (type === 'IEND') return chunks
    chunks.push({ type, content: file.subarray(at + 8, end) })
    at = end + 4
  }
  return undefined
}
