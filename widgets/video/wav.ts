// A recording as WAV: one channel, 16 bits. Pure.

export const wavRate = 16_000
const headBytes = 44

/** Mixes all channels into one channel of at most `most` samples. */
export function monoOf(channels: readonly Float32Array[], most: number): Float32Array {
  const length = Math.min(channels[0]?.length ?? 0, most)
  const mono = new Float32Array(length)
  for (const channel of channels)
    for (let i = 0; i < length; i += 1) mono[i] = mono[i]! + (channel[i] ?? 0) / channels.length
  return mono
}

/** Samples from -1 to 1; louder ones are clipped, invalid ones become silence. */
export function wavOf(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = samples.length * 2
  const view = new DataView(new ArrayBuffer(headBytes + bytes))
  const text = (at: number, signs: string) => {
    for (let i = 0; i < signs.length; i += 1) view.setUint8(at + i, signs.charCodeAt(i))
  }
  text(0, 'RIFF')
  view.setUint32(4, headBytes - 8 + bytes, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, wavRate, true)
  view.setUint32(28, wavRate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  text(36, 'data')
  view.setUint32(40, bytes, true)
  samples.forEach((sample, i) => {
    const loud = Math.max(-1, Math.min(1, sample || 0))
    view.setInt16(headBytes + i * 2, Math.round(loud * (loud < 0 ? 0x8000 : 0x7fff)), true)
  })
  return new Uint8Array(view.buffer)
}

/** Encodes bytes in base64, in chunks, because a minute of samples would be too many arguments for one call. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
