// Authenticates visits on every request, separately from sessions of accounts.
import type { Kysely } from 'kysely'
import { limits } from '../../../contract/limits.ts'
import { valueMenus } from '../../../contract/share-menus.ts'
import { prepared } from '../../../db/prepared.ts'
import type { DB } from '../../../db/schema.ts'
import type { Visits } from '../../frame/serve.ts'
import { permissionsOf } from './rules.ts'
import { livingVisits, markVisitSeen, writableDevices } from './store.ts'

const seenEveryMs = 60_000

const visitOf = prepared('visit', (db, asked: { now: number; idle: number; visitHash: Buffer }) =>
  livingVisits(db, asked)
    .leftJoin('project', 'project.id', 'share.projectId')
    .select(['session.id', 'session.seenAt', 'share.id as shareId', 'share.menus', 'share.mayWrite'])
    .select(['share.equipmentId', 'share.projectId', 'organisation.id as orgId', 'organisation.zone'])
    .select(['share.writeSignals', 'project.name as projectName', writableDevices.as('writableDevices')])
    .where('session.tokenHash', '=', asked.visitHash),
)

export function createVisits(db: Kysely<DB>, now: () => number): Visits {
  const times = () => ({ now: now(), idle: now() - limits.sessionIdleMs })
  return {
    async of(visitHash) {
      const [row] = await visitOf(db, { ...times(), visitHash })
      if (!row) return undefined
      if (now() - row.seenAt > seenEveryMs) await markVisitSeen(db, visitHash, now())
      const { id, shareId, menus, mayWrite, equipmentId, projectId, orgId, zone, writeSignals, projectName } = row
      const written = projectId === null ? [] : row.writableDevices
      const devices = equipmentId === null ? [] : [equipmentId]
      return {
        accountId: null,
        shareId,
        limitKey: `share ${shareId}`,
        isGuest: false,
        menus,
        // The sign # cannot occur in a login name.
        loginname: `visitor#${id.slice(0, 8)}`,
        orgId,
        zone,
        auths: ['public', ...permissionsOf({ menus, mayWrite })],
        regions: [],
        devices,
        writable: mayWrite ? [...devices, ...written] : [],
        ...(mayWrite && projectId !== null
          ? { shareWrites: { signals: new Set(writeSignals), name: projectName ?? '' } }
          : {}),
        projects: projectId === null ? [] : [projectId],
        writableProjects: [],
        sessionHash: visitHash,
        keyName: null,
      }
    },

    async unseen(watching) {
      const seen = await seenBy(watching)
      return watching.filter(({ sessionHash, equipmentId }) => seen.get(sessionHash)?.equipmentId !== equipmentId)
    },

    async unseenPages(watching) {
      const seen = await seenBy(watching)
      return watching.filter(({ sessionHash, projectId }) => seen.get(sessionHash)?.projectId !== projectId)
    },
  }

  /** The device or project of each valid visit, if its menus show values. */
  async function seenBy(watching: readonly { sessionHash: string }[]) {
    if (watching.length === 0) return new Map<string, never>()
    const hashes = [...new Set(watching.map(({ sessionHash }) => sessionHash))]
    const rows = await livingVisits(db, times())
      .select(['session.tokenHash', 'share.equipmentId', 'share.projectId', 'share.menus'])
      .where(
        'session.tokenHash',
        'in',
        hashes.map((hash) => Buffer.from(hash, 'hex')),
      )
      .execute()
    const open = rows.filter(({ menus }) => menus.some((menu) => valueMenus.includes(menu)))
    return new Map(open.map(({ tokenHash, ...shared }) => [tokenHash.toString('hex'), shared]))
  }
}
