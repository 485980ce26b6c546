// The demo's project: pages of the stations over all devices, linked to each other, with access for the customer.
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import type { PageWidget } from '../../../contract/page-document.ts'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { pageInfo, savePage } from '../../page/page/contract.ts'
import { copyPage, queryPages, saveHomePage } from '../../page/page-list/contract.ts'
import { externalCalls } from '../../people/account/contract.ts'
import { addProjectGrant } from '../../people/grant/contract.ts'
import { addProject, addProjectEquips, editProject, queryProjects } from './contract.ts'

const name = { en: 'Town water supply', 'zh-cn': '城镇供水' }
const note = { en: 'From the river to the high zone', 'zh-cn': '从取水到高区供水' }
const map = {
  page: { en: 'Overview map', 'zh-cn': '总览地图' },
  sites: { en: 'Sites', 'zh-cn': '站点分布' },
  alarms: { en: 'Alarms of the last day', 'zh-cn': '近一天报警' },
}
/**
 * The stations whose start pages are copied. All pages of the first are copied, and its start page becomes the
 * project's.
 */
const stations = ['control', 'intake', 'treatment', 'distribution'] as const

/** Replaces page ids in links by those of the copies. */
function leadingTo<T>(value: T, copies: ReadonlyMap<number, PageId>): T {
  if (Array.isArray(value)) return value.map((each) => leadingTo(each, copies)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [
    key,
    key === 'pageId' ? (copies.get(Number(each)) ?? each) : leadingTo(each, copies),
  ])
  return Object.fromEntries(entries) as T
}

async function copyPages({ call, devices }: Demo, projectId: ProjectId): Promise<void> {
  const copies = new Map<number, PageId>()
  for (const station of stations) {
    const equipmentId = devices.find((each) => each.station === station)?.equipmentId
    const pages = equipmentId ? await call(queryPages, { equipmentId }) : []
    for (const { id } of station === stations[0] ? pages : pages.filter(({ startup }) => startup))
      copies.set(id, (await call(copyPage, { id, projectId })).id)
  }
  for (const id of copies.values()) {
    const { title, content, version } = await call(pageInfo, { id })
    await call(savePage, { id, projectId, title, version, json: JSON.stringify(leadingTo(content, copies)) })
  }
  const [first] = copies.values()
  if (first !== undefined) await call(saveHomePage, { id: first })
}

const text = (id: string, x: number, y: number, words: string, style: object): PageWidget => ({
  ...{ id, widgetType: 'Text', position: { x, y, width: 460, height: 32, rotate: 0 } },
  ...{ style: { bold: true, ...style }, data: { text: words } },
})

/** A map of all devices of the project, and their alarms. */
const mapWidgets: readonly PageWidget[] = [
  text('title', 32, 20, map.page.en, { fontSize: 27 }),
  text('sites', 32, 70, map.sites.en, { fontSize: 19 }),
  { id: 'map', widgetType: 'Map', position: { x: 32, y: 110, width: 1140, height: 946, rotate: 0 }, data: {} },
  text('alarms', 1192, 70, map.alarms.en, { fontSize: 19 }),
  {
    ...{ id: 'table', widgetType: 'Alarm', position: { x: 1192, y: 110, width: 704, height: 440, rotate: 0 } },
    style: { rowHeight: 32, fontSize: 16 },
    data: {
      ...{ timeRange: 24 * 60, page: false, filterTime: false, exportExcel: false },
      ...{ type: false, gmtRelease: false, value: false, opration: false },
    },
  },
]

async function addMapPage({ call }: Demo, projectId: ProjectId): Promise<void> {
  const json = JSON.stringify({ con: { width: 1920, height: 1080 }, widgets: mapWidgets })
  await call(savePage, { projectId, title: map.page.en, json })
}

async function run(demo: Demo): Promise<void> {
  const { call, devices } = demo
  if ((await call(queryProjects, {})).length > 0) return
  const { id } = await call(addProject, { name: name.en, note: note.en })
  // An empty text: a page shows a dash with the mark for a bad value.
  await call(editProject, { id, name: name.en, note: note.en, errorValShow: 'custom', errorDefaultVal: '' })
  await call(addProjectEquips, { projectId: id, equipmentIds: devices.map(({ equipmentId }) => equipmentId) })
  await copyPages(demo, id)
  await addMapPage(demo, id)
  const [customer] = (await call(externalCalls.query, {})).rows
  if (customer) await call(addProjectGrant, { projectId: id, accountId: customer.id, loginname: null, mayWrite: false })
}

export default { place: 26, run, names: [name, note, ...Object.values(map)] } satisfies Seed
