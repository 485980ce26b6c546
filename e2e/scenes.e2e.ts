// 3D scenes: a model is added, viewed, shown on a page with live values, and deleted.
import { PNG } from 'pngjs'
import { EquipmentId } from '../contract/fields.ts'
import { emptyScene } from '../contract/scene-document.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { addScene, deleteScene, queryScenes, saveSceneConfig } from '../features/page/scene/contract.ts'
import { glbFile, glbOf } from '../features/page/scene/glb.ts'
import { addProject, addProjectEquips, deleteProject } from '../features/project/project/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { drawingOptions } from './browser.ts'
import { idOf, intake, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ launchOptions: drawingOptions })

const model = glbOf([
  { name: 'Well', shape: 'box', size: [2, 2, 2], at: [0, 0, 0], colour: [0.2, 0.4, 0.6] },
  { name: 'Fan', shape: 'cylinder', size: [1, 0.2, 1], at: [3, 0, 0], colour: [0.3, 0.3, 0.3] },
])
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'model/gltf-binary', buffer })

/** How many different colours the scene shows: an empty one has one or two. */
async function colours(page: Page): Promise<number> {
  const { data } = PNG.sync.read(await page.locator('.scene canvas').screenshot())
  return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.readUInt32BE(4 * at))).size
}

test('a scene is added by its file, a wrong one is refused at its field, and it is looked at', async ({ page }) => {
  const name = unique('Station')
  await page.goto('/manage/eg/scene')
  await page.getByRole('button', { name: 'Add scene' }).click()
  const form = page.getByRole('dialog', { name: 'Add scene' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Choose a GLB file')).toBeVisible()
  const outside = glbFile({ asset: { version: '2.0' }, images: [{ uri: 'rust.png' }] })
  await form.locator('input[type=file]').setInputFiles(file('old.glb', outside))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/The model refers to the file rust\.png/)).toBeVisible()
  await form.locator('input[type=file]').setInputFiles(file('station.glb', model))
  await expect(form.getByText(/^station\.glb · /)).toBeVisible()
  // The warning about the first file disappears when another file is chosen, and the form below it moves up.
  await expect(form.getByText(/The model refers to/)).toHaveCount(0)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Scene “${name}” added.`)).toBeVisible()

  await page.getByRole('button', { name }).click()
  const preview = page.getByRole('dialog', { name })
  await expect(preview.getByText('Fan', { exact: true })).toBeVisible()
  // The processor draws the scene, which takes long on a busy machine.
  await expect.poll(() => colours(page), { timeout: 60_000 }).toBeGreaterThan(20)
  await page.keyboard.press('Escape')
  await expect(page.locator('.scene canvas')).toHaveCount(0)

  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Scene “${name}” deleted.`)).toBeVisible()
})

test('nodes of a scene show values of the PLC, and mark unknown and missing ones', async ({ page, platform }) => {
  const equipmentId = await idOf(platform, intake)
  const { config } = await platform(queryConfig, { equipmentId })
  const bound = (name: string, fields: object) => ({
    ...{ signalId: config.signals.find((each) => each.name === name)?.id, equipId: equipmentId },
    ...fields,
  })
  const { id: sceneId, key } = await platform(addScene, { name: unique('Live'), model: model.toString('base64') })
  const signalArray = [
    bound('wellLevel', { node: 'Well', effect: 'label', unit: 'm', decimals: 1 }),
    bound('wellLevel', { node: 'Well', effect: 'level', high: 6 }),
    bound('pump1Speed', { node: 'Fan', effect: 'turn', high: 1500 }),
    bound('pump1Speed', { node: 'Screw', effect: 'turn' }),
  ]
  const position = { x: 20, y: 20, width: 800, height: 600, rotate: 0 }
  const widgets = [{ id: 's', widgetType: 'Webgl', position, data: { scene: key, signalArray } }]
  const { id } = await platform(savePage, { equipmentId, title: '3D', json: JSON.stringify({ widgets }) })
  const at = pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId: id, alarm: 0 })
  await page.goto(at)
  await expect(page.getByText(/^\d\.\d m$/)).toBeVisible()
  await expect(page.getByText('Not in the model: Screw')).toBeVisible()
  await expect.poll(() => colours(page)).toBeGreaterThan(20)

  await test.step('a deleted scene disappears from its pages', async () => {
    await platform(deleteScene, { id: sceneId })
    expect((await platform(queryScenes, {})).map((scene) => scene.id)).not.toContain(sceneId)
    await page.goto(at)
    await expect(page.getByText('This 3D scene no longer exists')).toBeVisible()
  })
})

test("a page of a project shows the scene's own bindings, live", async ({ page, platform }) => {
  const equipmentId = EquipmentId.parse(await idOf(platform, intake))
  const { config } = await platform(queryConfig, { equipmentId })
  const signalId = config.signals.find(({ name }) => name === 'wellLevel')!.id
  const { id: sceneId, key } = await platform(addScene, { name: unique('Bound'), model: model.toString('base64') })
  const well = { signalId, equipId: equipmentId, effect: 'label', unit: 'm', decimals: 1 }
  const content = { ...emptyScene, nodes: [{ name: 'Well', bindings: [well] }] }
  await platform(saveSceneConfig, { id: sceneId, content, message: null })
  const { id: projectId } = await platform(addProject, { name: unique('Valley'), note: null })
  await platform(addProjectEquips, { projectId, equipmentIds: [equipmentId] })
  const position = { x: 20, y: 20, width: 800, height: 600, rotate: 0 }
  const json = JSON.stringify({ widgets: [{ id: 's', widgetType: 'Webgl', position, data: { scene: key } }] })
  const { id: pageId } = await platform(savePage, { projectId, title: '3D', json })
  await page.goto(`/monitor/project/${projectId}/page/${pageId}`)
  await expect(page.getByText(/^\d\.\d m$/)).toBeVisible()
  await platform(deleteProject, { id: projectId })
  await platform(deleteScene, { id: sceneId })
})
