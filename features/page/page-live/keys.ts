// The momentary keys of a page: each is enabled by one confirmation, disabled when unused, and down once at a time.
import type { Value } from '../../../core/data-type.ts'

/** A variable, and the value that the key writes while it is pressed. */
export type KeyId = { signalId: number; on: Value }
type Pressed = { release(): void; ended: Promise<unknown> }

const disabledAfterMs = 300_000

/**
 * The buttons of a page. `pressAtOnce` and `press` return the function that releases the button; undefined if it was
 * not pressed.
 */
export function createKeys(now: () => number) {
  const used = new Map<string, number>()
  const down = new Map<number, Pressed>()
  const nameOf = ({ signalId, on }: KeyId) => JSON.stringify([signalId, on])
  const startIn = (signalId: number, start: () => Pressed): (() => void) | undefined => {
    // Refused until the previous press has ended: its release would also release this one.
    if (down.has(signalId)) return undefined
    const pressed = start()
    down.set(signalId, pressed)
    const end = () => void down.delete(signalId)
    pressed.ended.then(end, end)
    return pressed.release
  }
  return {
    /**
     * Starts a press immediately, for a button whose author allows it to work without being enabled first. Decision 40.
     */
    pressAtOnce: startIn,
    /**
     * Presses a button. Returns undefined if the button is not enabled yet, which starts the confirmation, or if it is
     * already pressed.
     */
    press(key: KeyId, ask: () => Promise<boolean>, start: () => Pressed): (() => void) | undefined {
      const name = nameOf(key)
      const last = used.get(name)
      if (last === undefined || now() - last > disabledAfterMs) {
        void ask().then((yes) => yes && used.set(name, now()))
        return undefined
      }
      const release = startIn(key.signalId, start)
      if (release) used.set(name, now())
      return release
    },
    releaseAll() {
      for (const each of down.values()) each.release()
    },
  }
}
