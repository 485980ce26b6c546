// Shared steps of the calls that save a page: parse its file, update its bindings, write the log entry.
import { type Failure, fail, type Language } from '../../../contract/errors.ts'
import type { EquipmentId, PageId, ProjectId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import {
  bindCollector,
  bindsOf,
  countWidgets,
  customReportOf,
  customReportsIn,
  mapBindings,
  mvarOf,
  ofRegions,
  type PageDocument,
  type PageWidget,
} from '../../../contract/page-document.ts'
import { sceneKeysIn } from '../../../contract/scene-document.ts'
import { mapInTurns } from '../../../core/giving-way.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import type { Sight } from '../../../db/sight.ts'
import type { Conflict, Head } from '../../../db/versioned.ts'
import { tellSaved } from '../../frame/on-saved.ts'
import type { Asker, Change, ChangeCall, OpenCall } from '../../frame/serve.ts'
import { mvarTitles } from '../../watch/open/mvar-inputs.ts'
import { devicesBeside, withinSight } from './beyond.ts'
import type { Page, PageConflict, PageOwner, PageVersion } from './contract.ts'
import { hasPass } from '../page-password/store.ts'
import { ownerFields, reconciled, reconciledMvar, reconciledReport, unveiled, veiled, withheld } from './rules.ts'
import { onPage } from './part-scenes.ts'
import {
  loadSceneBinds,
  ownSignals,
  projectDevices,
  putPage,
  reportTitles,
  scenesBeyond,
  visibleAmong,
} from './store.ts'

type NamedOwner = { [K in keyof PageOwner]?: PageOwner[K] | undefined }

/** The device or project that a call names, a template as a device. Throws unless exactly one is named. */
export function ownerIn(
  named: NamedOwner & { templateId?: EquipmentId | null | undefined },
  language: Language,
): PageOwner {
  const { projectId = null, templateId = null } = named
  const equipmentId = named.equipmentId ?? templateId
  if (templateId !== null && templateId !== equipmentId) throw badField('templateId', 'notAllowed', language)
  if ((equipmentId === null) === (projectId === null))
    throw badField('equipmentId', equipmentId === null ? 'missing' : 'notAllowed', language)
  return { equipmentId, projectId }
}

/** The failure for a missing owner. */
export const ownerGone = ({ projectId }: PageOwner) => fail(projectId === null ? 'equipmentNotFound' : 'notFound')

/** The failure of an owner that has all the pages it may have. */
export const noRoomFor = ({ projectId }: PageOwner): Failure =>
  fail(projectId === null ? 'pageCapacity' : 'projectPageCapacity', { limit: limits.configPages })

type By = Pick<OpenCall, 'sight' | 'asker'>

/** The document with other widgets and their bindings. */
export const withWidgets = (document: PageDocument, widgets: PageWidget[]): PageDocument => ({
  ...document,
  widgets,
  bind: { ...document.bind, ...bindsOf(widgets) },
})

/**
 * Updates bindings to their current names and clears outdated ones; `way` limits them to the caller's devices. [S4
 * Binding reconciliation]
 */
async function reconcile(sight: Sight, document: PageDocument, way = reconciled): Promise<PageDocument> {
  const before = bindCollector()
  const reportIds = new Set<number>()
  await mapInTurns(document.widgets, (widget) => {
    before.add(widget)
    for (const id of customReportsIn([widget])) reportIds.add(id)
  })
  const { signals, mvars } = before.binds()
  const own = await ownSignals(sight, signals)
  const titles = await mvarTitles(sight, mvars)
  const reports = await reportTitles(sight, [...reportIds])
  const after = bindCollector()
  const widgets = await mapInTurns(document.widgets, (widget) => {
    const bound = mapBindings(widget, (binding) => way(binding, own))
    const calculated = mapBindings(bound, (binding) => reconciledMvar(binding, titles), mvarOf)
    const reported = mapBindings(calculated, (binding) => reconciledReport(binding, reports), customReportOf)
    after.add(reported)
    return reported
  })
  return { ...document, widgets, bind: { ...document.bind, ...after.binds() } }
}

/** Keeps bindings to devices that an author cannot see, without their names. */
export const visibleDocument = ({ sight, asker }: By, document: PageDocument): Promise<PageDocument> =>
  reconcile(sight, document, wayFor(asker))

const wayFor = ({ devices, auths }: Asker) => (devices !== 'all' && auths.includes('page:edit') ? veiled : reconciled)

/** The treatment of bindings for viewers of a page. */
export const wayToWatch = (asker: Asker) =>
  asker.devices === 'all' || asker.auths.includes('page:edit') ? wayFor(asker) : withheld

type Viewing = By & Pick<OpenCall, 'now'>

/** The page as the caller may see it; only title and size until its password is entered. */
export async function forAsker(page: Page | undefined, by: Viewing, way = wayFor(by.asker)): Promise<Page | undefined> {
  if (!page) return undefined
  if (!(await mayOpen(page, by))) return { ...page, needsPassword: true, content: emptyOf(page.content) }
  const seen = await forViewer({ ...page, content: await reconcile(by.sight, page.content, way) }, by.asker)
  await nextTurn()
  return onPage(seen, await loadSceneBinds(by.sight, sceneKeysIn(seen.content.widgets)))
}

/** Page authors open every page without its password. */
const mayOpen = async ({ id, isLocked }: Page, { sight, asker, now }: Viewing): Promise<boolean> =>
  !isLocked || asker.auths.includes('page:edit') || hasPass(sight, id, asker.sessionHash, now())

/** An empty document with the size and background of a page. */
export function emptyOf({ con: { width, height, bgColor } }: PageDocument): PageDocument {
  const bind = { equips: [], signals: [], keys: [], mvars: [] }
  return { con: { width, height, bgColor }, widgets: [], bind }
}

/** Page authors see all widgets; others those of their regions. [S3 authRegion] */
async function forViewer(page: Page, { auths, regions }: Asker): Promise<Page> {
  if (regions === null || auths.includes('page:edit')) return page
  await nextTurn()
  const widgets = ofRegions(page.content.widgets, new Set(regions))
  await nextTurn()
  return { ...page, content: withWidgets(page.content, widgets) }
}

/** Both versions of a conflict as the caller may see them. */
async function conflictOf(by: By, { base, newest }: Conflict<PageVersion>): Promise<PageConflict> {
  const side = async ({ content: { title, content }, ...head }: Head<PageVersion>) => ({
    ...head,
    title,
    content: await visibleDocument(by, content),
  })
  return { base: base ? await side(base) : null, newest: await side(newest) }
}

type Entry = PageVersion & PageOwner & { startup: boolean }
type SavingAct = 'savePage' | 'restorePage' | 'renamePage' | 'copyPage' | 'importPage'
type Saving = { base?: number | undefined; message?: string | undefined; restored?: number }

/** Adds a page or saves a version of it. `known`: the version that its author saw, perhaps without hidden parts. */
export async function stored(
  { sight, user, now }: ChangeCall,
  id: PageId | undefined,
  entry: Entry,
  known: PageDocument | undefined,
  saving: Saving,
) {
  const sent = await reconcile(sight, entry.content)
  const before = known?.widgets ?? []
  await nextTurn()
  const widgets = await ofProject({ sight, asker: user }, entry.projectId, unveiled(sent.widgets, before), before)
  await nextTurn()
  const content = withWidgets(sent, widgets)
  await nextTurn()
  const put = await putPage(sight, id, { ...entry, content }, { ...saving, author: user, at: now() })
  await tellSaved(sight, entry.equipmentId)
  return { content, put }
}

/**
 * Removes bindings to devices that the author cannot see from a page of a project, since all viewers of the project
 * would see them.
 */
async function ofProject(
  { sight, asker }: By,
  projectId: ProjectId | null,
  widgets: PageWidget[],
  before: readonly PageWidget[],
): Promise<PageWidget[]> {
  if (projectId === null || asker.devices === 'all') return widgets
  const known = new Set(sceneKeysIn(before))
  const [scene] = await scenesBeyond(
    sight,
    sceneKeysIn(widgets).filter((key) => !known.has(key)),
  )
  if (scene !== undefined) throw fail('grantsMore', { what: scene })
  const seen = new Set(await visibleAmong(sight, devicesBeside(widgets)))
  const own = await projectDevices(sight, projectId)
  return withinSight(widgets, before, { sees: (id) => seen.has(id), own })
}

/** Saves a page; returns its stored version, and the entry for the operation log. */
export async function save(
  call: ChangeCall,
  act: SavingAct,
  id: PageId | undefined,
  entry: Entry,
  known: PageDocument | undefined,
  saving: Saving,
): Promise<Change<{ id: PageId; version: number }>> {
  const { content, put } = await stored(call, id, entry, known, saving)
  if ('newest' in put) throw fail('staleVersion', {}, await conflictOf({ sight: call.sight, asker: call.user }, put))
  const { title } = entry
  const { version, id: pageId } = put
  const after = { ...ownerFields(entry), widgets: countWidgets(content.widgets), version, restored: saving.restored }
  return { act, object: { type: 'page', id: pageId, name: title }, after, data: { id: pageId, version } }
}
