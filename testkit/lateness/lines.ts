// A line between a driver and a device over real sockets, which does to each answer what its script says.
import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { About } from '../../drivers/driver.ts'
import { freePort } from '../ports.ts'
import { type Act, type ActName, calm, type Delivery, deliveryOf } from './acts.ts'

type LineNeeds = {
  /** Port of the device; with `listen` the port of the driver, which the device reaches through the line. */
  target: number
  transport: About['transport']
  fromOther: ((answer: Buffer) => Buffer) | undefined
  /** Whether a late answer also reaches the next connection, as behind a serial server. */
  outlivesConnections: boolean
  idleMs: () => number
}

export type LatenessLine = {
  port: number
  /** Acts for the next answers; afterwards all are on time. */
  script: Act[]
  /** Number of answers by act. */
  done: Map<ActName, number>
  /** Length of the longest answer. */
  longest: number
  close(): Promise<void>
}

/** Delivers bytes to the driver of one connection. */
type Near = { send(bytes: Buffer): void; sendStrange(bytes: Buffer): void; end(): void }

/** The answers under way on one connection. */
class Passage {
  readonly #line: LatenessLine
  readonly #needs: LineNeeds
  near: Near
  #withRequest: Buffer[] = []
  #withAnswer: Buffer[] = []
  #earlier: Buffer | undefined
  #sending: Promise<void> = Promise.resolve()
  /** Segments that a timer delivers. */
  #idle: Buffer[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(line: LatenessLine, needs: LineNeeds, near: Near) {
    this.#line = line
    this.#needs = needs
    this.near = near
  }

  /** The driver has sent a request. */
  request(): void {
    this.#send(this.#withRequest.splice(0))
  }

  answer(answer: Buffer): void {
    const { script, done } = this.#line
    const act = script.shift() ?? calm
    const { fromOther } = this.#needs
    this.#line.longest = Math.max(this.#line.longest, answer.length)
    const passing = { answer, earlier: this.#earlier, other: fromOther?.(Buffer.from(answer)) }
    const delivery = deliveryOf(act, passing)
    if (delivery) done.set(act.name, (done.get(act.name) ?? 0) + 1)
    this.#earlier = answer
    this.#deliver(delivery ?? { now: [answer] })
  }

  #deliver({ now = [], withRequest = [], withAnswer = [], idle = [], strange = [], end = false }: Delivery): void {
    const [first, ...rest] = now
    // A stream delivers in order: later segments never overtake earlier ones.
    if (this.#needs.transport !== 'udp') this.#sendIdle()
    const segments = first ? [Buffer.concat([...this.#withAnswer.splice(0), first]), ...rest] : []
    this.#send(strange, (bytes) => this.near.sendStrange(bytes))
    this.#send(segments)
    this.#withRequest.push(...withRequest)
    this.#withAnswer.push(...withAnswer)
    if (end) this.#sending = this.#sending.then(() => this.near.end())
    if (idle.length === 0) return
    this.#idle.push(...idle)
    this.#timer ??= setTimeout(() => this.#sendIdle(), this.#needs.idleMs())
  }

  #sendIdle(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#send(this.#idle.splice(0))
  }

  /** Sends segments one after the other, each in its own turn of the event loop. */
  #send(segments: readonly Buffer[], send = (bytes: Buffer) => this.near.send(bytes)): void {
    for (const segment of segments.filter(({ length }) => length > 0))
      this.#sending = this.#sending.then(async () => {
        send(segment)
        await turn()
      })
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/** Starts a line on a free port of the loopback. */
export const startLatenessLine = (needs: LineNeeds): Promise<LatenessLine> =>
  needs.transport === 'udp' ? startDatagrams(needs) : startStreams(needs)

const newLine = (): Omit<LatenessLine, 'close'> => ({ port: 0, script: [], done: new Map(), longest: 0 })

const nearOf = (socket: Socket): Near => ({
  send: (bytes) => void (socket.writable && socket.write(bytes)),
  sendStrange: () => undefined,
  end: () => socket.destroy(),
})

/** Connects one side when the other has connected: the driver dials, or the device with `listen`. */
async function startStreams(needs: LineNeeds): Promise<LatenessLine> {
  const sockets = new Set<Socket>()
  const passages = new Set<Passage>()
  const isListening = needs.transport === 'listen'
  let latest: Passage | undefined
  const server = createServer({ noDelay: true }, (dialled) => {
    const other = connect({ port: needs.target, host: '127.0.0.1', noDelay: true })
    const [near, far] = isListening ? [other, dialled] : [dialled, other]
    const passage = needs.outlivesConnections && latest ? latest : new Passage(line, needs, nearOf(near))
    passage.near = nearOf(near)
    latest = passage
    passages.add(passage)
    let hasAsked = false
    near.on('data', (request) => {
      hasAsked = true
      passage.request()
      if (far.writable) far.write(request)
    })
    // A device that dials may first send its number.
    far.on('data', (answer) => (hasAsked ? passage.answer(answer) : passage.near.send(answer)))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
        if (!needs.outlivesConnections) passage.close()
      })
    }
  })
  const line: LatenessLine = {
    ...newLine(),
    port: await listening(server),
    close: async () => {
      for (const passage of passages) passage.close()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return line
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)))

const bound = (socket: UdpSocket, port = 0): Promise<number> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, '127.0.0.1', () => {
      socket.off('error', reject).on('error', () => undefined)
      resolve(socket.address().port)
    })
  })

/** Each port of the driver has its own port at the device. */
async function startDatagrams(needs: LineNeeds): Promise<LatenessLine> {
  const [near, strange] = [createSocket('udp4'), createSocket('udp4')]
  await bound(strange)
  const ways = new Map<number, { passage: Passage; far: UdpSocket }>()
  const open = async ({ port, address }: RemoteInfo) => {
    const far = createSocket('udp4')
    const passage = new Passage(line, needs, {
      send: (bytes) => near.send(bytes, port, address),
      sendStrange: (bytes) => strange.send(bytes, port, address),
      end: () => undefined,
    })
    const way = { passage, far }
    ways.set(port, way)
    far.on('message', (answer) => passage.answer(answer))
    await bound(far)
    return way
  }
  near.on('message', async (request, remote) => {
    const { passage, far } = ways.get(remote.port) ?? (await open(remote))
    passage.request()
    far.send(request, needs.target, '127.0.0.1')
  })
  const line: LatenessLine = {
    ...newLine(),
    port: await bound(near, await freePort()),
    close: async () => {
      for (const { passage, far } of ways.values()) {
        passage.close()
        far.close()
      }
      near.close()
      strange.close()
    },
  }
  return line
}
