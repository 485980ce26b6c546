// The demo's start pages, drawn with real widgets. A station without its own drawing gets a page that lists its
// variables.
import type { EquipmentConfig, Signal } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { PageWidget } from '../../../contract/page-document.ts'
import { queryConfig } from '../../device/config/contract.ts'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { homePage, savePage } from '../page/contract.ts'
import { queryScenes } from '../scene/contract.ts'
import { distributionStation } from './distribution.ts'
import { drawing, type Points } from './drawing.ts'
import { energyOfWorks } from './energy.ts'
import { intakeStation } from './intake.ts'
import { intakeIn3d } from './intake-3d.ts'
import { overviewOfWorks } from './overview.ts'
import { faceplateSize, pumpFaceplate } from './pump.ts'
import { pageWords } from './seed-words.ts'
import { treatmentWorks } from './treatment.ts'

type Device = { equipmentId: EquipmentId; config: Pick<EquipmentConfig, 'signals'> }

/** The variables of all stations by `station.variable`. */
function pointsOf(devices: ReadonlyMap<string, Device>): Points {
  const found = new Map<string, { equipmentId: EquipmentId; signal: Signal }>()
  for (const [station, { equipmentId, config }] of devices)
    for (const signal of config.signals) found.set(`${station}.${signal.name}`, { equipmentId, signal })
  return (name) => found.get(name)
}

const columns = 3
const [cardWidth, rowHeight, gap] = [312, 26, 20]
const [left, top, bottom] = [24, 84, 744]

/** Every group of a device as a card: names, values, units. */
export function cardsOf(station: string, title: string, { equipmentId, config }: Device): PageWidget[] {
  const draw = drawing(pointsOf(new Map([[station, { equipmentId, config }]])))
  draw.text(left, 24, 700, title, { fontSize: 20, bold: true })
  const groups = new Map<string, Signal[]>()
  for (const signal of config.signals)
    if (signal.access === 'r' && signal.dataType !== 'string')
      groups.set(signal.group ?? '', [...(groups.get(signal.group ?? '') ?? []), signal])
  const filled = Array.from({ length: columns }, () => top)
  for (const [group, signals] of groups) {
    const height = 40 + signals.length * rowHeight
    const column = filled.indexOf(Math.min(...filled))
    if (filled[column]! + height > bottom) continue
    const [x, y] = [left + column * (cardWidth + gap), filled[column]!]
    filled[column] = y + height + gap
    draw.rect(x, y, cardWidth, height, { stroke: 'line', strokeWidth: 1 })
    draw.text(x + 12, y + 6, cardWidth - 24, group, { fontSize: 14, bold: true })
    for (const [row, { name, title: named }] of signals.entries()) {
      draw.text(x + 12, y + 34 + row * rowHeight, 176, named, { fontColor: 'ink2' })
      draw.value(x + 180, y + 34 + row * rowHeight, cardWidth - 192, `${station}.${name}`, {
        fontSize: 14,
        align: 'right',
      })
    }
  }
  return draw.widgets
}

const own: { [station: string]: (points: Points, faceplate?: number) => PageWidget[] } = {
  treatment: treatmentWorks,
  distribution: distributionStation,
}

/** Adds one page for all pumps of a station; does nothing if the station already has a start page. */
async function addFaceplate(call: Demo['call'], equipmentId: EquipmentId): Promise<number | undefined> {
  if (await call(homePage, { equipmentId })) return undefined
  const json = JSON.stringify({ con: faceplateSize, widgets: pumpFaceplate(equipmentId) })
  return (await call(savePage, { equipmentId, title: 'Pump', json })).id
}

const saverOf =
  (call: Demo['call'], equipmentId: EquipmentId) =>
  async (title: string, widgets: PageWidget[], more: { id?: number; startup?: '1' } = {}): Promise<number> =>
    (await call(savePage, { equipmentId, title, ...more, json: JSON.stringify({ widgets }) })).id

type Save = ReturnType<typeof saverOf>
type Opens = NonNullable<Parameters<typeof overviewOfWorks>[1]>

/** Adds the overview and the energy page, which link to each other: the energy page is saved again after both exist. */
async function addOverview(save: Save, points: Points, opens: Opens): Promise<number> {
  const energy = await save('Energy', energyOfWorks(points))
  const id = await save('Waterworks overview', overviewOfWorks(points, { ...opens, energy }), { startup: '1' })
  await save('Energy', energyOfWorks(points, id), { id: energy })
  return id
}

/** Adds the page of the intake's scene, and the start page; each links to the other. */
async function addIntake(call: Demo['call'], save: Save, name: string, points: Points, faceplate?: number) {
  const title = 'Intake station in 3D'
  const scene = (await call(queryScenes, {})).find((each) => each.name === title)
  const inside = scene && (await save(title, intakeIn3d(points, scene.key)))
  const id = await save(name, intakeStation(points, faceplate, inside), { startup: '1' })
  if (scene && inside !== undefined) await save(title, intakeIn3d(points, scene.key, id), { id: inside })
  return id
}

/** Adds drawn start pages to stations that have none. */
async function run({ call, devices }: Demo): Promise<void> {
  const configs = new Map<string, { equipmentId: EquipmentId; config: EquipmentConfig }>()
  for (const { station, equipmentId } of devices)
    configs.set(station, { equipmentId, config: (await call(queryConfig, { equipmentId })).config })
  const points = pointsOf(configs)
  const faceplates = new Map<string, number | undefined>()
  for (const { station, equipmentId } of devices)
    if (station === 'intake' || station === 'distribution')
      faceplates.set(station, await addFaceplate(call, equipmentId))
  const stations = new Map<string, number>()
  for (const { station, name, equipmentId } of devices) {
    if (await call(homePage, { equipmentId })) continue
    const save = saverOf(call, equipmentId)
    const faceplate = faceplates.get(station)
    const usual = () => {
      const widgets = own[station]?.(points, faceplate) ?? cardsOf(station, name, configs.get(station)!)
      return save(name, widgets, { startup: '1' })
    }
    const id =
      station === 'control'
        ? await addOverview(save, points, { faceplate: faceplates.get('distribution'), stations })
        : station === 'intake'
          ? await addIntake(call, save, name, points, faceplate)
          : await usual()
    stations.set(station, id)
  }
}

export default {
  place: 10,
  run,
  names: Object.entries(pageWords).map(([en, zh]) => ({ en, 'zh-cn': zh })),
} satisfies Seed
