// Announces a change of alarms, so that every list of alarms reloads immediately instead of at its next turn.
import { createStore, type Store } from '../../../ui/store.ts'

/** The number of changes of alarms so far; pages that show alarms reload them when it increases. */
export const alarmHints: Store<number> = createStore(0)

/** Counts a change of alarms; called by every part that learns of one, such as the socket of messages. */
export const alarmsChanged = (): void => alarmHints.set((count) => count + 1)

/** Many devices of a page report at the same moment: their lists are read once. */
const gatherMs = 100
let isGathering = false

/** Counts a change of alarms that a socket reported; several reports at about the same time count as one change. */
export function alarmsHeard(): void {
  if (isGathering) return
  isGathering = true
  setTimeout(() => {
    isGathering = false
    alarmsChanged()
  }, gatherMs)
}
