// Messages whose alert another dialog shows better, at the place where its reader is: the alarms of an open page.
import type { Message } from '../message/contract.ts'

type Shows = (message: Message) => boolean

const places = new Set<Shows>()

/** Until the answer is called, alerts of these messages are left to whoever says so. */
export function takeAlerts(shows: Shows): () => void {
  places.add(shows)
  return () => void places.delete(shows)
}

export const isShownElsewhere = (message: Message): boolean => [...places].some((shows) => shows(message))
