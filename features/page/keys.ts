// The momentary keys of a page: each is enabled once for what it does, disabled when it is not used, and down once at a time.
import type { Value } from '../../core/data-type.ts'

/** A variable with what the key writes while it is pressed. */
export type KeyId = { signalId: number; on: Value }
export type Pressed = { release(): void; ended: Promise<unknown> }

const disabledAfterMs = 300_000

export function createKeys(now: () => number) {
  const used = new Map<string, number>()
  const down = new Map<number, Pressed>()
  const nameOf = ({ signalId, on }: KeyId) => JSON.stringify([signalId, on])
  return {
    /** What lets it go; nothing where it is not enabled yet and was only asked about, or is down already. */
    press(key: KeyId, ask: () => Promise<boolean>, start: () => Pressed): (() => void) | undefined {
      const name = nameOf(key)
      const last = used.get(name)
      if (last === undefined || now() - last > disabledAfterMs) {
        void ask().then((yes) => yes && used.set(name, now()))
        return undefined
      }
      // Until it has ended: what lets the one go would let the other go too.
      if (down.has(key.signalId)) return undefined
      used.set(name, now())
      const pressed = start()
      down.set(key.signalId, pressed)
      const end = () => void down.delete(key.signalId)
      pressed.ended.then(end, end)
      return pressed.release
    },
    releaseAll() {
      for (const each of down.values()) each.release()
    },
  }
}
