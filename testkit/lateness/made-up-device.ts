// A made-up protocol over each transport, with a driver whose checks can be left out one by one: the torture must find
// each missing check. Request: unit, number, address. Answer: unit, number, two bytes of value, sum of these bytes.
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { connect, createServer, type Socket } from 'node:net'
import { type BlockAbout, DriverFault, type Opener, type Point, type Session, type Span } from '../../drivers/driver.ts'
import type { TortureCase } from './torture.ts'

export type Check = 'unit' | 'number' | 'sum' | 'source'
type Transport = 'tcp' | 'udp' | 'listen'
type Params = { port: number; timeoutMs: number }

const [ownUnit, answerBytes] = [1, 5]
const sumOf = (bytes: Uint8Array) => bytes.subarray(0, answerBytes - 1).reduce((sum, byte) => sum + byte, 0) & 0xff
const addresses = [3, 4, 5]
const wait = <T>(ms: number, result: T) => new Promise<T>((resolve) => setTimeout(() => resolve(result), ms))

/** Sends requests and collects received bytes. */
type Wire = {
  readonly isOpen: boolean
  send(bytes: Uint8Array): void
  /** Received bytes; datagrams of other senders only if `source` is not checked. */
  received: Buffer
  close(): void
}

class MadeUpSession implements Session {
  readonly #wire: Wire
  readonly #missing: Check | undefined
  #number = 0

  constructor(wire: Wire, missing: Check | undefined) {
    this.#wire = wire
    this.#missing = missing
  }

  get isOpen(): boolean {
    return this.#wire.isOpen
  }

  async read({ start }: Span, { timeoutMs }: Params): Promise<Uint8Array> {
    this.#number = (this.#number + 1) & 0xff
    this.#wire.send(Uint8Array.of(ownUnit, this.#number, start))
    const until = performance.now() + timeoutMs
    while (performance.now() < until) {
      const answer = this.#next()
      if (answer) return answer.subarray(2, 4)
      await wait(1, undefined)
    }
    this.#wire.close()
    throw new DriverFault(1714, 'no answer', true)
  }

  /** The next answer to the current request. */
  #next(): Buffer | undefined {
    const { received } = this.#wire
    if (received.length < answerBytes) return undefined
    this.#wire.received = received.subarray(answerBytes)
    const [unit, number] = received
    if (this.#missing !== 'sum' && received[answerBytes - 1] !== sumOf(received)) return this.#breaks('a wrong sum')
    if (this.#missing !== 'unit' && unit !== ownUnit) return undefined
    return this.#missing === 'number' || number === this.#number ? received : undefined
  }

  #breaks(reason: string): never {
    this.#wire.close()
    throw new DriverFault(1712, reason, true)
  }

  async write(): Promise<never> {
    throw new DriverFault(1720, 'read only')
  }

  async close(): Promise<void> {
    this.#wire.close()
  }
}

function streamWire(socket: Socket): Wire {
  const wire = {
    isOpen: true,
    received: Buffer.alloc(0) as Buffer,
    send: (bytes: Uint8Array) => void socket.write(bytes),
    close() {
      wire.isOpen = false
      socket.destroy()
    },
  }
  socket.on('data', (bytes) => {
    wire.received = Buffer.concat([wire.received, bytes])
  })
  socket.on('error', () => wire.close()).on('close', () => wire.close())
  return wire
}

async function dial(port: number): Promise<Wire> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return streamWire(socket)
}

/** Listens until a device has connected. */
async function accept(port: number, timeoutMs: number): Promise<Wire> {
  const server = createServer({ noDelay: true })
  const socket = await new Promise<Socket | undefined>((resolve) => {
    server.once('connection', resolve).listen(port, '127.0.0.1')
    void wait(timeoutMs, undefined).then(resolve)
  })
  server.close()
  if (!socket) throw new DriverFault(1722, 'no device has connected', true)
  return streamWire(socket)
}

async function datagrams(port: number, missing: Check | undefined): Promise<Wire> {
  const socket: UdpSocket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const wire = {
    isOpen: true,
    received: Buffer.alloc(0) as Buffer,
    send: (bytes: Uint8Array) => socket.send(bytes, port, '127.0.0.1'),
    close() {
      if (wire.isOpen) socket.close()
      wire.isOpen = false
    },
  }
  socket.on('message', (bytes, from) => {
    // A part of an answer is no answer.
    if (bytes.length % answerBytes !== 0 || (missing !== 'source' && from.port !== port)) return
    wire.received = Buffer.concat([wire.received, bytes])
  })
  return wire
}

/** The driver without one of its checks. */
export const openerOf = (transport: Transport, missing?: Check): Opener<Params> => ({
  async open({ port, timeoutMs }) {
    const wires = { tcp: dial, listen: accept, udp: (to: number) => datagrams(to, missing) }
    return new MadeUpSession(await wires[transport](port, timeoutMs), missing)
  },
})

const numberOf = (bytes: Uint8Array) => (bytes[0]! << 8) | bytes[1]!

/** The part of a driver's declaration that the torture uses. */
export const about = {
  kind: 'blocks',
  plan: (points: readonly Point[]) =>
    points.map((point) => ({ area: 'D', start: Number(point.address), count: 1, points: [{ point, address: 0 }] })),
  decode: (_point: Point, _block: unknown, bytes: Uint8Array) => numberOf(bytes),
} as unknown as BlockAbout

/** The answer of a device to a request. */
function answerTo(request: Buffer, memory: ReadonlyMap<number, number>): Buffer {
  const value = memory.get(request[2]!) ?? 0
  const answer = Buffer.of(request[0]!, request[1]!, value >> 8, value & 0xff, 0)
  answer[answerBytes - 1] = sumOf(answer)
  return answer
}

async function start(transport: Transport): Promise<Awaited<ReturnType<TortureCase['start']>>> {
  const memory = new Map<number, number>()
  const put = (point: number, value: number) => void memory.set(addresses[point]!, value)
  if (transport === 'udp') {
    const socket = createSocket('udp4')
    socket.on('message', (request, from) => socket.send(answerTo(request, memory), from.port, from.address))
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    return { port: socket.address().port, put, close: async () => void socket.close() }
  }
  const sockets = new Set<Socket>()
  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('data', (request) => socket.write(answerTo(request, memory))).on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  if (transport === 'tcp') {
    const server = createServer({ noDelay: true }, serve)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const close = async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    }
    return { port: (server.address() as { port: number }).port, put, close }
  }
  let isOver = false
  const dialFor = (port: number) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    serve(socket)
    socket.on('close', () => void (isOver || setTimeout(() => dialFor(port), 5)))
  }
  const close = async () => {
    isOver = true
    for (const socket of sockets) socket.destroy()
  }
  return { port: 0, put, dial: dialFor, close }
}

export const caseOf = (transport: Transport): TortureCase => ({
  name: transport,
  transport,
  points: addresses.map((address, id) => ({ id, address: String(address), dataType: 'uint16', access: 'r' })),
  paramsOf: (_host, port) => ({ port, timeoutMs: 1000 }),
  start: () => start(transport),
  fromOther: (answer) => {
    answer.set([2, answer[1]!, 0x77, 0x77])
    answer[answerBytes - 1] = sumOf(answer)
    return answer
  },
})
