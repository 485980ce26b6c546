// Shared steps of the calls that save a page: parse its file, update its bindings, write the log entry.
import { type Failure, fail, type Language } from '../../../contract/errors.ts'
import type { EquipmentId, PageId, ProjectId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { countWidgets, type PageDocument, type PageWidget } from '../../../contract/page-document.ts'
import { sceneKeysIn } from '../../../contract/scene-document.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import type { Conflict, Head } from '../../../db/versioned.ts'
import { tellSaved } from '../../frame/on-saved.ts'
import type { Change, ChangeCall } from '../../frame/serve.ts'
import { devicesBeside, withinSight } from './beyond.ts'
import type { PageConflict, PageOwner, PageVersion } from './contract.ts'
import { type By, reconcile, visibleDocument, withWidgets } from './part-shown.ts'
import { ownerFields, unveiled } from './rules.ts'
import { projectDevices, putPage, scenesBeyond, visibleAmong } from './store.ts'

export { documentDecoder } from './decoders.ts'

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
