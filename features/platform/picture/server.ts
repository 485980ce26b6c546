import { randomBytes } from 'node:crypto'
import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { userImagePath } from '../../../contract/user-image.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { addPicture, deletePicture, type Picture, queryPictures } from './contract.ts'
import { pictureDecoder } from './decoders.ts'
import { insertPicture, loadPictures, lockPictures, type PictureRow, removePicture } from './store.ts'

const shown = ({ name, ...row }: PictureRow): Picture => ({ path: userImagePath(name), ...row })

export default [
  serve(queryPictures, async (_, { sight }) => (await loadPictures(sight)).map(shown)),

  serve(
    addPicture,
    {
      kind: 'change',
      prepare: async ({ title, picture }, { decode, user }) => ({
        title,
        read: await decode(pictureDecoder, picture, user.accountId),
      }),
    },
    async ({ title, read }, { sight, user, now }) => {
      const { ending, type, width, height } = read
      const bytes = Buffer.from(read.bytes)
      const there = await lockPictures(sight)
      if (there.length >= limits.pictures) throw fail('pictureCapacity', { limit: limits.pictures })
      const name = `${randomBytes(16).toString('base64url')}.${ending}`
      const entry = { name, title, type, bytes, width, height, creator: user.loginname }
      const at = now()
      await insertPicture(sight, entry, at)
      const facts = { title, width, height, sizeBytes: bytes.length }
      const data = { ...facts, path: userImagePath(name), creator: user.loginname, createdAt: at }
      return { act: 'add', object: { type: 'picture', id: null, name: title }, after: facts, data }
    },
  ),

  serve(deletePicture, { kind: 'change' }, async ({ path }, { sight }) => {
    const before = (await lockPictures(sight)).find(({ name }) => userImagePath(name) === path)
    if (!before) throw fail('notFound')
    await removePicture(sight, before.name)
    const { title, width, height, sizeBytes } = before
    const told = { title, width, height, sizeBytes }
    return { act: 'delete', object: { type: 'picture', id: null, name: title }, before: told, data: null }
  }),
] satisfies RoomServer
