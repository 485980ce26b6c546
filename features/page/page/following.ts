// A page of a template on a device that follows it, and the projection by which both are compared. Pure. Decision 33.
import { bindsOf, type PageDocument, type PageWidget } from '../../../contract/page-document.ts'
import { mapInTurns } from '../../../core/giving-way.ts'
import { type Candidate, rebound } from '../../../designer/document/rebind.ts'
import type { PageNumbers } from '../../frame/device-pages.ts'
import { renumbered } from './copied.ts'

/** Pages of devices never refer to a project. */
const noProject = [-1, -1] as const

/** The document for the other side; bindings to variables and reports that do not exist there are cleared. */
export const documentThere = (document: PageDocument, numbers: PageNumbers): Promise<PageDocument> =>
  renumberedTo(document, numbers, true)

/** Widget by widget: a page may have thousands, and a template many pages. */
async function renumberedTo(document: PageDocument, numbers: PageNumbers, clears: boolean): Promise<PageDocument> {
  const { from, to, signals, reports, pages } = numbers
  // Only bindings to the first of the two devices are checked.
  const unknown = clears ? bindsOf(document.widgets).signals.filter((id) => !signals.has(id)) : []
  const variables = new Map<number, Candidate | null>([
    ...unknown.map((id) => [id, null] as const),
    ...[...signals].map(
      ([id, { id: signalId, title }]) =>
        [id, { signalId, equipId: to.equipId, title, subTitle: to.title, name: '', address: '' }] as const,
    ),
  ])
  const move = {
    ...{ from, to, variables },
    reports: new Map([...reports].map(([id, { id: reportId, title }]) => [id, { reportId, title }])),
  }
  const moves = new Map([[from.equipId, move]])
  const none: ReadonlyMap<number, number> = new Map()
  const by = { pages, mvars: none, reports: none, project: noProject }
  const widgets = await mapInTurns(document.widgets, (widget): PageWidget => renumbered(rebound(widget, moves), by))
  return { ...document, widgets, bind: { ...document.bind, ...bindsOf(widgets) } }
}

/** Fields of a container that depend on the page's owner. */
const ofOwner = ['equipmentId', 'projectId', 'templateId', 'id', 'startup']

/** The compared part of a page: without names of bound variables, which depend on the device. */
export async function documentProjection(document: PageDocument, numbers: PageNumbers): Promise<object> {
  const nameless = (of: PageNumbers['signals']) => new Map([...of].map(([id, each]) => [id, { ...each, title: '' }]))
  const there = await renumberedTo(
    document,
    {
      ...numbers,
      to: { ...numbers.to, title: '' },
      signals: nameless(numbers.signals),
      reports: nameless(numbers.reports),
    },
    false,
  )
  const con = Object.entries(there.con).filter(([key]) => !ofOwner.includes(key))
  return { con: Object.fromEntries(con), widgets: there.widgets }
}
