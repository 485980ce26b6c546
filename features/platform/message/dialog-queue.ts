// Modal notice dialogs, one after the other. Pure. [S4 Notice dialog queue]
import type { Me } from '../../../ui/me.ts'
import type { Message } from './contract.ts'

export type DialogKind = 'password' | 'phone' | 'api' | 'project' | 'card' | 'notice' | 'resource' | 'alert'

export type Dialog = {
  /** What is shown is not shown again. */
  key: string
  kind: DialogKind
  message?: Message
  /** Places that run out, of a dialog about them. */
  resources?: NonNullable<Me['resources']>
  /** Of an alert: how many came since it was last closed. */
  count?: number
}

export type Queue = {
  shown: Dialog | null
  waiting: readonly Dialog[]
  /** Keys of all that were put: none twice. */
  known: ReadonlySet<string>
  /** Before this nothing is shown. */
  nextAt: number
}

/** [S4] After one closes. */
export const pauseMs = 100

export const noDialogs: Queue = { shown: null, waiting: [], known: new Set(), nextAt: 0 }

/** The next is shown, if its time has come and none is. */
export function shownNow(queue: Queue, now: number): Queue {
  const [next, ...waiting] = queue.waiting
  if (queue.shown || !next || now < queue.nextAt) return queue
  return { ...queue, shown: next, waiting }
}

/** New ones, in their order behind those that wait. */
export function put(queue: Queue, dialogs: readonly Dialog[], now: number): Queue {
  const fresh = dialogs.filter(({ key }) => !queue.known.has(key))
  const known = new Set([...queue.known, ...fresh.map(({ key }) => key)])
  return shownNow({ ...queue, known, waiting: [...queue.waiting, ...fresh] }, now)
}

const isAlert = (dialog: Dialog | null): boolean => dialog?.kind === 'alert'

/** A message that calls by a dialog: all of them share one, which shows the newest and goes before what waits. */
export function alertOf(queue: Queue, message: Message, now: number): Queue {
  const standing = isAlert(queue.shown) ? queue.shown : queue.waiting.find(isAlert)
  const alert: Dialog = { key: 'alert', kind: 'alert', message, count: (standing?.count ?? 0) + 1 }
  if (isAlert(queue.shown)) return { ...queue, shown: alert }
  return shownNow({ ...queue, waiting: [alert, ...queue.waiting.filter((each) => !isAlert(each))] }, now)
}

/** What is shown closes; the next comes after the pause. */
export const closed = (queue: Queue, now: number): Queue =>
  queue.shown ? { ...queue, shown: null, nextAt: now + pauseMs } : queue

/** What was read elsewhere is not shown any more. */
export function without(queue: Queue, isGone: (dialog: Dialog) => boolean, now: number): Queue {
  const waiting = queue.waiting.filter((dialog) => !isGone(dialog))
  const rest = { ...queue, waiting }
  return queue.shown && isGone(queue.shown) ? closed(rest, now) : rest
}
