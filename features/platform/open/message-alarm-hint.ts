// Somebody heard that alarms changed: every list of them is read again at once, and not only at its next turn.
import { createStore, type Store } from '../../../ui/store.ts'

/** How often alarms were heard to change. */
export const alarmHints: Store<number> = createStore(0)

/** Whoever hears of it from the platform, such as the socket of messages, says so here. */
export const alarmsChanged = (): void => alarmHints.set((count) => count + 1)

/** Many devices of a page report at the same moment: their lists are read once. */
const gatherMs = 100
let isGathering = false

/** The same for what a socket reports. */
export function alarmsHeard(): void {
  if (isGathering) return
  isGathering = true
  setTimeout(() => {
    isGathering = false
    alarmsChanged()
  }, gatherMs)
}
