// A momentary key: writes a value while the key is pressed. The browser reports repeatedly that it is; if the browser
// or its connection fails, the reports stop, and the gateway writes the old value back.
import { newUuid } from '../../core/new-uuid.ts'
import type { WriteOutcome } from './write.ts'

type KeyNeeds = {
  /** Writes the pressed value under this uuid; resolves when the platform has its outcome. */
  press(uuid: string): Promise<WriteOutcome>
  /** Reports that the key is still pressed. */
  hold(uuid: string): Promise<{ isHeld: boolean }>
  /** Releases the key: the gateway writes the old value back. */
  release(): Promise<WriteOutcome>
  /** How long the gateway assumes that the key is pressed without a report, ms. */
  forMs: number
  /** Minimum time for which the value is kept, ms. */
  leastMs: number
}

/**
 * The results of a momentary button. `isLost`: the press expired although the button was still pressed, and the gateway
 * wrote the old value back.
 */
export type KeyEnd = { pressed: WriteOutcome; released: WriteOutcome | undefined; isLost: boolean }
export type Key = { release(): void; ended: Promise<KeyEnd> }

const holdsWithin = 3

export function pressKey({ press, hold, release, forMs, leastMs }: KeyNeeds): Key {
  const uuid = newUuid()
  const pressedAt = performance.now()
  const released = signal()
  const over = signal()
  let isLost = false

  async function holding(): Promise<void> {
    while (!over.isGiven()) {
      await Promise.race([pause(forMs / holdsWithin), over.given])
      if (over.isGiven()) return
      const answer = await hold(uuid).catch(() => undefined)
      // A failed report is repeated; an expired press is not pressed again automatically.
      if (answer && !answer.isHeld) {
        isLost = true
        return
      }
    }
  }

  async function run(): Promise<KeyEnd> {
    const pressed = await press(uuid)
    if (pressed.status === 'failure') return { pressed, released: undefined, isLost }
    await released.given
    const rest = leastMs - (performance.now() - pressedAt)
    if (rest > 0) await pause(rest)
    over.give()
    return { pressed, released: await release(), isLost }
  }

  void holding()
  return { release: released.give, ended: run().finally(over.give) }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A promise that is resolved once, by a call. */
function signal() {
  let isGiven = false
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => {
    give = () => {
      isGiven = true
      resolve()
    }
  })
  return { given, give, isGiven: () => isGiven }
}
