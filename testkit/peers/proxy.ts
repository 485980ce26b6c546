// A TCP line between two parties that can stall like a radio link, in which case data is late but not lost, or be cut.
import { connect, createServer, type Socket } from 'node:net'

export type Line = {
  port: number
  /** Bytes to the dialling party wait from now on, until `flow`. The other direction continues. */
  stall(): void
  flow(): void
  /** Stops all data in both directions without an error, as when a modem loses its network. */
  freeze(): void
  /** Limits the bytes a second in each direction, until `flow`. */
  slow(bytesPerS: number): void
  /** Bytes in transit are lost; the parties see a broken connection and may reconnect. */
  cut(): void
  close(): Promise<void>
}

/** Starts a line to a local port. */
export async function startLine(target: number): Promise<Line> {
  const pairs = new Set<{ near: Socket; far: Socket }>()
  let stalled = false
  let frozen = false
  let drip: NodeJS.Timeout | undefined
  const part = (from: Socket, to: Socket, bytes: number) => {
    const chunk: Buffer | null = from.read(Math.min(bytes, from.readableLength)) as Buffer | null
    if (chunk) to.write(chunk)
  }
  const endDrip = () => {
    clearInterval(drip)
    drip = undefined
  }
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true })
    const pair = { near, far }
    pairs.add(pair)
    if (!frozen && !drip) near.pipe(far)
    if (!frozen && !drip && !stalled) far.pipe(near)
    for (const socket of [near, far]) {
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
  })
  const hangUp = () => {
    for (const { near, far } of pairs) {
      near.destroy()
      far.destroy()
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    stall() {
      stalled = true
      for (const { near, far } of pairs) far.unpipe(near).pause()
    },
    flow() {
      for (const { near, far } of pairs) {
        if (frozen || drip) near.pipe(far)
        if (frozen || drip || stalled) far.pipe(near)
      }
      endDrip()
      stalled = false
      frozen = false
    },
    freeze() {
      frozen = true
      for (const { near, far } of pairs) {
        far.unpipe(near).pause()
        near.unpipe(far).pause()
      }
    },
    slow(bytesPerS) {
      for (const { near, far } of pairs) {
        far.unpipe(near).pause()
        near.unpipe(far).pause()
      }
      endDrip()
      drip = setInterval(() => {
        for (const { near, far } of pairs) {
          part(near, far, bytesPerS / 20)
          part(far, near, bytesPerS / 20)
        }
      }, 50)
    },
    cut() {
      endDrip()
      stalled = false
      frozen = false
      hangUp()
    },
    async close() {
      endDrip()
      hangUp()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
