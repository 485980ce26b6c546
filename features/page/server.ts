import { fail, type Language } from '../../contract/errors.ts'
import type { EquipmentId, PageId } from '../../contract/fields.ts'
import { badField, badInput } from '../../contract/input-fault.ts'
import { limits } from '../../contract/limits.ts'
import {
  bindsOf,
  countWidgets,
  mapBindings,
  ofRegions,
  PageDocument,
  type PageWidget,
} from '../../contract/page-document.ts'
import { measureJson } from '../../core/json-measure.ts'
import { unstorableAt } from '../../core/storable.ts'
import type { Sight } from '../../db/sight.ts'
import type { Conflict, Head } from '../../db/versioned.ts'
import {
  type Asker,
  type Change,
  type ChangeCall,
  type OpenCall,
  type RoomServer,
  serve,
  serveChange,
  serveOpen,
} from '../serve.ts'
import {
  homePage,
  type Page,
  type PageConflict,
  type PageVersion,
  pageInfo,
  queryPageVersions,
  restorePage,
  savePage,
} from './contract.ts'
import { bound, namesIn, type PageParams } from './params.ts'
import { reconciled, unveiled, veiled } from './rules.ts'
import {
  countPages,
  loadHome,
  loadPage,
  loadPageVersions,
  lockEquipment,
  ownSignals,
  putPage,
  signalsByName,
} from './store.ts'
import { upgradePage } from './upgrade.ts'

type Fields = { width?: number | undefined; height?: number | undefined; bgColor?: string | undefined }

/** The document from the page's file and its fields, or 10001 with the fault. */
function readDocument(json: string, fields: Fields, language: Language): PageDocument {
  const fit = measureJson(Buffer.from(json), { values: limits.pageJsonValues, depth: limits.jsonDepth })
  if (fit === 'values') throw fail('tooLarge', { limit: `${limits.pageJsonValues} JSON` })
  if (fit === 'depth') throw badField('json', 'notAllowed', language)
  let file: unknown
  try {
    file = JSON.parse(json)
  } catch {
    throw badField('json', 'malformed', language)
  }
  const unstorable = unstorableAt(file)
  if (unstorable !== undefined) throw badField(unstorable || 'json', 'notAllowed', language)
  const parsed = PageDocument.safeParse(withFields(upgradePage(file), fields), { reportInput: true })
  if (parsed.success) return parsed.data
  throw badInput(parsed.error, language)
}

/** The fields of the page stand in its container. A password is none of a document that everybody reads. */
function withFields(file: unknown, fields: Fields): unknown {
  if (typeof file !== 'object' || file === null) return file
  const { password: _, ...con } = (file as { con?: { password?: unknown } }).con ?? {}
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { ...file, con: { ...con, ...given } }
}

type By = Pick<OpenCall, 'sight' | 'asker'>

/** The document with other widgets, and what they are bound to. */
const withWidgets = (document: PageDocument, widgets: PageWidget[]): PageDocument => ({
  ...document,
  widgets,
  bind: { ...document.bind, ...bindsOf(widgets) },
})

/** Bindings as they are now, as far as the caller sees their variables. [S4 Binding reconciliation] */
async function reconcile(sight: Sight, document: PageDocument, way = reconciled): Promise<PageDocument> {
  const own = await ownSignals(sight, bindsOf(document.widgets).signals)
  return withWidgets(
    document,
    mapBindings(document.widgets, (binding) => way(binding, own)),
  )
}

/** For an author who sees a part of the devices what he does not see is not gone. */
const shown = ({ sight, asker }: By, document: PageDocument): Promise<PageDocument> =>
  reconcile(sight, document, asker.devices !== 'all' && asker.auths.includes('page:edit') ? veiled : reconciled)

async function forAsker(page: Page | undefined, by: By): Promise<Page | undefined> {
  return page && forViewer({ ...page, content: await shown(by, page.content) }, by.asker)
}

/** Who makes pages sees all of them; others what is for their regions. [S3 authRegion] */
function forViewer(page: Page, { auths, regions }: Asker): Page {
  if (regions === null || auths.includes('page:edit')) return page
  return { ...page, content: withWidgets(page.content, ofRegions(page.content.widgets, new Set(regions))) }
}

