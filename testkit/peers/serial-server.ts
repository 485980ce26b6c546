// A serial server between a TCP client and a serial line, at its worst: answers arrive late, twice, or from long ago,
// and late ones go to the client that is connected then. It delivers in order, like a line, and loses nothing.
import { connect, createServer, type Socket } from 'node:net'
import type { Dice } from '../../plant/random.ts'

/** The probability of each disturbance per answer, 0 to 1; `lateMs`: the maximum delay. */
export type Mischief = { late: number; lateMs: number; doubled: number; injected: number; hangUp: number }

type SerialServer = {
  readonly port: number
  /** How often each kind of misbehaviour has happened so far. */
  readonly done: Record<'answers' | 'late' | 'doubled' | 'injected' | 'hangUp', number>
  /** Sets the misbehaviour from now on; `{}` is none. */
  behave(mischief?: Mischief): void
  close(): Promise<void>
}

const harmless: Mischief = { late: 0, lateMs: 0, doubled: 0, injected: 0, hangUp: 0 }
const remembered = 40

/** Starts a serial server between its clients, of which only the latest is served, and the device on a local port. */
export async function startSerialServer(target: number, dice: Dice): Promise<SerialServer> {
  let mischief = harmless
  let client: Socket | undefined
  let lastAt = 0
  const past: Buffer[] = []
  const timers = new Set<NodeJS.Timeout>()
  const done = { answers: 0, late: 0, doubled: 0, injected: 0, hangUp: 0 }
  const happens = (what: keyof typeof done, chance: number): boolean => {
    const does = dice.next() < chance
    if (does) done[what]++
    return does
  }

  const line = connect({ port: target, host: '127.0.0.1', noDelay: true })
  const deliver = (frame: Buffer, afterMs: number) => {
    // Data never overtakes data that was sent earlier.
    lastAt = Math.max(lastAt, performance.now() + afterMs)
    const timer = setTimeout(() => {
      timers.delete(timer)
      client?.write(frame)
    }, lastAt - performance.now())
    timers.add(timer)
  }
  const strayMs = () => dice.next() * mischief.lateMs * 0.3
  line.on('data', (frame) => {
    done.answers++
    past.push(frame)
    if (past.length > remembered) past.shift()
    const old = past[Math.floor(dice.next() * past.length)]!
    if (happens('injected', mischief.injected)) deliver(old, strayMs())
    deliver(frame, happens('late', mischief.late) ? dice.next() * mischief.lateMs : 0)
    if (happens('doubled', mischief.doubled)) deliver(frame, strayMs())
    if (happens('injected', mischief.injected)) deliver(old, strayMs())
    if (happens('hangUp', mischief.hangUp)) client?.destroy()
  })

  const server = createServer({ noDelay: true }, (socket) => {
    client = socket
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      if (client === socket) client = undefined
    })
    socket.on('data', (request) => line.write(request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    done,
    behave(next = harmless) {
      mischief = next
    },
    async close() {
      for (const timer of timers) clearTimeout(timer)
      client?.destroy()
      line.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
