// Stops an oversized MQTT packet at its header: the broker's parser would collect all of it before anyone could judge.
import type { Socket } from 'node:net'

type State = { left: number; lengthBytes: number; length: number; inHeader: boolean; most: number }

/**
 * A function that follows the packet borders of a byte stream and answers false at the first packet over `mostBytes`.
 * The first packet, sent before anyone knows by whom, may have a lower limit.
 */
export function packetGate(mostBytes: number, firstBytes = mostBytes): (chunk: Uint8Array) => boolean {
  const state: State = { left: 0, lengthBytes: 0, length: 0, inHeader: false, most: firstBytes }
  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (state.left > 0) {
        const skip = Math.min(state.left, chunk.length - at)
        state.left -= skip
        at += skip
        continue
      }
      if (!state.inHeader) {
        Object.assign(state, { inHeader: true, lengthBytes: 0, length: 0 })
        at += 1
        continue
      }
      const byte = chunk[at]!
      at += 1
      state.length += (byte & 127) * 128 ** state.lengthBytes
      state.lengthBytes += 1
      if (byte & 128 && state.lengthBytes >= 4) return false
      if (byte & 128) continue
      if (state.length > state.most) return false
      state.left = state.length
      state.most = mostBytes
      state.inHeader = false
    }
    return true
  }
}

/** Puts the gate before everything that reads this socket; an oversized packet destroys it. */
export function guardSocket(
  socket: Socket,
  { mostBytes, firstBytes }: { mostBytes: number; firstBytes: number },
  onTooLarge: () => void,
): void {
  const passes = packetGate(mostBytes, firstBytes)
  const push = socket.push.bind(socket)
  socket.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
    if (chunk === null || passes(chunk)) return push(chunk, encoding)
    onTooLarge()
    socket.destroy()
    return false
  }
}
