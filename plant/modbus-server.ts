// A simulated PLC on the network: Modbus TCP, or RTU frames over TCP, with the faults of a real line.
import { createServer, type Server, type Socket } from 'node:net'
import { type Framing, frameAnswer, parseRequests, type Request } from './modbus-framing.ts'
import { answerPdu, type Refuse } from './modbus-pdu.ts'
import { createDice, type Dice } from './random.ts'
import type { RegisterBank } from './register-bank.ts'

/** The current faults of line and PLC; all off is healthy. */
export type LineBehaviour = {
  /** Accepts connections and requests without answering. */
  silent: boolean
  /** True if answers arrive damaged. */
  noisy: boolean
  /** Exception for a range, checked before the register bank. */
  refuse: Refuse
  /** Closes the connection after each answer. */
  hangsUp?: boolean
}

export type ModbusServerOptions = {
  host: string
  /** TCP port; 0 selects a free one. */
  port: number
  unitId: number
  bank: RegisterBank
  framing?: Framing
  behaviour?: () => LineBehaviour
  /** Seed of the random noise. */
  seed?: number
}

export type ModbusServer = {
  readonly port: number
  /** Closes every connection and refuses new ones; the port is kept. */
  dropLink(): Promise<void>
  /** Closes every connection, as after a long silence; resolves when all are closed. New ones are accepted. */
  hangUp(): Promise<void>
  /** Listens on the same port again. */
  restoreLink(): Promise<void>
  /** Stops permanently; may be called twice. */
  stop(): Promise<void>
}

const healthy: LineBehaviour = { silent: false, noisy: false, refuse: () => undefined }
/** Modbus exception of a gateway whose target does not answer: the unit id is unknown. */
const noSuchUnit = 0x0b
/** The most unread answer bytes kept for a client that does not read. */
const maxBacklogBytes = 1 << 20

/** Damages an answer like a bad line: wrong bits, a lost tail, or noise before it. */
function damage(answer: Uint8Array, dice: Dice): Uint8Array {
  const kind = dice.next()
  if (kind < 0.4) return answer.map((byte) => (dice.next() < 0.2 ? byte ^ (1 << Math.floor(dice.next() * 8)) : byte))
  if (kind < 0.6) return answer.subarray(0, Math.floor(dice.next() * answer.length))
  const noise = Uint8Array.from({ length: 1 + Math.floor(dice.next() * 24) }, () => Math.floor(dice.next() * 256))
  return kind < 0.8 ? noise : Uint8Array.of(...noise, ...answer)
}

function answerTo(request: Request, options: ModbusServerOptions, { refuse }: LineBehaviour): Uint8Array | undefined {
  const { unitId, bank, framing = 'tcp' } = options
  if (framing === 'tcp') {
    // In Modbus TCP the unit ids 0 and 255 mean the device at this address.
    const ours = request.unitId === unitId || request.unitId === 0 || request.unitId === 0xff
    if (!ours) return Uint8Array.of((request.pdu[0] ?? 0) | 0x80, noSuchUnit)
    return answerPdu(request.pdu, bank, refuse)
  }
  // On a serial line, requests to other units are ignored, and a broadcast (unit 0) is executed without an answer.
  if (request.unitId !== unitId && request.unitId !== 0) return undefined
  const answer = answerPdu(request.pdu, bank, refuse)
  return request.unitId === 0 ? undefined : answer
}

function serveSocket(socket: Socket, options: ModbusServerOptions, dice: Dice) {
  const { framing = 'tcp', behaviour = () => healthy } = options
  let rest: Uint8Array = new Uint8Array(0)
  socket.setNoDelay(true)
  socket.on('data', (chunk) => {
    const now = behaviour()
    if (now.silent) {
      rest = new Uint8Array(0)
      return
    }
    const parsed = parseRequests(rest.length === 0 ? chunk : Uint8Array.of(...rest, ...chunk), framing)
    rest = parsed.rest
    const answers: Uint8Array[] = []
    for (const request of parsed.requests) {
      const answer = answerTo(request, options, now)
      if (!answer) continue
      const framed = frameAnswer(request, answer, framing)
      answers.push(now.noisy ? damage(framed, dice) : framed)
    }
    if (answers.length > 0) socket.write(Buffer.concat(answers))
    if (parsed.broken || (now.hangsUp && answers.length > 0)) socket.end()
    if (socket.writableLength > maxBacklogBytes) socket.destroy()
  })
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })

/** Starts serving the bank; rejects if the port is taken. */
export async function startModbusServer(options: ModbusServerOptions): Promise<ModbusServer> {
  const sockets = new Set<Socket>()
  const dice = createDice(options.seed ?? 1)
  let server: Server | undefined
  let port = options.port
  let stopped = false

  const open = async () => {
    const opened = createServer((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      // A client that resets its connection is normal; 'close' follows and cleans up.
      socket.on('error', () => socket.destroy())
      serveSocket(socket, options, dice)
    })
    port = await listen(opened, options.host, port)
    server = opened
  }
  const close = async () => {
    const closing = server
    server = undefined
    for (const socket of sockets) socket.destroy()
    if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()))
  }
  // Drop, restore and stop run in call order, or a late listen could outlive a stop.
  let last: Promise<void> = Promise.resolve()
  const inOrder = (act: () => Promise<void>) => {
    const done = last.then(act)
    last = done.catch(() => undefined)
    return done
  }

  await open()
  return {
    get port() {
      return port
    },
    dropLink: () => inOrder(close),
    async hangUp() {
      const closed = [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve).end()))
      await Promise.all(closed)
    },
    restoreLink: () => inOrder(async () => (server || stopped ? undefined : open())),
    stop: () => {
      stopped = true
      return inOrder(close)
    },
  }
}
