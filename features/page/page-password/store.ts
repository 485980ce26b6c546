// Passwords of pages, sessions that have entered them, and attempts.
import type { PageId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'

/** Title and password hash of a page; undefined if the caller cannot see it. */
export const loadLock = (sight: Sight, id: PageId) =>
  sight.from('page').select(['page.title', 'page.passwordHash']).where('page.id', '=', id).executeTakeFirst()

/** The argon2 hash; null or undefined if the page has no password. */
export const loadPassword = async (sight: Sight, id: PageId): Promise<string | null | undefined> =>
  (await loadLock(sight, id))?.passwordHash

/** Sets or removes the password, and ends the access of all sessions that entered the previous one. */
export async function putPassword(sight: WritableSight, id: PageId, passwordHash: string | null): Promise<void> {
  await sight.update('page', { passwordHash }).where('id', '=', id).execute()
  await sight.remove('pagePass').where('pageId', '=', id).execute()
}

export const hasPass = async (sight: Sight, id: PageId, sessionHash: Buffer, now: number): Promise<boolean> =>
  (await sight
    .from('pagePass')
    .select('pagePass.pageId')
    .where('pagePass.pageId', '=', id)
    .where('pagePass.sessionHash', '=', sessionHash)
    .where('pagePass.expiresAt', '>', now)
    .executeTakeFirst()) !== undefined

export async function putPass(sight: WritableSight, pageId: PageId, sessionHash: Buffer, now: number): Promise<void> {
  const expiresAt = now + limits.pagePassMs
  await sight
    .insert('pagePass', { pageId, sessionHash, expiresAt })
    .onConflict((conflict) => conflict.columns(['pageId', 'sessionHash']).doUpdateSet({ expiresAt }))
    .execute()
}

const minuteMs = 60_000

/** A quota that an attempt counts against, and its maximum per minute. */
export type Trying = { who: string; most: number }

/**
 * Counts an attempt against each quota; returns false, and counts none, if a quota is used up. Called before the
 * password is checked.
 */
export const countTry = (
  sight: WritableSight,
  pageId: PageId,
  trying: readonly Trying[],
  at: number,
): Promise<boolean> =>
  sight.transaction(async (inner) => {
    await inner.lock(`password of page ${pageId}`)
    await inner
      .remove('pageTry')
      .where('pageId', '=', pageId)
      .where('at', '<', at - minuteMs)
      .execute()
    for (const { who, most } of trying) {
      const { count } = await inner
        .from('pageTry')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('pageTry.pageId', '=', pageId)
        .where('pageTry.who', '=', who)
        .executeTakeFirstOrThrow()
      if (Number(count) >= most) return false
    }
    await inner
      .insert(
        'pageTry',
        trying.map(({ who }) => ({ pageId, who, at })),
      )
      .execute()
    return true
  })
