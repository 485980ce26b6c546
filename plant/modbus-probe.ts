// A minimal Modbus client for tests: sends and receives raw bytes.
import { connect, type Socket } from 'node:net'

export type Probe = {
  send(bytes: Uint8Array): void
  /** Resolves with that many bytes as hex; rejects if the connection ends before. */
  take(count: number): Promise<string>
  /** Resolves when the other side has closed. */
  closed: Promise<void>
  end(): void
}

export const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
export const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').replace(/../g, '$& ').trim()

/** A request in MBAP framing, as hex: transaction, unit and the protocol data unit. */
export function mbap(pdu: string, unitId = 1, transaction = 1): Uint8Array {
  const body = hex(pdu)
  const length = body.length + 1
  return Uint8Array.of(transaction >> 8, transaction & 0xff, 0, 0, length >> 8, length & 0xff, unitId, ...body)
}

export function openProbe(host: string, port: number): Promise<Probe> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, host)
    let received = Buffer.alloc(0)
    let wake: () => void = () => undefined
    let ended = false
    const closed = new Promise<void>((done) => socket.on('close', () => done()))
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      wake()
    })
    socket.on('close', () => {
      ended = true
      wake()
    })
    const take = async (count: number) => {
      while (received.length < count) {
        if (ended) throw new Error(`the connection ended after ${received.length} of ${count} bytes`)
        await new Promise<void>((next) => {
          wake = next
        })
      }
      const taken = received.subarray(0, count)
      received = received.subarray(count)
      return toHex(taken)
    }
    socket.on('connect', () =>
      resolve({ send: (bytes) => socket.write(bytes), take, closed, end: () => socket.destroy() }),
    )
  })
}
