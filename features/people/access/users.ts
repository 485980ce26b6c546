// Users of sessions, and which open sockets and streams they may no longer have. Users are loaded at every request.
import type { Kysely } from 'kysely'
import type { Permission } from '../../../contract/permissions.ts'
import type { DB } from '../../../db/schema.ts'
import type { User } from '../../frame/serve.ts'
import { OpenEntries } from './open-entries.ts'
import { authsOf, authsOfKey, rangeOf, regionsOf, type SessionRights } from './rules.ts'
import { leaveOther, loadSession, markSeen, openKeySession, type SessionRow } from './store.ts'
import { type Visible, VisibleCache } from './visible-cache.ts'

const seenEveryMs = 60_000

/** Permissions of a locked session. */
const locked: Permission[] = ['public', 'signedIn']

export type Users = {
  /** The user of an open session. */
  of(sessionHash: Buffer): Promise<User | undefined>
} & Pick<OpenEntries, 'unseen' | 'untunnelled' | 'unseenPages' | 'gone'>

export function createUsers(db: Kysely<DB>, now: () => number): Users {
  const visible = new VisibleCache(db)

  async function of(sessionHash: Buffer): Promise<User | undefined> {
    const row = await openSession(db, sessionHash, now())
    if (!row) return undefined
    const rights = rightsOfSession(row)
    const seen = await visible.load(row, rights)
    if (rights.isGuest && seen.devices.length === 0 && seen.projects.length === 0) {
      // No authorisation is left there, so the session returns to its own organisation.
      await leaveOther(db, sessionHash)
      return of(sessionHash)
    }
    return { ...userOf(row, rights, seen), sessionHash }
  }

  const entries = new OpenEntries({ db, now, userOf: of })
  return {
    of,
    unseen: (watching) => entries.unseen(watching),
    untunnelled: (open) => entries.untunnelled(open),
    unseenPages: (watching) => entries.unseenPages(watching),
    gone: (listening) => entries.gone(listening),
  }
}

/** The session of a token, marked as used. Opens one for an API key without one. */
async function openSession(db: Kysely<DB>, hash: Buffer, at: number): Promise<SessionRow | undefined> {
  const ofKey = async () => ((await openKeySession(db, hash, at)) ? loadSession(db, hash, at) : undefined)
  const row = (await loadSession(db, hash, at)) ?? (await ofKey())
  if (row && at - row.seenAt > seenEveryMs) await markSeen(db, hash, at)
  return row
}

const rightsOfSession = ({ roleType, homeOrgId, orgId, auths, dataRange, regions }: SessionRow): SessionRights => ({
  roleType,
  isGuest: homeOrgId !== orgId,
  role: auths && dataRange ? { auths, dataRange, regions } : null,
})

function userOf(row: SessionRow, rights: SessionRights, visible: Visible): Omit<User, 'sessionHash'> {
  const { keyAuths, seenAt: _, ...account } = row
  // Open sockets and streams also end when the session is locked.
  const own = row.isLocked ? locked : authsOf(rights)
  return {
    ...account,
    shareId: null,
    limitKey: `account ${account.accountId}`,
    isGuest: rights.isGuest,
    auths: keyAuths ? authsOfKey(own, keyAuths) : own,
    isKey: keyAuths !== null,
    dataRange: rangeOf(rights),
    regions: regionsOf(rights),
    ...visible,
  }
}
