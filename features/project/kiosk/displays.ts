// Authenticates displays on every request, like visits of a share. A display is never a user.
import type { Kysely } from 'kysely'
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import { prepared } from '../../../db/prepared.ts'
import type { DB } from '../../../db/schema.ts'
import type { Visits } from '../../frame/serve.ts'
import { displayMenus, displayPermissions, pagesWithin } from './rules.ts'
import { livingDisplays, loadWidgets, markDisplaySeen, pagesStand } from './store.ts'

const seenEveryMs = 60_000

const displayOf = prepared('display', (db, asked: { now: number; tokenHash: Buffer }) =>
  livingDisplays(db, asked)
    .select(['session.seenAt', 'display.id as displayId', 'display.projectId', 'display.pageIds'])
    .select(['organisation.id as orgId', 'organisation.zone'])
    .where('session.tokenHash', '=', asked.tokenHash),
)

export function createDisplays(db: Kysely<DB>, now: () => number): Visits {
  const opens = openPages(db)
  return {
    async of(tokenHash) {
      const [row] = await displayOf(db, { now: now(), tokenHash })
      if (!row) return undefined
      const { seenAt, displayId, projectId, pageIds, orgId, zone } = row
      if (now() - seenAt > seenEveryMs) await markDisplaySeen(db, tokenHash, now())
      return {
        accountId: null,
        shareId: null,
        displayId,
        limitKey: `display ${displayId}`,
        isGuest: false,
        menus: displayMenus,
        // The sign # cannot occur in a login name.
        loginname: `display#${displayId}`,
        orgId,
        zone,
        auths: ['public', ...displayPermissions],
        regions: [],
        devices: [],
        writable: [],
        projects: [projectId],
        ...(pageIds.length > 0 && { pages: await opens({ displayId, projectId, pageIds }) }),
        writableProjects: [],
        sessionHash: tokenHash,
        keyName: null,
      }
    },

    // A display sees devices only through its project.
    unseen: async (watching) => [...watching],

    async unseenPages(watching) {
      if (watching.length === 0) return []
      const hashes = [...new Set(watching.map(({ sessionHash }) => sessionHash))]
      const rows = await livingDisplays(db, { now: now() })
        .select(['session.tokenHash', 'display.id as displayId', 'display.projectId', 'display.pageIds'])
        .where(
          'session.tokenHash',
          'in',
          hashes.map((hash) => Buffer.from(hash, 'hex')),
        )
        .execute()
      const seen = new Map<string, { projectId: ProjectId; pages: readonly PageId[] | undefined }>()
      for (const { tokenHash, pageIds, ...display } of rows) {
        const pages = pageIds.length > 0 ? await opens({ ...display, pageIds }) : undefined
        seen.set(tokenHash.toString('hex'), { projectId: display.projectId, pages })
      }
      return watching.filter(({ sessionHash, projectId, pageId }) => {
        const its = seen.get(sessionHash)
        return its?.projectId !== projectId || (its.pages && !its.pages.includes(pageId))
      })
    },
  }
}

type Choice = { displayId: number; projectId: ProjectId; pageIds: readonly PageId[] }

/** The chosen pages and the pages embedded in them; read again after a page of the project was saved. */
function openPages(db: Kysely<DB>) {
  const known = new Map<number, { stand: string; pages: PageId[] }>()
  return async ({ displayId, projectId, pageIds }: Choice): Promise<readonly PageId[]> => {
    const stand = `${await pagesStand(db, projectId)} ${pageIds.join()}`
    const found = known.get(displayId)
    if (found?.stand === stand) return found.pages
    const pages = await openOf(db, projectId, pageIds)
    known.set(displayId, { stand, pages })
    return pages
  }
}

async function openOf(db: Kysely<DB>, projectId: ProjectId, pageIds: readonly PageId[]): Promise<PageId[]> {
  const open = new Set<PageId>()
  for (let next = [...pageIds]; next.length > 0; ) {
    const pages = await loadWidgets(db, projectId, next)
    for (const { id } of pages) open.add(id)
    next = [...new Set(pages.flatMap(({ widgets }) => pagesWithin(widgets)))].filter(
      (id) => !open.has(id as PageId),
    ) as PageId[]
  }
  return [...open]
}
