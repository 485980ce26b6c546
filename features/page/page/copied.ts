// Renumbers a page for a copy of its project: links lead to the copied pages. Pure.
import type { PageDocument } from '../../../contract/page-document.ts'

export type Renumbered = {
  pages: ReadonlyMap<number, number>
  mvars: ReadonlyMap<number, number>
  /** Ids of the copies of custom reports, by those of the originals. */
  reports: ReadonlyMap<number, number>
  project: readonly [from: number, to: number]
}

type Json = { [key: string]: unknown }

/** Fields with the number of a page: in clicks, menu entries, embedded pages. */
const pageFields = ['pageId', 'equipPageId', 'mainPageId', 'configId'] as const
/** Fields with the number of the project. */
const projectFields = ['projectId', 'mainId'] as const

/** The address of a page or of the project, in a link that a user entered. */
const address = /^(\/monitor\/(?:project|gm\/ocInfo)\/)(\d+)(?:(\/(?:page|preview)\/)(\d+))?(?=$|[?#/])/

/** A number stays a number, a string a string. */
const sameKind = (was: unknown, id: number): number | string => (typeof was === 'string' ? String(id) : id)

function addressIn(link: string, { pages, project: [from, to] }: Renumbered): string {
  return link.replace(address, (whole, head: string, project: string, middle = '', page = '') => {
    if (Number(project) !== from) return whole
    return `${head}${to}${middle}${middle && (pages.get(Number(page)) ?? page)}`
  })
}

function changed(object: Json, renumbered: Renumbered): Json {
  const next = { ...object }
  const { pages, mvars, reports, project } = renumbered
  for (const field of pageFields) {
    const id = pages.get(Number(object[field]))
    if (id !== undefined) next[field] = sameKind(object[field], id)
  }
  const mvar = mvars.get(Number(object.mvarId))
  if (mvar !== undefined) next.mvarId = sameKind(object.mvarId, mvar)
  const report = reports.get(Number(object.customReportId))
  if (report !== undefined) next.customReportId = sameKind(object.customReportId, report)
  for (const field of projectFields)
    if (Number(object[field]) === project[0]) next[field] = sameKind(object[field], project[1])
  if (typeof object.link === 'string') next.link = addressIn(object.link, renumbered)
  return next
}

/** Renumbers at any depth, also in widgets of unknown types. */
export function renumbered<T>(value: T, by: Renumbered): T {
  if (Array.isArray(value)) return value.map((each) => renumbered(each, by)) as T
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renumbered(each, by)]))
  return changed(inner, by) as T
}

/** Renumbers the widgets and bindings of a page. */
export const renumberedPage = (document: PageDocument, by: Renumbered): PageDocument => {
  const { widgets, bind, ...rest } = document
  const mvars = bind.mvars.map((id) => by.mvars.get(id) ?? id)
  return { ...rest, widgets: renumbered(widgets, by), bind: { ...bind, mvars } }
}
