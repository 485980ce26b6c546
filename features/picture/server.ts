import { randomBytes } from 'node:crypto'
import { fail } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { userImagePath } from '../account-info/rules.ts'
import { type RoomServer, serve, serveChange } from '../serve.ts'
import { addPicture, deletePicture, type Picture, queryPictures } from './contract.ts'
import { type PictureFacts, pictureFacts } from './picture-facts.ts'
import { insertPicture, loadPictures, lockPictures, type PictureRow, removePicture } from './store.ts'

const field = { field: 'picture' }

/** The bytes of base64, alone or in a data URL, with what they hold. Throws pictureUnknown, pictureTooLarge, imageActive. */
function read(given: string): PictureFacts & { bytes: Buffer } {
  const text = given.slice(given.startsWith('data:') ? given.indexOf(',') + 1 : 0)
  const bytes = Buffer.from(text, 'base64')
  const tooLarge = () => fail('pictureTooLarge', { limit: limits.pictureBytes / 1024 / 1024 }, field)
  if (bytes.length > limits.pictureBytes) throw tooLarge()
  const facts = pictureFacts(bytes)
  if (typeof facts === 'string') throw fail(facts, {}, field)
  if (facts.width * facts.height > limits.picturePixels) throw tooLarge()
  return { ...facts, bytes }
}

const shown = ({ name, ...row }: PictureRow): Picture => ({ path: userImagePath(name), ...row })

export default [
  serve(queryPictures, async (_, { sight }) => (await loadPictures(sight)).map(shown)),

  serveChange(addPicture, async ({ title, picture }, { sight, user, now }) => {
    const { ending, type, width, height, bytes } = read(picture)
    const there = await lockPictures(sight)
    if (there.length >= limits.pictures) throw fail('pictureCapacity', { limit: limits.pictures })
    const name = `${randomBytes(16).toString('base64url')}.${ending}`
    const entry = { name, title, type, bytes, width, height, creator: user.loginname }
    const at = now()
    await insertPicture(sight, entry, at)
    const facts = { title, width, height, sizeBytes: bytes.length }
    const data = { ...facts, path: userImagePath(name), creator: user.loginname, createdAt: at }
    return { act: 'add', object: { type: 'picture', id: null, name: title }, after: facts, data }
  }),

  serveChange(deletePicture, async ({ path }, { sight }) => {
    const before = (await lockPictures(sight)).find(({ name }) => userImagePath(name) === path)
    if (!before) throw fail('notFound')
    await removePicture(sight, before.name)
    const { title, width, height, sizeBytes } = before
    const told = { title, width, height, sizeBytes }
    return { act: 'delete', object: { type: 'picture', id: null, name: title }, before: told, data: null }
  }),
] satisfies RoomServer
