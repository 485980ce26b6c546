import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'

const columns = [
  'picture.name',
  'picture.title',
  'picture.sizeBytes',
  'picture.width',
  'picture.height',
  'picture.creator',
  'picture.createdAt',
] as const

export type PictureRow = Awaited<ReturnType<typeof loadPictures>>[number]

/** Pictures without their bytes, newest first. */
export const loadPictures = (sight: Sight) =>
  sight.from('picture').select(columns).orderBy('picture.createdAt', 'desc').orderBy('picture.name').execute()

/** Locks the organisation's pictures against other changes until the transaction ends. */
export async function lockPictures(sight: WritableSight): Promise<PictureRow[]> {
  await sight.lock('picture')
  return loadPictures(sight)
}

type Added = {
  name: string
  title: string
  type: string
  bytes: Buffer
  width: number
  height: number
  creator: string
}

export const insertPicture = async (sight: WritableSight, added: Added, at: number): Promise<void> =>
  void (await sight.insert('picture', { ...added, sizeBytes: added.bytes.length, createdAt: at }).execute())

export const removePicture = async (sight: WritableSight, name: string): Promise<void> =>
  void (await sight.remove('picture').where('name', '=', name).execute())

/** Finds pictures of any organisation: the name is random, and only pages contain it. */
export const loadPicture = (db: Kysely<DB>, name: string): Promise<{ type: string; bytes: Buffer } | undefined> =>
  db.selectFrom('picture').select(['type', 'bytes']).where('name', '=', name).executeTakeFirst()
