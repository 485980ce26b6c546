// Admission queue of the broker for connections that are not authenticated yet. A silent connection is closed after a
// while, or immediately if its slot is needed, so that silent sockets do not block others. Thousands may connect at the
// same time: they wait in a bounded queue, and a few per turn of the event loop are checked, alternating between
// addresses. So messages of connected gateways are not delayed, and an address that floods the broker delays only
// itself. A gateway that is turned away reconnects after its back-off.
import type { Socket } from 'node:net'
import { networkOf } from '../../core/network-of.ts'

type DoorLimits = {
  /** Maximum number of unauthenticated connections, in all and per address. */
  strangers: number
  strangersPerAddress: number
  /** How many connections are checked at the same time. */
  atOnce: number
  /** How long a connection may take to authenticate. */
  patienceMs: number
}

/** Connections checked per turn of the event loop. */
const perTurn = 4

/** Connections of one address; both sets are ordered from oldest to newest. */
type Queue = { silent: Set<Socket>; waiting: Set<Socket>; checked: number; count: number }
type Stranger = { queue: Queue; address: string; isChecked: boolean; timer: NodeJS.Timeout }

export type Door = {
  /** A connection was opened, and has sent nothing yet. */
  knock(socket: Socket): void
  /** The connection has sent its complete first packet. */
  ask(socket: Socket): void
  /** The connection is authenticated. */
  admitted(socket: Socket): void
  counts(): { strangers: number; waiting: number }
}

/** `open` starts the check of a socket that has sent its first packet. */
export function brokerDoor(
  limits: DoorLimits,
  open: (socket: Socket) => void,
  onTurnedAway: (reason: 'tooMany' | 'tooSlow') => void,
): Door {
  const queues = new Map<string, Queue>()
  const strangers = new Map<Socket, Stranger>()
  let checked = 0
  let isTurning = false

  function leave(socket: Socket): void {
    const stranger = strangers.get(socket)
    if (!stranger) return
    const { queue, address, isChecked, timer } = stranger
    clearTimeout(timer)
    strangers.delete(socket)
    queue.silent.delete(socket)
    queue.waiting.delete(socket)
    queue.count -= 1
    if (isChecked) {
      queue.checked -= 1
      checked -= 1
    }
    if (queue.count === 0) queues.delete(address)
    turn()
  }

  function letThrough(): number {
    let through = 0
    for (const [address, queue] of [...queues]) {
      if (through >= perTurn || checked >= limits.atOnce) break
      // At most half of the slots are for one address, so that others are not blocked.
      if (queue.checked >= limits.atOnce / 2) continue
      const [socket] = queue.waiting
      if (!socket) continue
      queue.waiting.delete(socket)
      // Moves the address to the end, so that the next turn starts with the others.
      queues.delete(address)
      queues.set(address, queue)
      strangers.get(socket)!.isChecked = true
      queue.checked += 1
      checked += 1
      through += 1
      open(socket)
    }
    return through
  }

  function turn(): void {
    if (isTurning) return
    isTurning = true
    setImmediate(() => {
      isTurning = false
      let through = 0
      for (let more = letThrough(); more > 0 && through < perTurn; more = letThrough()) through += more
      if (through > 0) turn()
    })
  }

  /**
   * Closes the least valuable connection: the one silent for longest, or else the last in the queue. False if all are
   * being checked.
   */
  function putOut({ silent, waiting }: Queue): boolean {
    const [worst = [...waiting].at(-1)] = silent
    if (!worst) return false
    onTurnedAway('tooMany')
    leave(worst)
    worst.destroy()
    return true
  }

  /** Whether there is a place for one more connection of this address, if necessary by closing another one. */
  function hasPlace(own: Queue): boolean {
    if (own.count >= limits.strangersPerAddress) return own.silent.size > 0 && putOut(own)
    if (strangers.size < limits.strangers) return true
    const largest = [...queues.values()].reduce((most, queue) => (queue.count > most.count ? queue : most), own)
    // The address with the most connections loses one; its own new connection replaces only a silent one.
    return largest.count > own.count ? putOut(largest) : own.silent.size > 0 && putOut(own)
  }

  return {
    knock(socket) {
      const address = networkOf(socket.remoteAddress ?? '')
      const queue = queues.get(address) ?? { silent: new Set(), waiting: new Set(), checked: 0, count: 0 }
      if (!hasPlace(queue)) {
        onTurnedAway('tooMany')
        socket.destroy()
        return
      }
      queues.set(address, queue)
      queue.count += 1
      queue.silent.add(socket)
      const timer = setTimeout(() => {
        onTurnedAway('tooSlow')
        socket.destroy()
      }, limits.patienceMs)
      strangers.set(socket, { queue, address, isChecked: false, timer })
      socket.once('close', () => leave(socket))
    },
    ask(socket) {
      const stranger = strangers.get(socket)
      if (!stranger || stranger.isChecked) return
      stranger.queue.silent.delete(socket)
      stranger.queue.waiting.add(socket)
      turn()
    },
    admitted: leave,
    counts: () => ({ strangers: strangers.size, waiting: strangers.size - checked }),
  }
}
