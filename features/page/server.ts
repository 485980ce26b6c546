import { fail, type Language } from '../../contract/errors.ts'
import { badField, badInput } from '../../contract/input-fault.ts'
import { limits } from '../../contract/limits.ts'
import { bindsOf, countWidgets, mapBindings, PageDocument } from '../../contract/page-document.ts'
import { measureJson } from '../../core/json-measure.ts'
import { unstorableAt } from '../../core/storable.ts'
import type { Sight } from '../../db/sight.ts'
import { type RoomServer, serve, serveChange } from '../serve.ts'
import { homePage, pageInfo, savePage } from './contract.ts'
import { reconciled } from './rules.ts'
import { countPages, loadHome, loadPage, lockEquipment, ownSignals, putPage } from './store.ts'
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

/** Bindings as they are now, and what the page is bound to. [S4 Binding reconciliation] */
async function reconcile(sight: Sight, document: PageDocument): Promise<PageDocument> {
  const own = await ownSignals(sight, bindsOf(document.widgets).signals)
  const widgets = mapBindings(document.widgets, (binding) => reconciled(binding, own))
  return { ...document, widgets, bind: { ...document.bind, ...bindsOf(widgets) } }
}

export default [
  serve(pageInfo, async ({ id }, { sight }) => {
    const page = await loadPage(sight, id)
    if (!page) throw fail('notFound')
    return { ...page, content: await reconcile(sight, page.content) }
  }),

  serve(homePage, async ({ equipmentId }, { sight }) => {
    const page = await loadHome(sight, equipmentId)
    return page ? { ...page, content: await reconcile(sight, page.content) } : null
  }),

  serveChange(savePage, async ({ id, equipmentId, title, startup, json, ...fields }, { sight, language, now }) => {
    const content = readDocument(json, fields, language)
    if (!(await lockEquipment(sight, equipmentId))) throw fail('equipmentNotFound')
    const before = id === undefined ? undefined : await loadPage(sight, id)
    if (id !== undefined && before?.equipmentId !== equipmentId) throw fail('notFound')
    if (!before && (await countPages(sight, equipmentId)) >= limits.configPages)
      throw fail('pageCapacity', { limit: limits.configPages })
    const entry = { equipmentId, title, startup: startup === '1', content: await reconcile(sight, content) }
    const pageId = await putPage(sight, id, entry, now())
    const after = { equipmentId, widgets: countWidgets(content.widgets) }
    const object = { type: 'page', id: pageId, name: title } as const
    return { act: 'savePage', object, after, data: { id: pageId as never } }
  }),
] satisfies RoomServer
