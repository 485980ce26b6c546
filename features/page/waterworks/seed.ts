// The demo's start pages, drawn with real widgets. A station without its own drawing gets a page that lists its
// variables.
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { PageWidget } from '../../../contract/page-document.ts'
import { queryConfig } from '../../device/config/contract.ts'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { homePage, savePage } from '../page/contract.ts'
import { queryScenes, type Scene, saveSceneConfig } from '../scene/contract.ts'
import { pointsOf, stationPage } from './cards.ts'
import { distributionStation } from './distribution.ts'
import type { Points } from './drawing.ts'
import { energyOfWorks } from './energy.ts'
import { pageSize } from './grid.ts'
import { intakeStation } from './intake.ts'
import { intakeIn3d, intakeScene } from './intake-3d.ts'
import { overviewOfWorks } from './overview.ts'
import { faceplateSize, pumpFaceplate } from './pump.ts'
import { pageWords } from './seed-words.ts'
import { treatmentWorks } from './treatment.ts'

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
    (await call(savePage, { equipmentId, title, ...more, json: JSON.stringify({ con: pageSize, widgets }) })).id

type Save = ReturnType<typeof saverOf>
type Opens = NonNullable<Parameters<typeof overviewOfWorks>[1]>

/** Adds the overview and the energy page, which link to each other: the energy page is saved again after both exist. */
async function addOverview(save: Save, points: Points, opens: Opens): Promise<number> {
  const energy = await save('Energy', energyOfWorks(points))
  const id = await save('Waterworks overview', overviewOfWorks(points, { ...opens, energy }), { startup: '1' })
  await save('Energy', energyOfWorks(points, id), { id: energy })
  return id
}

const sceneTitle = 'Intake station in 3D'

/** Binds the scene of the intake, unless a user has saved it before. */
async function bindScene(call: Demo['call'], points: Points): Promise<Scene | undefined> {
  const scene = (await call(queryScenes, {})).find((each) => each.name === sceneTitle)
  if (scene?.version === 0) await call(saveSceneConfig, { id: scene.id, content: intakeScene(points), message: null })
  return scene
}

/** Adds the page of the intake's scene, and the start page; each links to the other. */
async function addIntake(save: Save, name: string, points: Points, { scene, faceplate }: Inside) {
  const title = sceneTitle
  const inside = scene && (await save(title, intakeIn3d(points, scene.key)))
  const id = await save(name, intakeStation(points, faceplate, inside), { startup: '1' })
  if (scene && inside !== undefined) await save(title, intakeIn3d(points, scene.key, id), { id: inside })
  return id
}

type Inside = { scene: Scene | undefined; faceplate: number | undefined }

/** Adds drawn start pages to stations that have none. */
async function run({ call, devices }: Demo): Promise<void> {
  const configs = new Map<string, { equipmentId: EquipmentId; config: EquipmentConfig }>()
  for (const { station, equipmentId } of devices)
    configs.set(station, { equipmentId, config: (await call(queryConfig, { equipmentId })).config })
  const points = pointsOf(configs)
  const scene = await bindScene(call, points)
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
      const { signals } = configs.get(station)!.config
      const widgets = own[station]?.(points, faceplate) ?? stationPage(points, station, name, signals)
      return save(name, widgets, { startup: '1' })
    }
    const id =
      station === 'control'
        ? await addOverview(save, points, { faceplate: faceplates.get('distribution'), stations })
        : station === 'intake'
          ? await addIntake(save, name, points, { scene, faceplate })
          : await usual()
    stations.set(station, id)
  }
}

export default {
  place: 10,
  run,
  names: Object.entries(pageWords).map(([en, zh]) => ({ en, 'zh-cn': zh })),
} satisfies Seed
