// A stored page as a caller may see it: its bindings, its widgets, its password.
import {
  bindCollector,
  bindsOf,
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
import type { Asker, OpenCall } from '../../frame/serve.ts'
import { mvarTitles } from '../../watch/open/mvar-inputs.ts'
import { hasPass } from '../page-password/part-password.ts'
import type { Page } from './contract.ts'
import { onPage } from './part-scenes.ts'
import { reconciled, reconciledMvar, reconciledReport, veiled, withheld } from './rules.ts'
import { loadSceneBinds, ownSignals, reportTitles } from './store.ts'

/** The caller, and the rows that the call may read. */
export type By = Pick<OpenCall, 'sight' | 'asker'>

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
export async function reconcile(sight: Sight, document: PageDocument, way = reconciled): Promise<PageDocument> {
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
