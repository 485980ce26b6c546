// Adds intermediate variables over the stations to the demo's project, and shows them on its energy page.
import type { PageId, ProjectId } from '../../../contract/fields.ts'
import type { PageWidget } from '../../../contract/page-document.ts'
import { queryLiveSignals } from '../../device/live/contract.ts'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { pageInfo, savePage } from '../../page/page/contract.ts'
import { queryPages } from '../../page/page-list/contract.ts'
import { addMvar, type Mvar, type MvarFormula, queryMvars } from '../../watch/mvar/contract.ts'
import { queryProjects } from '../project/contract.ts'

const total = { en: 'Total power', 'zh-cn': '总功率' }
const specific = { en: 'Total specific energy', 'zh-cn': '综合单位电耗' }
/** Titles of the widgets that are replaced by these variables. */
const places = [
  ['Frequency', total],
  ['Power factor', specific],
] as const

/** References to variables of stations for formulas; `undefined` if the demo lacks the station. */
async function referencesIn({ call, devices }: Demo): Promise<(name: string) => string | undefined> {
  const found = new Map<string, string>()
  for (const { station, equipmentId } of devices)
    for (const { id, name } of await call(queryLiveSignals, { equipmentId }))
      found.set(`${station}.${name}`, `\${${equipmentId}.${id}}`)
  return (name) => found.get(name)
}

/** The widget with its value or title replaced. */
function shown(widget: PageWidget, mvars: readonly Mvar[]): PageWidget {
  for (const [was, { en }] of places) {
    const mvar = mvars.find(({ title }) => title === en)
    if (!mvar) continue
    const { data } = widget
    if (data?.text === was) return { ...widget, data: { ...data, text: en } }
    if (widget.widgetType !== 'DataText' || data?.title !== was) continue
    const { signalId: _, equipId: __, ...look } = data
    const { id: mvarId, title, unit, decimals } = mvar
    return { ...widget, data: { ...look, type: 'mvar', mvarId, title, unit, decimals } }
  }
  return widget
}

/** Adds a curve of one day's total, below the alarms of the map. */
async function addCurve({ call }: Demo, projectId: ProjectId, pageId: PageId | undefined, mvar: Mvar): Promise<void> {
  if (pageId === undefined) return
  const { id, title, version, content } = await call(pageInfo, { id: pageId })
  const { id: mvarId, title: name } = mvar
  const heading: PageWidget = {
    ...{ id: 'total', widgetType: 'Text', position: { x: 1192, y: 572, width: 460, height: 32, rotate: 0 } },
    ...{ style: { bold: true, fontSize: 19 }, data: { text: total.en } },
  }
  const curve: PageWidget = {
    ...{ id: 'curve', widgetType: 'Area', position: { x: 1192, y: 612, width: 704, height: 444, rotate: 0 } },
    style: { fontSize: 16, marginTop: 32, marginRight: 16, marginBottom: 36, marginLeft: 56 },
    data: { timeRange: 24 * 60, timeFilter: false, dataSelect: false, mvarArray: [{ mvarId, title: name }] },
  }
  const json = JSON.stringify({ ...content, widgets: [...content.widgets, heading, curve] })
  await call(savePage, { id, projectId, title, version, json })
}

async function run(demo: Demo): Promise<void> {
  const { call } = demo
  const [project] = await call(queryProjects, {})
  if (!project || (await call(queryMvars, { projectId: project.id })).length > 0) return
  const { id: projectId } = project
  const of = await referencesIn(demo)
  const powers = ['control.totalPower', 'distribution.activePower', 'booster.activePower', 'well1.activePower'].map(of)
  const flow = of('distribution.supplyFlow')
  if (flow === undefined || powers.includes(undefined)) return
  const add = (title: string, unit: string, decimals: number, formula: MvarFormula) =>
    call(addMvar, { projectId, title, unit, decimals, formula })
  const mvars = [
    await add(total.en, 'kW', 1, { calcType: 'sum', text: powers.join(', ') }),
    await add(specific.en, 'kWh/m³', 3, {
      calcType: 'custom',
      text: `(${powers.join(' + ')}) / ${flow}`,
    }),
  ]
  const pages = await call(queryPages, { projectId })
  await addCurve(demo, projectId, pages.find((page) => page.title === 'Overview map')?.id, mvars[0]!)
  const energy = pages.find((page) => page.title === 'Energy')
  if (!energy) return
  const { id, title, version, content } = await call(pageInfo, { id: energy.id })
  const json = JSON.stringify({ ...content, widgets: content.widgets.map((widget) => shown(widget, mvars)) })
  await call(savePage, { id, projectId, title, version, json })
}

export default { place: 27, run, names: [total, specific] } satisfies Seed
