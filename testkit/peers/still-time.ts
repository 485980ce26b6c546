// A line within this process on which time advances only while everything waits: the result of a test depends on the
// order of messages and on the requested time limits, never on the load of the machine.
import type { Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { vi } from 'vitest'

/** Stops the clock until `vi.useRealTimers`; only `passing` advances it. */
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

// A message has arrived after this many turns of the event loop, because both ends are in this process.
const turnsToHear = 8

/** Returns the outcome of `act`; whenever nothing happens any more, advances the time to the next timer. */
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
