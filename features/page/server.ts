import { fail, type Language } from '../../contract/errors.ts'
import { badField, badInput } from '../../contract/input-fault.ts'
import { limits } from '../../contract/limits.ts'
import { measureJson } from '../../core/json-measure.ts'
import { unstorableAt } from '../../core/storable.ts'
import type { Sight } from '../../db/sight.ts'
import { type RoomServer, serve, serveChange } from '../serve.ts'
import { homePage, PageContent, pageInfo, savePage } from './contract.ts'
import { countPages, loadHome, loadPage, ownSignals, putPage } from './store.ts'

/** The widgets from the page's file, or 10001 with the fault. */
function readContent(
  json: string,
  size: { width: number; height: number; bgColor: string },
  language: Language,
): PageContent {
  const fit = measureJson(Buffer.from(json), { values: limits.jsonValues, depth: limits.jsonDepth })
  if (fit === 'values') throw fail('tooLarge', { limit: `${limits.jsonValues} JSON` })
  if (fit === 'depth') throw badField('json', 'notAllowed', language)
  let file: unknown
  try {
    file = JSON.parse(json)
  } catch {
    throw badField('json', 'malformed', language)
  }
  const unstorable = unstorableAt(file)
  if (unstorable !== undefined) throw badField(unstorable || 'json', 'notAllowed', language)
  const parsed = PageContent.safeParse({ ...(file as object), ...size }, { reportInput: true })
  if (parsed.success) return parsed.data
  throw badInput(parsed.error, language)
}

/** Clears a binding whose variable was deleted or is of another device or organisation. [S4 Binding reconciliation] */
async function reconcile(sight: Sight, content: PageContent): Promise<PageContent> {
  const ids = content.widgets.flatMap(({ binds }) => Object.values(binds).map(({ signalId }) => signalId))
  const own = await ownSignals(sight, ids)
  const widgets = content.widgets.map((widget) => ({
    ...widget,
    binds: Object.fromEntries(
      Object.entries(widget.binds).filter(([, bind]) => own.get(bind.signalId) === bind.equipmentId),
    ),
  }))
  return { ...content, widgets }
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

  serveChange(savePage, async ({ id, equipmentId, title, startup, json, ...size }, { sight, language, now }) => {
    const content = readContent(json, size, language)
    const before = id === undefined ? undefined : await loadPage(sight, id)
    if (id !== undefined && before?.equipmentId !== equipmentId) throw fail('notFound')
    if (!before && (await countPages(sight, equipmentId)) >= limits.configPages)
      throw fail('pageCapacity', { limit: limits.configPages })
    const entry = { equipmentId, title, startup: startup === '1', content: await reconcile(sight, content) }
    const pageId = await putPage(sight, id, entry, now())
    const after = { equipmentId, widgets: content.widgets.length }
    const object = { type: 'page', id: pageId, name: title } as const
    return { act: 'savePage', object, after, data: { id: pageId as never } }
  }),
] satisfies RoomServer
