// What a display on the wall may, and how its pages turn. Pure.
import { framedPageOf, ofRegions, type PageType, type PageWidget } from '../../../contract/page-document.ts'
import type { Permission } from '../../../contract/permissions.ts'

/** Of displays and of walls that wait to be one. */
export const displayLimits = {
  perProject: 20,
  nameLength: 30,
  /** How long a link that nobody used, and a code, are good. */
  linkMs: 24 * 3600_000,
  pairingMs: 10 * 60_000,
  /** Codes that an account may enter within the life of one; walls of a network that begin in an hour; that wait at once. */
  pairingTries: 10,
  pairingsPerNetworkHour: 240,
  pairings: 10_000,
  /** A display is signed in until that is ended: a session needs an end. */
  sessionMs: 100 * 366 * 24 * 3600_000,
  /** Open alarms, and silent devices, that a wall is told one by one. */
  alarms: 12,
  silent: 20,
} as const

/** What is opened to a display: pages of projects, what is stored of them, and its own calls. */
export const displayMenus = ['page', 'history', 'display'] as const

/** What the calls of a display ask for; nothing that changes or writes. Who makes displays holds them himself. */
export const displayPermissions: Permission[] = ['monitor:view', 'history:view', 'alarm:view']

/** Seconds that a page is shown. */
export const leastSeconds = 5
export const mostSeconds = 3600

/** Letters and digits that nobody mistakes for another across a room. */
export const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const codeLength = 8
/** As somebody types it, with or without the stroke in its middle. */
export const codePattern = /^[A-Z0-9]{4}[-\s]?[A-Z0-9]{4}$/

/** As it is compared. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** As a wall shows it. */
export const codeShown = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** Those that a display shows, in its order; all where none were chosen, and none where none of those is left. */
export function pagesShown<P extends { id: number; type: PageType }>(
  all: readonly P[],
  chosen: readonly number[],
): P[] {
  return chosen.length === 0
    ? all.filter(({ type }) => type === 'main')
    : chosen.flatMap((id) => all.find((page) => page.id === id) ?? [])
}

/** The pages that are embedded in a page, for a viewer without regions. */
export const pagesWithin = (widgets: readonly PageWidget[]): number[] =>
  ofRegions(widgets, new Set()).flatMap(({ widgetType, data, children = [] }) => {
    const id = widgetType === 'Iframe' ? framedPageOf(data ?? {}) : undefined
    return [...(id === undefined ? [] : [id]), ...pagesWithin(children)]
  })

type Showing = { id: number; equips: readonly number[]; signals: readonly number[] }
type Alarm = { equipmentId: number; signalId: number | null; level: string; isAcknowledged: boolean }

/** A severe alarm that nobody acknowledged: the wall stays with it. */
export const isHolding = ({ level, isAcknowledged }: Pick<Alarm, 'level' | 'isAcknowledged'>): boolean =>
  level === 'severe' && !isAcknowledged

/** Of the alarms the first that holds the wall, with the page that shows it best: its variable, or else its device. */
export function holdOf<A extends Alarm>(
  alarms: readonly A[],
  pages: readonly Showing[],
): { alarm: A; pageId: number } | undefined {
  for (const alarm of alarms.filter(isHolding)) {
    const ofDevice = pages.filter(({ equips }) => equips.includes(alarm.equipmentId))
    const best = ofDevice.find(({ signals }) => alarm.signalId !== null && signals.includes(alarm.signalId))
    const page = best ?? ofDevice[0]
    if (page) return { alarm, pageId: page.id }
  }
  return undefined
}

/** How the pages stand: which is shown since when, and until when somebody wants it to stay. All times ms. */
export type Turning = { pageId: number | undefined; since: number; stillUntil: number }

/** After somebody touched the wall. */
export const stillMs = 120_000

/**
 * The page after so much time. What holds is shown at once and left by nobody's clock; whoever turns pages himself keeps his
 * for two minutes, but never in the way of an alarm that was raised meanwhile.
 */
export function turned(
  turning: Turning,
  {
    pages,
    seconds,
    hold,
    isNewHold,
  }: { pages: readonly number[]; seconds: number; hold: number | undefined; isNewHold: boolean },
  now: number,
): Turning {
  const show = (pageId: number | undefined): Turning =>
    pageId === turning.pageId ? turning : { pageId, since: now, stillUntil: 0 }
  if (hold !== undefined && (isNewHold || now >= turning.stillUntil)) return show(hold)
  const at = turning.pageId === undefined ? -1 : pages.indexOf(turning.pageId)
  // It was taken out, or nothing was shown yet.
  if (at < 0) return show(pages[0])
  if (now < turning.stillUntil || pages.length < 2)
    return { ...turning, since: Math.max(turning.since, turning.stillUntil) }
  return now - turning.since >= seconds * 1000
    ? { pageId: pages[(at + 1) % pages.length], since: now, stillUntil: 0 }
    : turning
}

/** The next or the one before, by hand. */
export function turnedBy(turning: Turning, pages: readonly number[], step: 1 | -1, now: number): Turning {
  const at = turning.pageId === undefined ? 0 : Math.max(0, pages.indexOf(turning.pageId))
  return { pageId: pages[(at + step + pages.length) % pages.length], since: now, stillUntil: now + stillMs }
}

/** What a wall knows of itself, ms. */
export type Health = {
  /** The longest that a timer of a second stood still since it was looked at last. */
  stoodMs: number
  /** Devices of the page that are online, yet told nothing for so long; 0: all is well. */
  silentMs: number
  /** The platform has another web client than this one. */
  isOld: boolean
  /** It answered a moment ago. */
  isReachable: boolean
  /** Since it was loaded. */
  upMs: number
}

/** Timers stood so long: the machine slept. */
export const sleptMs = 60_000
/** Nothing was told for so long, although everything seems to stand. */
export const longSilentMs = 90_000
/** A wall that was loaded just now is not loaded again: what that did not mend it will not mend either. */
const againMs = 5 * 60_000

/** Why the wall has to be loaded anew, or nothing. Never while nobody would answer: the browser would show its own error. */
export function reloadFor({
  stoodMs,
  silentMs,
  isOld,
  isReachable,
  upMs,
}: Health): 'old' | 'slept' | 'silent' | undefined {
  if (!isReachable || upMs < againMs) return undefined
  if (isOld) return 'old'
  if (stoodMs >= sleptMs) return 'slept'
  return silentMs >= longSilentMs ? 'silent' : undefined
}
