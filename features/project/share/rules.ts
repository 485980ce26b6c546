// What a share shows, and what it asks for. [S5 Share password] [S6 Share permissions]
import type { Permission } from '../../../contract/permissions.ts'
import type { ShareMenu } from '../../../contract/share-menus.ts'

/** Names the visit that a browser asks in. */
export const visitHeader = 'x-visit'

/** At least 4 letters or digits, and nothing else. [S5] */
export const sharePassword = /^[A-Za-z0-9]{4,32}$/

/** What the calls of a visitor ask for; which of them are open at all is said where each is mounted, by the menus. */
export function permissionsOf({ menus, mayWrite }: { menus: readonly ShareMenu[]; mayWrite: boolean }): Permission[] {
  const permissions: Permission[] = ['monitor:view']
  if (mayWrite) permissions.push('signal:write')
  if (menus.includes('history')) permissions.push('history:view')
  return permissions
}

/** A site that may show the share in a frame of its own: scheme, host and port. */
export function originOf(text: string): string | undefined {
  try {
    const { origin, protocol, hostname, pathname, search, hash, username } = new URL(text)
    const isPlain =
      pathname === '/' && search === '' && hash === '' && username === '' && /^[\w.-]+$|^\[[\d:a-f]+\]$/.test(hostname)
    return isPlain && (protocol === 'https:' || protocol === 'http:') ? origin : undefined
  } catch {
    return undefined
  }
}

/** Free tries of a share's password from one network, then a wait that doubles with each, to an hour. */
const freeTries = 5
export const longestMs = 3_600_000

/** After so many failures of all networks together, tries of a share take turns. */
const freeTriesOfAll = 20
const longestTurnMs = 10_000
/** A try that would wait longer for its turn is refused. */
export const longestQueueMs = 20_000

/** How far apart tries are after so many failures of all networks together. */
export const turnMs = (failures: number): number =>
  failures < freeTriesOfAll ? 0 : Math.min(1000 + 100 * (failures - freeTriesOfAll), longestTurnMs)

/** How long a network may not try after this many failures in a row. */
export const waitMs = (failures: number): number =>
  failures < freeTries ? 0 : Math.min(60_000 * 2 ** (failures - freeTries), longestMs)

type Tries = { failures: number; lockedUntil: number }

/** Whether a network may not try: not because a clock was set back where no wait was due. */
export const mustWait = ({ failures, lockedUntil }: Tries, now: number): boolean =>
  lockedUntil > now && waitMs(failures) > 0

/** Failures in a row, with when the wait after the last one ended: an hour later they are forgotten. */
export const failuresNow = ({ failures, lockedUntil }: Tries, now: number): number =>
  now - lockedUntil > longestMs ? 0 : failures

/** What is kept of a share, as far as it decides who enters. */
export type Door = { isShared: boolean; hasPassword: boolean; expiresAt: number | null }

/** Why nobody enters, or nothing. */
export function closedBy(
  { isShared, hasPassword, expiresAt }: Door,
  now: number,
): 'shareEnded' | 'shareExpired' | undefined {
  if (!isShared || !hasPassword) return 'shareEnded'
  return expiresAt !== null && expiresAt <= now ? 'shareExpired' : undefined
}
