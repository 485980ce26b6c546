// Modal notice dialogs, one after the other. Pure. [S4 Notice dialog queue]
import type { Me } from '../../../ui/me.ts'
import type { Message } from './contract.ts'

type DialogKind = 'password' | 'phone' | 'api' | 'project' | 'card' | 'notice' | 'resource' | 'alert'

export type Dialog = {
  /** A dialog with the same key is not shown twice. */
  key: string
  kind: DialogKind
  message?: Message
  /** Resources near or at their limit. */
  resources?: NonNullable<Me['resources']>
  /** For alerts: the number of messages since the dialog was last closed. */
  count?: number
}

export type Queue = {
  shown: Dialog | null
  waiting: readonly Dialog[]
  /** Keys of all dialogs so far; a key is never queued twice. */
  known: ReadonlySet<string>
  /** No dialog is shown before this time. */
  nextAt: number
}

/** [S4] Pause after a dialog closes. */
export const pauseMs = 100

export const noDialogs: Queue = { shown: null, waiting: [], known: new Set(), nextAt: 0 }

/** Shows the next dialog, if its time has come and none is on screen. */
export function shownNow(queue: Queue, now: number): Queue {
  const [next, ...waiting] = queue.waiting
  if (queue.shown || !next || now < queue.nextAt) return queue
  return { ...queue, shown: next, waiting }
}

/** Appends new dialogs in their order. */
export function enqueue(queue: Queue, dialogs: readonly Dialog[], now: number): Queue {
  const fresh = dialogs.filter(({ key }) => !queue.known.has(key))
  const known = new Set([...queue.known, ...fresh.map(({ key }) => key)])
  return shownNow({ ...queue, known, waiting: [...queue.waiting, ...fresh] }, now)
}

const isAlert = (dialog: Dialog | null): boolean => dialog?.kind === 'alert'

/** Adds a message to the alert dialog: there is one for all, which shows the newest and precedes waiting dialogs. */
export function alertOf(queue: Queue, message: Message, now: number): Queue {
  const standing = isAlert(queue.shown) ? queue.shown : queue.waiting.find(isAlert)
  const alert: Dialog = { key: 'alert', kind: 'alert', message, count: (standing?.count ?? 0) + 1 }
  if (isAlert(queue.shown)) return { ...queue, shown: alert }
  return shownNow({ ...queue, waiting: [alert, ...queue.waiting.filter((each) => !isAlert(each))] }, now)
}

/** Closes the dialog on screen; the next one is shown after the pause. */
export const closed = (queue: Queue, now: number): Queue =>
  queue.shown ? { ...queue, shown: null, nextAt: now + pauseMs } : queue

/** Removes dialogs whose message was read elsewhere. */
export function without(queue: Queue, isGone: (dialog: Dialog) => boolean, now: number): Queue {
  const waiting = queue.waiting.filter((dialog) => !isGone(dialog))
  const rest = { ...queue, waiting }
  return queue.shown && isGone(queue.shown) ? closed(rest, now) : rest
}
