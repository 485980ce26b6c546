// A momentary key: the value stands while the key is pressed. The platform is told again and again that it is; when this
// browser dies or loses its line nobody says so any more, and the gateway writes the old value back by itself.
import { newUuid } from '../../core/new-uuid.ts'
import type { WriteOutcome } from './write.ts'

export type KeyNeeds = {
  /** Writes the value of the press under this identity; resolves when the platform has its outcome. */
  press(uuid: string): Promise<WriteOutcome>
  /** The key is still pressed. */
  hold(uuid: string): Promise<{ isHeld: boolean }>
  /** Writes the old value back. */
  release(): Promise<WriteOutcome>
  /** How long the gateway believes that the key is pressed without a word of it, ms. */
  forMs: number
  /** The value stands at least so long, however short the press. */
  leastMs: number
}

/** `lost`: the press is not held any more although the key is pressed; the gateway lets go. */
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
      // A line that fails is tried again; a press that is not held any more is not pressed again by itself.
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

/** Given once, for whoever waits for it. */
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
