// A line within this process on which time stands still unless everybody waits: what a test sees depends on the order
// of what is said and on the limits that were asked for, never on how busy the machine is.
import type { Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'

/** Until `vi.useRealTimers` no time passes but in `passing`. */
export const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

/** The near end of a line whose far end answers each request with bytes, or not at all. */
export function stillLine(answer: (request: Buffer, far: Socket) => Uint8Array | undefined): Socket {
  const [near, far] = duplexPair() as [Socket, Socket]
  far.on('data', (request: Buffer) => {
    const bytes = answer(request, far)
    if (bytes) far.write(bytes)
  })
  return near
}

// What was said has been heard after so many turns of the event loop: nobody is on another machine.
const turnsToHear = 8

/** The act's outcome; each time that nothing happens any more, time goes on to whoever waits next. */
export async function passing<T>(act: Promise<T>): Promise<T> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  act.then(end, end)
  while (!isDone) {
    for (let turns = 0; turns < turnsToHear && !isDone; turns++) await turn()
    if (!isDone) vi.advanceTimersToNextTimer()
  }
  return act
}
