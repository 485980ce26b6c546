// The pages of a device or of a project: list, rename, copy, delete, choose the start page.
import { fail } from '../../../contract/errors.ts'
import { badField } from '../../../contract/input-fault.ts'
import { bindsOf, pageTypeOf } from '../../../contract/page-document.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import type { Sight } from '../../../db/sight.ts'
import { tellSaved } from '../../frame/on-saved.ts'
import { type ChangeCall, type RoomServer, serve } from '../../frame/serve.ts'
import type { Page, PageOwner } from '../page/contract.ts'
import { ownerGone, ownerIn, save } from '../page/part-saving.ts'
import { visibleDocument, withWidgets } from '../page/part-shown.ts'
import { loadPage, lockOwner, removePage, signalsByName } from '../page/part-stored.ts'
import { countUnseen, inOrder, isSameOwner, ownerFields } from '../page/rules.ts'
import { loadPassword, putPassword } from '../page-password/part-password.ts'
import { copyPage, deletePage, queryPages, renamePage, saveHomePage } from './contract.ts'
import { fileCalls } from './file-calls.ts'
import { titleFor } from './new-title.ts'
import { movedBindings } from './rules.ts'
import { loadPagePictures, loadPageRows, loadSignalNames, putHome } from './store.ts'

/** Loads a page and locks its owner's list of pages until the transaction ends. */
async function lockedPage({ sight }: ChangeCall, id: Page['id']): Promise<Page> {
  const page = await loadPage(sight, id)
  if (!page || !(await lockOwner(sight, page))) throw fail('notFound')
  // Another call may have changed the page while this one waited for the lock.
  const locked = await loadPage(sight, id)
  if (!locked) throw fail('notFound')
  return locked
}

/** Rebinds widgets to the target device. A project's page names its devices explicitly: its bindings stay. */
async function movedTo(sight: Sight, { equipmentId: from, content }: Page, { equipmentId: to }: PageOwner) {
  const { widgets } = content
  if (from === null || to === null || from === to) return { widgets, moved: 0, cleared: 0 }
  const named = await loadSignalNames(sight, bindsOf(widgets).signals)
  const names = [...named.values()].filter(({ equipmentId }) => equipmentId === from)
  const there = await signalsByName(
    sight,
    names.map(({ name }) => ({ equipId: to, name })),
  )
  return movedBindings(widgets, { from, to, named, find: (name) => there.get(`${to}.${name}`)?.signalId })
}

const objectOf = ({ id, title }: Page) => ({ type: 'page', id, name: title }) as const

export default [
  serve(queryPages, async ({ pictures, ...of }, { sight, language }) => {
    const owner = ownerIn(of, language)
    const rows = inOrder(await loadPageRows(sight, owner))
    if (!pictures) return rows
    const pictureOf = await loadPagePictures(sight, owner)
    return rows.map((row) => ({ ...row, picture: pictureOf.get(row.id) ?? null }))
  }),

  serve(saveHomePage, { kind: 'change' }, async ({ id }, call) => {
    const page = await lockedPage(call, id)
    if (pageTypeOf(page.content.con) === 'sub') throw badField('id', 'notAllowed', call.language)
    await putHome(call.sight, page, id)
    await tellSaved(call.sight, page.equipmentId)
    return { act: 'saveHomePage', object: objectOf(page), after: ownerFields(page), data: null }
  }),

  serve(renamePage, { kind: 'change' }, async ({ id, title, version }, call) => {
    const page = await lockedPage(call, id)
    const entry = { ...page, title, content: await visibleDocument(call, page.content) }
    const change = await save(call, 'renamePage', id, entry, page.content, { base: version })
    return { ...change, before: { title: page.title } }
  }),

  serve(copyPage, { kind: 'change' }, async ({ id, equipmentId, projectId }, call) => {
    const { sight, language } = call
    const page = await loadPage(sight, id)
    if (!page) throw fail('notFound')
    const isHere = equipmentId == null && projectId == null
    const owner = ownerIn(isHere ? page : { equipmentId, projectId }, language)
    if (!(await lockOwner(sight, owner))) throw ownerGone(owner)
    const title = await titleFor(sight, owner, page.title)
    const { widgets, moved, cleared } = await movedTo(sight, page, owner)
    await nextTurn()
    const copied = withWidgets(page.content, widgets)
    await nextTurn()
    const content = await visibleDocument(call, copied)
    const entry = { ...owner, title, startup: false, content }
    // With another owner, other users see the copy, so bindings that the caller cannot see are not copied.
    const hasSameOwner = isSameOwner(page, owner)
    await nextTurn()
    const stays = hasSameOwner ? 0 : countUnseen(content.widgets)
    const change = await save(call, 'copyPage', undefined, entry, hasSameOwner ? copied : undefined, {})
    // A copy has the password of its original.
    if (page.isLocked) await putPassword(sight, change.data.id, (await loadPassword(sight, id)) ?? null)
    return {
      ...change,
      before: { page: id, title: page.title },
      data: { ...change.data, title, moved, cleared: cleared + stays },
    }
  }),

  serve(deletePage, { kind: 'change' }, async ({ id }, call) => {
    const page = await lockedPage(call, id)
    const { startup, version } = page
    await removePage(call.sight, id)
    await tellSaved(call.sight, page.equipmentId)
    return { act: 'deletePage', object: objectOf(page), before: { ...ownerFields(page), startup, version }, data: null }
  }),
  ...fileCalls,
] satisfies RoomServer
