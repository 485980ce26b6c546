// A simulated controlled station of IEC 60870-5-104 with a process image, whose answers a test can replace.
import { createServer, type Socket } from 'node:net'

/** An object of the process image: its type and the hex of its element. */
type StationObject = { type: number; element: string }

/** Fields of an ASDU. `cause`: with the bits of test (0x80) and negative (0x40). `isSequence`: only the first address is sent. */
type AsduFields = {
  type: number
  cause: number
  commonAddress?: number
  objects: readonly (readonly [address: number, element: string])[]
  isSequence?: boolean
}

export const causeOf = {
  spontaneous: 3,
  initialized: 4,
  request: 5,
  con: 7,
  term: 10,
  negative: 0x40,
  test: 0x80,
} as const
const interrogated = 20

const address3 = (address: number): string => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(address)
  return bytes.toString('hex', 0, 3)
}

/** The bytes of an ASDU. */
export function stationAsdu({ type, cause, commonAddress = 1, objects, isSequence = false }: AsduFields): Buffer {
  const head = Buffer.of(
    type,
    objects.length | (isSequence ? 0x80 : 0),
    cause,
    0,
    commonAddress & 0xff,
    commonAddress >> 8,
  )
  const parts = objects.map(([address, element], index) =>
    isSequence && index > 0 ? element : `${address3(address)}${element}`,
  )
  return Buffer.concat([head, Buffer.from(parts.join(''), 'hex')])
}

/** A received ASDU with other bits of cause. */
export function mirrored(asdu: Buffer, cause: number): Buffer {
  const copy = Buffer.from(asdu)
  copy[2] = cause
  return copy
}

type Connection = { socket: Socket; sent: number; received: number; isStarted: boolean; rest: Buffer }

export class Iec104Station {
  port = 0
  /** Objects by common address and address. */
  readonly objects = new Map<number, Map<number, StationObject>>()
  /** ASDUs and control fields received, in order. */
  readonly asdus: Buffer[] = []
  readonly controls: string[] = []
  /** Replaces the answer to an ASDU; undefined: the usual one. */
  answer: (asdu: Buffer) => readonly Buffer[] | undefined = () => undefined
  /** Whether control frames are answered. */
  isSilent = false
  /** Called when a connection starts to transfer; its ASDUs are in the segment of the confirmation. */
  onStart: () => readonly Buffer[] = () => []
  readonly #connections = new Set<Connection>()
  readonly #server = createServer({ noDelay: true }, (socket) => this.#accept(socket))

  listen(): Promise<this> {
    return new Promise((resolve) =>
      this.#server.listen(this.port, '127.0.0.1', () => {
        this.port = (this.#server.address() as { port: number }).port
        resolve(this)
      }),
    )
  }

  put(address: number, type: number, element: string, commonAddress = 1): void {
    const own = this.objects.get(commonAddress) ?? new Map<number, StationObject>()
    this.objects.set(commonAddress, own.set(address, { type, element }))
  }

  /** Sends ASDUs in one segment on every connection that transfers data. */
  send(...asdus: readonly Buffer[]): void {
    for (const connection of this.#connections) if (connection.isStarted) this.#sendOn(connection, asdus)
  }

  /** Sends bytes as they are. */
  sendBytes(hex: string): void {
    for (const { socket } of this.#connections) socket.write(Buffer.from(hex, 'hex'))
  }

  get connections(): number {
    return this.#connections.size
  }

  /** Ends all connections. */
  drop(): void {
    for (const { socket } of this.#connections) socket.destroy()
  }

  async close(): Promise<void> {
    this.drop()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #accept(socket: Socket): void {
    const connection: Connection = { socket, sent: 0, received: 0, isStarted: false, rest: Buffer.alloc(0) }
    this.#connections.add(connection)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#connections.delete(connection))
    socket.on('data', (bytes: Buffer) => {
      connection.rest = Buffer.concat([connection.rest, bytes])
      const answers: Buffer[] = []
      while (connection.rest.length > 1 && connection.rest.length >= 2 + connection.rest[1]!) {
        const end = 2 + connection.rest[1]!
        answers.push(...this.#receive(connection, connection.rest.subarray(2, end)))
        connection.rest = connection.rest.subarray(end)
      }
      if (answers.length > 0) socket.write(Buffer.concat(answers))
    })
  }

  /** The frames that answer one. */
  #receive(connection: Connection, frame: Buffer): Buffer[] {
    const first = frame[0]!
    if ((first & 1) === 0) {
      connection.received++
      const asdu = Buffer.from(frame.subarray(4))
      this.asdus.push(asdu)
      const answers = this.answer(asdu) ?? this.#usual(asdu)
      return answers.length > 0 ? answers.map((each) => this.#frame(connection, each)) : [this.#supervisory(connection)]
    }
    this.controls.push(frame.subarray(0, 4).toString('hex'))
    if (this.isSilent || (first & 3) === 1) return []
    const con = { 7: 0x0b, 19: 0x23, 67: 0x83 }[first]
    if (con === undefined) return []
    if (con !== 0x83) connection.isStarted = con === 0x0b
    const more = con === 0x0b ? this.onStart().map((each) => this.#frame(connection, each)) : []
    return [Buffer.of(0x68, 4, con, 0, 0, 0), ...more]
  }

  #frame(connection: Connection, asdu: Buffer): Buffer {
    const head = Buffer.of(0x68, asdu.length + 4, 0, 0, 0, 0)
    head.writeUInt16LE((connection.sent++ % 32_768) << 1, 2)
    head.writeUInt16LE((connection.received % 32_768) << 1, 4)
    return Buffer.concat([head, asdu])
  }

  #supervisory({ received }: Connection): Buffer {
    const frame = Buffer.of(0x68, 4, 1, 0, 0, 0)
    frame.writeUInt16LE((received % 32_768) << 1, 4)
    return frame
  }

  #sendOn(connection: Connection, asdus: readonly Buffer[]): void {
    connection.socket.write(Buffer.concat(asdus.map((asdu) => this.#frame(connection, asdu))))
  }

  #usual(asdu: Buffer): readonly Buffer[] {
    const [type, commonAddress] = [asdu[0]!, asdu.readUInt16LE(4)]
    const own = this.objects.get(commonAddress)
    if (!own) return [mirrored(asdu, 46 | causeOf.negative)]
    const target = asdu.readUIntLE(6, 3)
    if (type === 102) {
      const object = own.get(target)
      if (!object) return [mirrored(asdu, 47 | causeOf.negative)]
      return [stationAsdu({ ...object, cause: causeOf.request, commonAddress, objects: [[target, object.element]] })]
    }
    const ends = [mirrored(asdu, causeOf.con), mirrored(asdu, causeOf.term)] as const
    if (type !== 100) return [ends[0]]
    return [ends[0], ...reportsOf(commonAddress, own), ends[1]]
  }
}

/** Objects per ASDU of an interrogation, so that its frame is not too long. */
const maxObjects = 20

/** The answer to a general interrogation: an ASDU for each type, or several. */
function reportsOf(commonAddress: number, objects: ReadonlyMap<number, StationObject>): Buffer[] {
  const parts: { type: number; objects: [number, string][] }[] = []
  for (const [address, { type, element }] of objects) {
    const open = parts.find((part) => part.type === type && part.objects.length < maxObjects)
    if (open) open.objects.push([address, element])
    else parts.push({ type, objects: [[address, element]] })
  }
  return parts.map((part) => stationAsdu({ ...part, cause: interrogated, commonAddress }))
}

export const startIec104Station = (): Promise<Iec104Station> => new Iec104Station().listen()
