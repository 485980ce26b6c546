// Suppresses the alert of a message that another dialog already shows to the user: the alarms of an open page.
import type { Message } from '../message/contract.ts'

type Shows = (message: Message) => boolean

const places = new Set<Shows>()

/** Suppresses alerts of matching messages until the returned function is called. */
export function takeAlerts(shows: Shows): () => void {
  places.add(shows)
  return () => void places.delete(shows)
}

export const isShownElsewhere = (message: Message): boolean => [...places].some((shows) => shows(message))
