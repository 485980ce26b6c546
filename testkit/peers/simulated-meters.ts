// DL/T 645 meters on one line, with memories: answers reads, following frames and writes. Written without the driver's
// code.

type Meter = Map<string, Buffer>

const sum = (bytes: Uint8Array): number => bytes.reduce((total, byte) => (total + byte) % 256, 0)
const reversed = (hex: string): Buffer => Buffer.from(hex, 'hex').reverse()

/** A frame as sent on the line. `data`: without the added 33H. */
export function frameOnLine(address: string, control: number, data: Uint8Array): Buffer {
  const shifted = Buffer.from(data).map((byte) => (byte + 0x33) % 256)
  const head = [0x68, ...reversed(address), 0x68, control, data.length]
  const body = Buffer.concat([Buffer.from(head), shifted])
  return Buffer.concat([body, Buffer.of(sum(body), 0x16)])
}

/** Packed BCD with the lowest pair of digits first. */
export const packed = (digits: string): Buffer => reversed(digits)

export class SimulatedMeters {
  /** Data by identifier in hex, for each printed address. */
  readonly meters = new Map<string, Meter>()
  /** Requests as `address control data`, in hex, the data without the added 33H. */
  readonly requests: string[] = []
  /** Bytes in front of each answer. */
  preamble = Buffer.of(0xfe, 0xfe, 0xfe, 0xfe)
  /** Most bytes of data in one frame; the rest follows in further ones. */
  mostData = 200

  meter(address: string): Meter {
    const known = this.meters.get(address) ?? new Map<string, Buffer>()
    this.meters.set(address, known)
    return known
  }

  /** The answer to a request; undefined if no meter has its address. */
  answer(request: Buffer): Buffer | undefined {
    const at = request.indexOf(0x68)
    const address = Buffer.from(request.subarray(at + 1, at + 7))
      .reverse()
      .toString('hex')
    const control = request[at + 8]!
    const data = Buffer.from(request.subarray(at + 10, -2).map((byte) => (byte + 256 - 0x33) % 256))
    this.requests.push(`${address} ${control.toString(16).padStart(2, '0')} ${data.toString('hex')}`)
    const meter = this.meters.get(address)
    if (!meter || sum(request.subarray(at, -2)) !== request.at(-2)) return undefined
    const reply = (code: number, bytes: Uint8Array) => Buffer.concat([this.preamble, frameOnLine(address, code, bytes)])
    const size = control < 0x10 ? 2 : 4
    const key = Buffer.from(data.subarray(0, size)).reverse().toString('hex').toUpperCase()
    if (control === 0x14) {
      meter.set(key, data.subarray(12))
      return reply(0x94, Buffer.alloc(0))
    }
    const content = meter.get(key)
    if (!content) return reply(control | 0xc0, Buffer.of(2))
    const sequence = data[size] ?? 0
    const from = sequence * this.mostData
    const hasMore = content.length > from + this.mostData
    const part = content.subarray(from, from + this.mostData)
    const number = sequence > 0 ? [sequence] : []
    return reply(control | (hasMore ? 0xa0 : 0x80), Buffer.concat([data.subarray(0, size), part, Buffer.from(number)]))
  }
}
