import type { z } from 'zod'
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId, PageId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { PageDocument } from '../../../contract/page-document.ts'
import { sceneKeysIn } from '../../../contract/scene-document.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import { sha256 } from '../../../core/sha256.ts'
import { isAmong, type Sight } from '../../../db/sight.ts'
import { type OpenCall, type RoomServer, serve } from '../../frame/serve.ts'
import { mvarsOn } from '../open/page-opened.ts'
import {
  homePage,
  maxPageRegions,
  type Page,
  type PastPage,
  pageInfo,
  pastPage,
  queryPageRegions,
  queryPageScenes,
  queryPageVersions,
  restorePage,
  savePage,
  watchPage,
} from './contract.ts'
import { documentDecoder } from './decoders.ts'
import { fileCalls } from '../page-list/file-calls.ts'
import { listCalls } from '../page-list/server.ts'
import { equipmentsOf } from '../page-live/page-scale.ts'
import { bound, namesIn, type PageParams } from './part-params.ts'
import { applyPassword, passwordCalls } from '../page-password/server.ts'
import { isSameOwner, ofThePast, reconciled } from './rules.ts'
import {
  emptyOf,
  forAsker,
  noRoomFor,
  ownerGone,
  ownerIn,
  save,
  visibleDocument,
  wayToWatch,
  withWidgets,
} from './part-saving.ts'
import { onPage, scenesOfThePast } from './part-scenes.ts'
import {
  countPages,
  isTemplate,
  loadHome,
  loadPage,
  loadPageVersions,
  loadPastSceneBinds,
  loadRegions,
  loadSceneBinds,
  loadZone,
  lockOwner,
  pageVersionAt,
  signalsByName,
  visibleAmong,
} from './store.ts'

/** Resolves bindings by name with the parameters, limited to variables in `sight`. */
async function withParams(sight: Sight, document: PageDocument, params: PageParams): Promise<PageDocument> {
  const names = namesIn(document.widgets, params)
  if (names.length === 0) return document
  const found = await signalsByName(sight, names)
  return withWidgets(
    document,
    bound(document.widgets, params, ({ equipId, name }) => found.get(`${equipId}.${name}`)),
  )
}

type InputOfPast = z.output<(typeof pastPage)['input']>

/** ETag over the whole answer: a change in what the caller may see changes the tag. */
async function tagged(page: Page, known: string | undefined): Promise<Page> {
  await nextTurn()
  const tag = sha256(JSON.stringify(page)).toString('hex')
  await nextTurn()
  if (tag !== known || page.needsPassword) return { ...page, tag }
  return { ...page, tag, isKnown: true, content: emptyOf(page.content) }
}

/** The current version, for a viewer. */
const watched = async (id: PageId, params: PageParams, call: OpenCall): Promise<Page> =>
  withDevices(await watchedVersion({ id, params }, call), call)

async function watchedVersion(of: { id: PageId; params: PageParams; version?: number }, call: OpenCall): Promise<Page> {
  const stored = await loadPage(call.sight, of.id, of.version)
  // The viewer chooses the parameters, so names are resolved only among the viewer's own devices.
  const content = stored && (await withParams(call.ownSight, stored.content, of.params))
  const page = await forAsker(stored && { ...stored, content: content! }, call, reconciled)
  if (!page) throw fail('notFound')
  return page
}

/** The version of a time, limited to what the caller may see now. Decision 30. */
async function pageThen({ id, at, params = {} }: InputOfPast, call: OpenCall): Promise<PastPage> {
  const now = await watchedVersion({ id, params }, call)
  const { sight, asker } = call
  const zone = (await loadZone(sight, equipmentsOf(now.equipmentId, now.content))) ?? asker.zone
  const stood = await pageVersionAt(sight, id, at)
  if (stood.version === null) return { zone, page: null, savedAt: stood.firstAt, until: stood.firstAt }
  const { version } = stood
  const isNewest = version === now.version
  const old = isNewest ? now : await watchedVersion({ id, params, version }, call)
  const isOwn = (equipmentId: unknown) => isAmong(asker.devices, Number(equipmentId) as EquipmentId)
  const { signals, mvars } = now.content.bind
  const widgets = ofThePast(old.content.widgets, {
    now: { widgets: now.content.widgets, signals, mvars },
    seesVersions: isNewest || asker.auths.includes('equipment:view'),
    seesMvars: isNewest || asker.auths.includes('project:view'),
    isOwn,
  })
  const keys = sceneKeysIn(widgets)
  const past = await loadPastSceneBinds(sight, keys, at)
  const scenes = scenesOfThePast(past.scenes, {
    now: await loadSceneBinds(sight, keys),
    seesVersions: asker.auths.includes('scene:view'),
    isShown: ({ signalId, equipId }) => isOwn(equipId) || signals.includes(Number(signalId)),
  })
  const { scenes: _, ...bare } = { ...old, content: withWidgets(old.content, widgets) }
  const page = await withDevices(onPage(bare, scenes), call)
  return { zone, page, ...unchangedSpan(stood, past) }
}

type Span = { savedAt: number; until: number | null }

/** The span in which neither the page nor its scenes were saved. */
function unchangedSpan({ savedAt, until }: Span, scenes: Span) {
  const ends = [until, scenes.until].filter((end) => end !== null)
  return {
    savedAt,
    ...(scenes.savedAt > savedAt && { scenesAt: scenes.savedAt }),
    until: ends.length === 0 ? null : Math.min(...ends),
  }
}

/** Adds the devices whose values the page needs, and its intermediate variables. */
async function withDevices(page: Page, call: OpenCall): Promise<Page> {
  const { bind } = page.content
  const mvars = (await mvarsOn(page, call.sight)).map(({ inputs, expression: _, ...mvar }) => ({
    ...mvar,
    equips: [...new Set(inputs.map(({ equipmentId }) => equipmentId))],
  }))
  // A calculated value needs the readings of its input devices.
  const needed = [...new Set([...bind.equips, ...mvars.flatMap((mvar) => mvar.equips)])]
  const equips = await visibleAmong(call.sight, needed)
  const { devices } = call.asker
  const unseenEquips = equips.filter((id) => devices !== 'all' && !devices.some((own) => own === id))
  return { ...page, content: { ...page.content, bind: { ...bind, equips } }, unseenEquips, mvars }
}

export default [
  serve(watchPage, { openTo: ['page'] }, async ({ id, params = {}, known }, call) =>
    tagged(await watched(id, params, call), known),
  ),
  serve(pastPage, { openTo: ['page'] }, pageThen),
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

  serve(queryPageVersions, ({ id }, { sight }) => loadPageVersions(sight, id)),

  serve(restorePage, { kind: 'change' }, async ({ id, version, restore, message }, call) => {
    const page = await loadPage(call.sight, id)
    if (!page || !(await lockOwner(call.sight, page))) throw fail('notFound')
    const older = await loadPage(call.sight, id, restore)
    if (!older) throw fail('notFound')
    const entry = { ...older, content: await visibleDocument(call, older.content) }
    return save(call, 'restorePage', id, entry, older.content, { base: version, message, restored: restore })
  }),

  ...listCalls,
  ...passwordCalls,
  ...fileCalls,
] satisfies RoomServer
