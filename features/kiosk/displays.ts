// Who a display is: asked at every request, like a visit of a share, and never a user.
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Visits } from '../serve.ts'
import { displayMenus, displayPermissions } from './rules.ts'
import { livingDisplays, markDisplaySeen } from './store.ts'

const seenEveryMs = 60_000

export function createDisplays(db: Kysely<DB>, now: () => number): Visits {
  return {
    async of(tokenHash) {
      const row = await livingDisplays(db, now())
        .select(['session.seenAt', 'display.id as displayId', 'display.projectId'])
        .select(['organisation.id as orgId', 'organisation.zone'])
        .where('session.tokenHash', '=', tokenHash)
        .executeTakeFirst()
      if (!row) return undefined
      const { seenAt, displayId, projectId, orgId, zone } = row
      if (now() - seenAt > seenEveryMs) await markDisplaySeen(db, tokenHash, now())
      return {
        accountId: null,
        shareId: null,
        displayId,
        isGuest: false,
        menus: displayMenus,
        // No login name has this sign.
        loginname: `display#${displayId}`,
        orgId,
        zone,
        auths: ['public', ...displayPermissions],
        regions: [],
        devices: [],
        writable: [],
        projects: [projectId],
        writableProjects: [],
        sessionHash: tokenHash,
        keyName: null,
      }
    },

    // A display sees no device but through its project.
    unseen: async (watching) => [...watching],

    async unseenPages(watching) {
      if (watching.length === 0) return []
      const hashes = [...new Set(watching.map(({ sessionHash }) => sessionHash))]
      const rows = await livingDisplays(db, now())
        .select(['session.tokenHash', 'display.projectId'])
        .where(
          'session.tokenHash',
          'in',
          hashes.map((hash) => Buffer.from(hash, 'hex')),
        )
        .execute()
      const seen = new Map(rows.map(({ tokenHash, projectId }) => [tokenHash.toString('hex'), projectId]))
      return watching.filter(({ sessionHash, projectId }) => seen.get(sessionHash) !== projectId)
    },
  }
}
