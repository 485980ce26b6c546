// Rules of shares: passwords, permissions of visitors, embedding, and waiting times. [S5 Share password] [S6 Share
// permissions]
import type { Permission } from '../../../contract/permissions.ts'
import type { ShareMenu } from '../../../contract/share-menus.ts'

/** The HTTP header with which a visitor's calls carry the visit. */
export const visitHeader = 'x-visit'

/** The pattern of a share's password: at least 4 letters or digits, and no other characters. [S5] */
export const sharePassword = /^[A-Za-z0-9]{4,32}$/

/** The permissions of a visitor. Which calls are open to visitors is declared at each call, by menu. */
export function permissionsOf({ menus, mayWrite }: { menus: readonly ShareMenu[]; mayWrite: boolean }): Permission[] {
  const permissions: Permission[] = ['monitor:view']
  if (mayWrite) permissions.push('signal:write')
  if (menus.includes('history')) permissions.push('history:view')
  return permissions
}

/** The origin of a site that may embed the share: scheme, host and port. */
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

/** Free tries of a share's password from one network; then a wait that doubles with each failure, up to an hour. */
const freeTries = 5
export const longestMs = 3_600_000

/** From this total number of failures of all networks on, tries of a share are checked one after the other. */
const freeTriesOfAll = 20
const longestTurnMs = 10_000
/** A try that would wait longer for its turn is refused. */
export const longestQueueMs = 20_000

/** Minimum time between tries after a number of failures of all networks together. */
export const turnMs = (failures: number): number =>
  failures < freeTriesOfAll ? 0 : Math.min(1000 + 100 * (failures - freeTriesOfAll), longestTurnMs)

/** How long a network may not try after this many failures in a row. */
export const waitMs = (failures: number): number =>
  failures < freeTries ? 0 : Math.min(60_000 * 2 ** (failures - freeTries), longestMs)

type Tries = { failures: number; lockedUntil: number }

/** Whether a network may not try. A clock that was set back causes no wait if none was due. */
export const mustWait = ({ failures, lockedUntil }: Tries, now: number): boolean =>
  lockedUntil > now && waitMs(failures) > 0

/** The current number of failures in a row: 0 an hour after the last wait ended. */
export const failuresNow = ({ failures, lockedUntil }: Tries, now: number): number =>
  now - lockedUntil > longestMs ? 0 : failures

/** The stored fields of a share that decide who may enter. */
type Door = { isShared: boolean; hasPassword: boolean; expiresAt: number | null }

/** The reason why the share is closed, or `undefined`. */
export function closedBy(
  { isShared, hasPassword, expiresAt }: Door,
  now: number,
): 'shareEnded' | 'shareExpired' | undefined {
  if (!isShared || !hasPassword) return 'shareEnded'
  return expiresAt !== null && expiresAt <= now ? 'shareExpired' : undefined
}
