// A page of a template on a device that follows it, and what both are compared by. Pure. Decision 33.
import { bindsOf, type PageDocument, type PageWidget } from '../../../contract/page-document.ts'
import { mapInTurns } from '../../../core/giving-way.ts'
import { type Candidate, rebound } from '../../../designer/document/rebind.ts'
import { renumbered } from './copied.ts'

/** What stands on the other side in the place of what a page names. Variables that are not named stay as they are. */
export type PageNumbers = {
  from: { equipId: number; title: string }
  to: { equipId: number; title: string }
  signals: ReadonlyMap<number, { id: number; title: string }>
  reports: ReadonlyMap<number, { id: number; title: string }>
  pages: ReadonlyMap<number, number>
}

/** No project: nothing of a page of a device names one. */
const noProject = [-1, -1] as const

/** What names a variable or report of the first that the other does not have is cleared. */
export const documentThere = (document: PageDocument, numbers: PageNumbers): Promise<PageDocument> =>
  renumberedTo(document, numbers, true)

/** Widget by widget: a page may have thousands, and a template many pages. */
async function renumberedTo(document: PageDocument, numbers: PageNumbers, clears: boolean): Promise<PageDocument> {
  const { from, to, signals, reports, pages } = numbers
  // Only of what is bound to the first of the two devices.
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

/** Fields of a container that say whose page it is. */
const ofOwner = ['equipmentId', 'projectId', 'templateId', 'id', 'startup']

/** What is compared: without the names of what it is bound to, which follow from the device. */
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
