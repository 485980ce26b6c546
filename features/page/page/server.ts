import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import { sha256 } from '../../../core/sha256.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { applyPassword } from '../page-password/part-password.ts'
import {
  homePage,
  maxPageRegions,
  type Page,
  pageInfo,
  queryPageRegions,
  queryPageScenes,
  savePage,
  watchPage,
} from './contract.ts'
import { documentDecoder } from './decoders.ts'
import { noRoomFor, ownerGone, ownerIn, save } from './part-saving.ts'
import { emptyOf, forAsker, wayToWatch } from './part-shown.ts'
import { watchedVersion, withDevices, withParams } from './part-watched.ts'
import { isSameOwner } from './rules.ts'
import { countPages, isTemplate, loadHome, loadPage, loadRegions, loadSceneBinds, lockOwner } from './store.ts'

/** ETag over the whole answer: a change in what the caller may see changes the tag. */
async function tagged(page: Page, known: string | undefined): Promise<Page> {
  await nextTurn()
  const tag = sha256(JSON.stringify(page)).toString('hex')
  await nextTurn()
  if (tag !== known || page.needsPassword) return { ...page, tag }
  return { ...page, tag, isKnown: true, content: emptyOf(page.content) }
}

export default [
  serve(watchPage, { openTo: ['page'] }, async ({ id, params = {}, known }, call) =>
    tagged(await withDevices(await watchedVersion({ id, params }, call), call), known),
  ),
  serve(pageInfo, { openTo: ['page'] }, async ({ id, version, params = {}, known }, call) => {
    // Removed content is visible only to accounts that may list versions.
    if (version !== undefined && !call.asker.auths.includes('equipment:view')) throw fail('notFound')
    const stored = await loadPage(call.sight, id, version)
    const page = await forAsker(
      stored && { ...stored, content: await withParams(call.sight, stored.content, params) },
      call,
      wayToWatch(call.asker),
    )
    if (!page) throw fail('notFound')
    return tagged(page, known)
  }),

  serve(
    homePage,
    { openTo: ['page'] },
    async (of, call) =>
      (await forAsker(await loadHome(call.sight, ownerIn(of, call.language)), call, wayToWatch(call.asker))) ?? null,
  ),

  serve(
    savePage,
    {
      kind: 'change',
      prepare: async ({ json, width, height, bgColor, fit, bgImage, type, ...rest }, { decode, language, user }) => {
        const fields = { width, height, bgColor, fit, bgImage, type }
        return { ...rest, content: await decode(documentDecoder, { json, fields, language }, user.accountId) }
      },
    },
    async ({ id, title, startup, content, version, message, checkpwd, password, ...of }, call) => {
      const { sight, language } = call
      const owner = ownerIn(of, language)
      if (of.templateId != null && !(await isTemplate(sight, of.templateId))) throw fail('notFound')
      if (!(await lockOwner(sight, owner))) throw ownerGone(owner)
      const before = id === undefined ? undefined : await loadPage(sight, id)
      if (id !== undefined && !(before && isSameOwner(before, owner))) throw fail('notFound')
      if (!before && (await countPages(sight, owner)) >= limits.configPages) throw noRoomFor(owner)
      const entry = { ...owner, title, startup: startup === '1', content }
      const change = await save(call, 'savePage', id, entry, before?.content, { base: before && version, message })
      await applyPassword(call, change.data.id, { checkpwd, password })
      return change
    },
  ),

  serve(queryPageRegions, (_, { sight }) => loadRegions(sight, maxPageRegions)),

  serve(queryPageScenes, ({ keys }, { sight }) => loadSceneBinds(sight, keys)),
] satisfies RoomServer
