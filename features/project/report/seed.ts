// Adds a report of water and energy per shift to the demo's project, and shows it on the energy page.
import type { PageWidget } from '../../../contract/page-document.ts'
import { queryLiveSignals } from '../../device/live/contract.ts'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { pageInfo, savePage } from '../../page/page/contract.ts'
import { queryPages } from '../../page/page-list/contract.ts'
import { queryProjects } from '../project/contract.ts'
import { addCustomReport, queryCustomReports } from './contract.ts'

const title = { en: 'Energy per shift', 'zh-cn': '班次用电' }
const names = {
  energy: { en: 'Electricity', 'zh-cn': '用电量' },
  volume: { en: 'Water', 'zh-cn': '供水量' },
  specific: { en: 'Specific energy', 'zh-cn': '单位电耗' },
  running: { en: 'P-301', 'zh-cn': 'P-301 运行' },
  early: { en: 'Early shift', 'zh-cn': '早班' },
  late: { en: 'Late shift', 'zh-cn': '中班' },
  night: { en: 'Night shift', 'zh-cn': '夜班' },
}

const bucket = {
  unit: 'shift' as const,
  shifts: [
    { name: names.early.en, start: '06:00' },
    { name: names.late.en, start: '14:00' },
    { name: names.night.en, start: '22:00' },
  ],
}

/**
 * The fields of the demo's report, as expressions over variables of its stations; `undefined` if one of these variables
 * is missing.
 */
async function fieldsOf({ call, devices }: Demo) {
  const found = new Map<string, string>()
  for (const { station, equipmentId } of devices)
    for (const { id, name } of await call(queryLiveSignals, { equipmentId }))
      found.set(`${station}.${name}`, `\${${equipmentId}.${id}}`)
  const of = (name: string) => found.get(name)
  const meters = ['control.energyTotal', 'distribution.energyTotal', 'booster.energyTotal'].map(of)
  const volume = of('distribution.suppliedVolume')
  const running = of('distribution.pump1Running')
  if (volume === undefined || running === undefined || meters.includes(undefined)) return undefined
  const energy = meters.map((meter) => `delta(${meter})`).join(' + ')
  return [
    { key: 'energy', title: names.energy.en, unit: 'kWh', decimals: 0, expression: energy },
    { key: 'volume', title: names.volume.en, unit: 'm³', decimals: 0, expression: `delta(${volume}) / 1000` },
    { key: 'specific', title: names.specific.en, unit: 'kWh/m³', decimals: 3, expression: '{energy} / {volume}' },
    { key: 'running', title: names.running.en, unit: 'h', decimals: 1, expression: `hours(${running})` },
  ]
}

/** The area below the power chart, where the page has two figures about energy. */
const place = { x: 32, y: 800, width: 859, height: 262 }

const isThere = ({ position: { x, y, width, height } }: PageWidget): boolean =>
  x >= place.x && y >= place.y && x + width <= place.x + place.width && y + height <= place.y + place.height

const tableOf = (customReportId: number): PageWidget => ({
  ...{ id: 'energyPerShift', widgetType: 'History', position: { ...place, rotate: 0 } },
  style: { rowHeight: 32, fontSize: 16 },
  data: {
    ...{ type: 'report', customReportId, title: title.en },
    ...{ timeRange: 24 * 60, rollTime: 60, page: false, filterTime: false, exportExcel: false },
  },
})

async function run(demo: Demo): Promise<void> {
  const { call } = demo
  const [project] = await call(queryProjects, {})
  if (!project || (await call(queryCustomReports, { projectId: project.id })).length > 0) return
  const { id: projectId } = project
  const fields = await fieldsOf(demo)
  if (!fields) return
  const report = await call(addCustomReport, { projectId, title: title.en, bucket, zone: null, fields })
  const energy = (await call(queryPages, { projectId })).find((page) => page.title === 'Energy')
  if (!energy) return
  const { id, title: pageTitle, version, content } = await call(pageInfo, { id: energy.id })
  const widgets = [...content.widgets.filter((widget) => !isThere(widget)), tableOf(report.id)]
  await call(savePage, { id, projectId, title: pageTitle, version, json: JSON.stringify({ ...content, widgets }) })
}

export default { place: 28, run, names: [title, ...Object.values(names)] } satisfies Seed
