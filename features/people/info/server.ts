import { randomBytes } from 'node:crypto'
import { fail } from '../../../contract/errors.ts'
import { userImagePath } from '../../../contract/user-image.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { setAvatar, updateLoginUser } from './contract.ts'
import { avatarDecoder } from './decoders.ts'
import { atHome, loadInfo, putImage, putInfo, removeImage } from './store.ts'

/** Decodes base64, either alone or in a data URL. */
function bytesOf(given: string): Buffer {
  const text = given.replace(/^data:[\w/+.-]*;base64,/, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw fail('imageUnknown', {}, { field: 'avatar' })
  return Buffer.from(text, 'base64')
}

export default [
  serve(updateLoginUser, { kind: 'across' }, async (after, { db, user, record }) => {
    const { accountId: id, loginname: name } = user
    await atHome(db, user.homeOrgId, async (sight, inner) => {
      const before = await loadInfo(inner, id)
      await putInfo(sight, id, after)
      await record({ act: 'edit', object: { type: 'account', id, name }, before, after }, sight)
    })
    return null
  }),

  serve(setAvatar, { kind: 'across' }, async ({ avatar }, { db, user, record, now, decode }) => {
    const { accountId: id, loginname } = user
    const image = avatar === '' ? null : await decode(avatarDecoder, bytesOf(avatar), id)
    // A new name each time, so that a browser does not show its cached old picture.
    const name = image && `${randomBytes(16).toString('base64url')}.${image.ending}`
    await atHome(db, user.homeOrgId, async (sight, inner) => {
      if (image && name) await putImage(inner, id, { name, type: image.type, bytes: Buffer.from(image.bytes) }, now())
      else await removeImage(inner, id)
      const after = { avatar: image?.ending ?? null }
      await record({ act: 'edit', object: { type: 'account', id, name: loginname }, after }, sight)
    })
    return { avatar: name && userImagePath(name) }
  }),
] satisfies RoomServer
