// The door of the broker: connections that nobody has admitted yet. Who says nothing is put out after a while, and at
// once when there is no place for somebody new: silent sockets keep nobody out. Thousands may ask at once; they wait in
// a queue of bounded length and are let through a few at a turn of the event loop, in turns by address, so that the
// messages of those inside flow meanwhile and one address delays none but itself. Who is turned away comes back by its
// back-off.
import type { Socket } from 'node:net'
import { networkOf } from '../../core/network-of.ts'

export type DoorLimits = {
  /** Connections not admitted yet, of everybody and of one address. */
  strangers: number
  strangersPerAddress: number
  /** Of these, how many are being checked at once. */
  atOnce: number
  /** How long a connection may take to say who it is. */
  patienceMs: number
}

/** Let through at one turn of the event loop. */
const perTurn = 4

/** Of one address; both sets from the oldest to the newest. */
type Queue = { silent: Set<Socket>; waiting: Set<Socket>; checked: number; count: number }
type Stranger = { queue: Queue; address: string; isChecked: boolean; timer: NodeJS.Timeout }

export type Door = {
  /** It is there, and has said nothing yet. */
  knock(socket: Socket): void
  /** It has said all it must say to be checked. */
  ask(socket: Socket): void
  /** It said who it is, and may stay. */
  admitted(socket: Socket): void
  counts(): { strangers: number; waiting: number }
}

/** `open` begins to check a socket that has asked. */
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
      // Half of the places stay for other addresses.
      if (queue.checked >= limits.atOnce / 2) continue
      const [socket] = queue.waiting
      if (!socket) continue
      queue.waiting.delete(socket)
      // To the end of the line: the next turn begins with the others.
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

  /** Puts out one that is worth least: who has said nothing for longest, else who asked last. False if all are checked. */
  function putOut({ silent, waiting }: Queue): boolean {
    const [worst = [...waiting].at(-1)] = silent
    if (!worst) return false
    onTurnedAway('tooMany')
    leave(worst)
    worst.destroy()
    return true
  }

  /** Whether there is a place for one more of this address, if need be that of another. */
  function hasPlace(own: Queue): boolean {
    if (own.count >= limits.strangersPerAddress) return own.silent.size > 0 && putOut(own)
    if (strangers.size < limits.strangers) return true
    const largest = [...queues.values()].reduce((most, queue) => (queue.count > most.count ? queue : most), own)
    // Who has the most places gives way, to himself only by what is silent.
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
