// The password of a page, who entered it, and who tried.
import type { PageId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'

/** Its argon2 hash; nothing where the page asks for none. */
export const loadPassword = async (sight: Sight, id: PageId): Promise<string | null | undefined> =>
  (await sight.from('page').select('page.passwordHash').where('page.id', '=', id).executeTakeFirst())?.passwordHash

/** Null: none. Whoever entered the one before enters again. */
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

/** Against whom a try counts, and how many of them there may be within a minute. */
export type Trying = { who: string; most: number }

/**
 * Counts a try against each of these; false where one of them had too many within a minute, and then it counts against
 * none. It counts before the password is looked at.
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