/** Both sides as they would be now, were they saved. */
async function conflictOf(by: By, { base, newest }: Conflict<PageVersion>): Promise<PageConflict> {
  const side = async ({ content: { title, content }, ...head }: Head<PageVersion>) => ({
    ...head,
    title,
    content: await shown(by, content),
  })
  return { base: base ? await side(base) : null, newest: await side(newest) }
}

/** With the variables that its bindings name by marks, as far as the caller sees them. */
async function withParams(sight: Sight, document: PageDocument, params: PageParams): Promise<PageDocument> {
  const names = namesIn(document.widgets, params)
  if (names.length === 0) return document
  const found = await signalsByName(sight, names)
  return withWidgets(
    document,
    bound(document.widgets, params, ({ equipId, name }) => found.get(`${equipId}.${name}`)),
  )
}

type Entry = PageVersion & { equipmentId: EquipmentId; startup: boolean }
type Saving = { base?: number | undefined; message?: string | undefined; restored?: number }

/** Adds a page or saves a version of it, with its line in the log. `known`: what its author saw a part of. */
async function save(
  { sight, user, now }: ChangeCall,
  act: 'savePage' | 'restorePage',
  id: PageId | undefined,
  entry: Entry,
  known: PageDocument | undefined,
  saving: Saving,
): Promise<Change<{ id: PageId; version: number }>> {
  const sent = await reconcile(sight, entry.content)
  const content = withWidgets(sent, unveiled(sent.widgets, known?.widgets ?? []))
  const put = await putPage(sight, id, { ...entry, content }, { ...saving, author: user, at: now() })
  if ('newest' in put) throw fail('staleVersion', {}, await conflictOf({ sight, asker: user }, put))
  const { equipmentId, title } = entry
  const { version, id: pageId } = put
  const after = { equipmentId, widgets: countWidgets(content.widgets), version, restored: saving.restored }
  return { act, object: { type: 'page', id: pageId, name: title }, after, data: { id: pageId, version } }
}

export default [
  serveOpen(['page'], pageInfo, async ({ id, version, params = {} }, call) => {
    // What was taken off a page is for those alone who may list its versions.
    if (version !== undefined && !call.asker.auths.includes('equipment:view')) throw fail('notFound')
    const stored = await loadPage(call.sight, id, version)
    const page = await forAsker(
      stored && { ...stored, content: await withParams(call.sight, stored.content, params) },
      call,
    )
    if (!page) throw fail('notFound')
    return page
  }),

  serveOpen(
    ['page'],
    homePage,
    async ({ equipmentId }, call) => (await forAsker(await loadHome(call.sight, equipmentId), call)) ?? null,
  ),

  serveChange(savePage, async ({ id, equipmentId, title, startup, json, version, message, ...fields }, call) => {
    const { sight, language } = call
    const content = readDocument(json, fields, language)
    if (!(await lockEquipment(sight, equipmentId))) throw fail('equipmentNotFound')
    const before = id === undefined ? undefined : await loadPage(sight, id)
    if (id !== undefined && before?.equipmentId !== equipmentId) throw fail('notFound')
    if (!before && (await countPages(sight, equipmentId)) >= limits.configPages)
      throw fail('pageCapacity', { limit: limits.configPages })
    const entry = { equipmentId, title, startup: startup === '1', content }
    return save(call, 'savePage', id, entry, before?.content, { base: before && version, message })
  }),

  serve(queryPageVersions, ({ id }, { sight }) => loadPageVersions(sight, id)),

  serveChange(restorePage, async ({ id, version, restore, message }, call) => {
    const page = await loadPage(call.sight, id)
    if (!page || !(await lockEquipment(call.sight, page.equipmentId))) throw fail('notFound')
    const older = await loadPage(call.sight, id, restore)
    if (!older) throw fail('notFound')
    const entry = { ...older, content: await shown(call, older.content) }
    return save(call, 'restorePage', id, entry, older.content, { base: version, message, restored: restore })
  }),
] satisfies RoomServer
