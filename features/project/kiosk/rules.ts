// Permissions of a wall display, and the rotation of its pages. Pure.
import { framedPageOf, ofRegions, type PageType, type PageWidget } from '../../../contract/page-document.ts'
import type { Permission } from '../../../contract/permissions.ts'

/** Limits of displays and of walls that wait for pairing. */
export const displayLimits = {
  perProject: 20,
  nameLength: 30,
  /** How long an unused link and a code are valid. */
  linkMs: 24 * 3600_000,
  pairingMs: 10 * 60_000,
  /** Codes that an account may enter in the lifetime of one; new pairings per network and hour; pairings at a time. */
  pairingTries: 10,
  pairingsPerNetworkHour: 240,
  pairings: 10_000,
  /** A display stays signed in until it is signed out; a session row needs an expiry. */
  sessionMs: 100 * 366 * 24 * 3600_000,
  /** Maximum number of open alarms and of silent devices in an answer. */
  alarms: 12,
  silent: 20,
} as const

/** Calls that are open to a display: pages of projects, their history, and its own calls. */
export const displayMenus = ['page', 'history', 'display'] as const

/** The permissions of a display, all read-only. An account must have them to set up a display. */
export const displayPermissions: Permission[] = ['monitor:view', 'history:view', 'alarm:view']

/** Limits of the time per page, in seconds. */
export const leastSeconds = 5
export const mostSeconds = 3600

/** Letters and digits that are not confused at a distance. */
export const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
export const codeLength = 8
/** A typed code, with or without the hyphen in the middle. */
export const codePattern = /^[A-Z0-9]{4}[-\s]?[A-Z0-9]{4}$/

/** The normalised form, for comparison. */
export const plainCode = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The code as shown on the screen. */
export const codeShown = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** The pages of a display in its order: all main pages without a choice; none if every chosen page was deleted. */
export function pagesShown<P extends { id: number; type: PageType }>(
  all: readonly P[],
  chosen: readonly number[],
): P[] {
  return chosen.length === 0
    ? all.filter(({ type }) => type === 'main')
    : chosen.flatMap((id) => all.find((page) => page.id === id) ?? [])
}

/** The pages embedded in a page, as seen by a viewer without regions. */
export const pagesWithin = (widgets: readonly PageWidget[]): number[] =>
  ofRegions(widgets, new Set()).flatMap(({ widgetType, data, children = [] }) => {
    const id = widgetType === 'Iframe' ? framedPageOf(data ?? {}) : undefined
    return [...(id === undefined ? [] : [id]), ...pagesWithin(children)]
  })

type Showing = { id: number; equips: readonly number[]; signals: readonly number[] }
type Alarm = { equipmentId: number; signalId: number | null; level: string; isAcknowledged: boolean }

/** The wall stays on a severe alarm that is not acknowledged. */
const isHolding = ({ level, isAcknowledged }: Pick<Alarm, 'level' | 'isAcknowledged'>): boolean =>
  level === 'severe' && !isAcknowledged

/** The first alarm that keeps the wall, and the page that shows its variable, or else its device. */
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

/** The state of the rotation: the page, since when it is shown, and until when manual paging keeps it. All times ms. */
export type Turning = { pageId: number | undefined; since: number; stillUntil: number }

/** How long a page stays after a touch or key. */
export const stillMs = 120_000

/**
 * Finds the page to show at a time. A severe alarm is shown immediately, and its page stays. A page that was opened by
 * hand stays for two minutes, unless a new alarm is raised.
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
  // The shown page was removed, or no page was shown yet.
  if (at < 0) return show(pages[0])
  if (now < turning.stillUntil || pages.length < 2)
    return { ...turning, since: Math.max(turning.since, turning.stillUntil) }
  return now - turning.since >= seconds * 1000
    ? { pageId: pages[(at + 1) % pages.length], since: now, stillUntil: 0 }
    : turning
}

/** Goes to the next or previous page when a user asks for it. */
export function turnedBy(turning: Turning, pages: readonly number[], step: 1 | -1, now: number): Turning {
  const at = turning.pageId === undefined ? 0 : Math.max(0, pages.indexOf(turning.pageId))
  return { pageId: pages[(at + step + pages.length) % pages.length], since: now, stillUntil: now + stillMs }
}

/** The state of a wall that decides about reloading; times in ms. */
type Health = {
  /** The longest delay of the one-second timer so far. */
  stoodMs: number
  /** How long online devices of the page have sent no values; 0: all is well. */
  silentMs: number
  /** True if the platform serves a newer web client than this one. */
  isOld: boolean
  /** Whether the platform answered recently. */
  isReachable: boolean
  /** Time since the page was loaded. */
  upMs: number
}

/** A timer delay that shows that the machine slept. */
const sleptMs = 60_000
/** Silence of online devices after which the wall reloads. */
const longSilentMs = 90_000
/** Minimum time between reloads, so that a fault that a reload does not fix causes no reload loop. */
const againMs = 5 * 60_000

/**
 * The reason why the wall has to reload, or `undefined`. While the platform is unreachable it must not reload, because
 * the browser would show its own error page.
 */
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
