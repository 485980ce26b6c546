// Pages of a template and of the devices that follow it: read, compared and saved for rooms of devices.
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId, PageId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { givingWay } from '../../../core/giving-way.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type {
  DevicePages,
  FollowedPage,
  FollowingPages,
  KeptPages,
  PageNumbers,
  PlannedPage,
} from '../../frame/device-pages.ts'
import type { ChangeCall } from '../../frame/serve.ts'
import { loadPassword, putPassword } from '../page-password/part-password.ts'
import { renumberedPage } from './copied.ts'
import { documentProjection, documentThere } from './following.ts'
import { loadPagesOf } from './following-store.ts'
import { stored } from './part-saving.ts'
import { removePage } from './store.ts'

/** The compared properties of pages, each under the number of the template's page. */
async function pagesProjection(pages: readonly FollowedPage[], numbers: PageNumbers): Promise<object[]> {
  const projections: { id: number }[] = []
  for (const { id, title, startup, content } of pages)
    projections.push({
      ...{ id: numbers.pages.get(id) ?? -id, title, startup },
      ...(await documentProjection(content, numbers)),
    })
  return projections.sort((a, b) => a.id - b.id)
}

/**
 * Pairs a device's pages with those of its template. A page that was not created by a template is left alone, unless it
 * has the title of a template's page: then it follows that page, and keeps its number and its versions.
 */
function madeOf(template: readonly FollowedPage[], device: readonly FollowedPage[]) {
  const ids = new Set(template.map(({ id }) => id))
  const made = device.flatMap((page) =>
    page.originId && ids.has(page.originId) ? [[page.originId, page] as const] : [],
  )
  const byOrigin = new Map<PageId, FollowedPage>(made)
  const free = new Map(device.flatMap((page) => (page.originId === null ? [[likeness(page), page]] : [])))
  const taken = template.flatMap((page) => {
    const there = byOrigin.has(page.id) ? undefined : free.get(likeness(page))
    return there ? [[page.id, there] as const] : []
  })
  for (const [id, page] of taken) byOrigin.set(id, page)
  return {
    /** Pages of the device by the number of the template's page. */
    byOrigin,
    taken,
    /** Pages whose original is no longer in the template. */
    gone: device.filter(({ originId }) => originId !== null && !ids.has(originId)),
  }
}

const none: ReadonlyMap<number, number> = new Map()
const noProject = [-1, -1] as const

const likeness = ({ title }: FollowedPage): string => title.trim().toLowerCase()

/** A placeholder, inserted before the content is written. */
const emptyPage = JSON.stringify({
  con: { width: limits.pageWidth, height: limits.pageHeight, bgColor: '' },
  widgets: [],
  bind: { equips: [], signals: [], keys: [], mvars: [] },
})

async function insertEmpty(sight: WritableSight, equipmentId: EquipmentId, of: FollowedPage, at: number) {
  const row = { equipmentId, projectId: null, title: of.title, startup: false, content: emptyPage, updatedAt: at }
  return (
    await sight
      .insert('page', { ...row, originId: of.id })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

/** Makes the device's pages equal to those of its template: adds, changes, removes. Throws pageCapacity. */
async function followPages(call: ChangeCall, { equipmentId, template, device, ...of }: FollowingPages) {
  const { sight } = call
  const { byOrigin, taken, gone } = madeOf(template, device)
  const added = template.filter(({ id }) => !byOrigin.has(id))
  if (device.length - gone.length + added.length > limits.configPages)
    throw fail('pageCapacity', { limit: limits.configPages })
  const pages = new Map<number, PageId>([...byOrigin].map(([origin, { id }]) => [origin, id]))
  // Pages link to each other: all numbers are allocated before the first page is written.
  for (const page of added) pages.set(page.id, await insertEmpty(sight, equipmentId, page, call.now()))
  const numbers: PageNumbers = { ...of.numbers, pages }
  for (const [originId, { id }] of taken) await sight.update('page', { originId }).where('page.id', '=', id).execute()
  let changed = 0
  for (const page of template) {
    const there = byOrigin.get(page.id)
    const { title, startup } = page
    const content = await documentThere(page.content, numbers)
    if (there && (await isSamePage({ ...page, content }, there))) continue
    changed += there ? 1 : 0
    const entry = { equipmentId, projectId: null, title, startup, content }
    await stored(call, pages.get(page.id)!, entry, undefined, { message: of.message })
    if (!there && page.isLocked)
      await putPassword(sight, pages.get(page.id)!, (await loadPassword(sight, page.id)) ?? null)
  }
  for (const { id } of gone) await removePage(sight, id)
  return { added: added.length, changed, removed: gone.length }
}

/** Password hashes of the pages that have a password. */
async function passwordsOf(sight: Sight, ids: readonly PageId[]): Promise<[number, string][]> {
  const found: [number, string][] = []
  for (const id of ids) {
    const passwordHash = await loadPassword(sight, id)
    if (passwordHash) found.push([id, passwordHash])
  }
  return found
}

/**
 * Restores changed pages and removes pages added since. A removed page is created again under a new number with its
 * former password, and links to it are updated.
 */
async function restorePages(
  call: ChangeCall,
  equipmentId: EquipmentId,
  { pages, pageIds, passwords }: KeptPages,
): Promise<void> {
  const { sight } = call
  const now = await loadPagesOf(sight, [equipmentId])
  for (const { id } of now) if (!pageIds.includes(id)) await removePage(sight, id)
  const there = new Set(now.map(({ id }) => id))
  const moved = new Map<number, number>()
  for (const page of pages)
    if (!there.has(page.id)) moved.set(page.id, await insertEmpty(sight, equipmentId, page, call.now()))
  const by = { pages: moved, mvars: none, reports: none, project: noProject }
  for (const page of pages) {
    const { title, startup, content, originId } = page
    const id = (moved.get(page.id) ?? page.id) as PageId
    const entry = { equipmentId, projectId: null, title, startup, content: renumberedPage(content, by) }
    await stored(call, id, entry, undefined, {})
    await sight.update('page', { originId }).where('page.id', '=', id).execute()
    const password = passwords.find(([of]) => of === page.id)?.[1]
    if (id !== page.id && password) await putPassword(sight, id, password)
  }
  await leadThere(call, now, { pages, pageIds, by })
}

/** Updates links on unchanged pages to pages that have a new number. */
async function leadThere(
  call: ChangeCall,
  now: readonly FollowedPage[],
  { pages, pageIds, by }: Pick<KeptPages, 'pages' | 'pageIds'> & { by: Parameters<typeof renumberedPage>[1] },
): Promise<void> {
  if (by.pages.size === 0) return
  const done = new Set<number>(pages.map(({ id }) => id))
  for (const { id, equipmentId, title, startup, content: before } of now) {
    if (done.has(id) || !pageIds.includes(id)) continue
    const content = renumberedPage(before, by)
    if (JSON.stringify(content) === JSON.stringify(before)) continue
    await stored(call, id, { equipmentId, projectId: null, title, startup, content }, undefined, {})
  }
}

/** The changes that `followPages` would make. */
async function planPages({ template, device, numbers }: Omit<FollowingPages, 'message'>): Promise<PlannedPage[]> {
  const { byOrigin, gone } = madeOf(template, device)
  const pages = new Map([...byOrigin].map(([origin, { id }]) => [origin as number, id as number]))
  const planned: PlannedPage[] = []
  for (const page of template) {
    const { title } = page
    const now = byOrigin.get(page.id)
    if (!now) {
      planned.push({ kind: 'added', title, id: null })
      continue
    }
    const content = await documentThere(page.content, { ...numbers, pages })
    if (!(await isSamePage({ ...page, content }, now))) planned.push({ kind: 'changed', title, id: now.id })
  }
  return [...planned, ...gone.map(({ id, title }): PlannedPage => ({ kind: 'removed', title, id }))]
}

const noNumbers = (equipId: number): PageNumbers => {
  const side = { equipId, title: '' }
  return { from: side, to: side, signals: new Map(), reports: new Map(), pages: new Map() }
}

async function isSamePage(a: Pick<FollowedPage, 'title' | 'startup' | 'content'>, b: FollowedPage): Promise<boolean> {
  if (a.title !== b.title || a.startup !== b.startup) return false
  const giveWay = givingWay()
  const texts: string[] = []
  for (const { content } of [a, b]) {
    texts.push(JSON.stringify(await documentProjection(content, noNumbers(b.equipmentId))))
    await giveWay()
  }
  return texts[0] === texts[1]
}

export default {
  load: loadPagesOf,
  projection: pagesProjection,
  plan: planPages,
  follow: followPages,
  passwords: passwordsOf,
  restore: restorePages,
} satisfies DevicePages
