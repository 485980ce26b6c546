// The designer of 3D scenes: opened from the list, nodes bound, saved, live on a page; two people meet at saving.
import { savePage } from '../features/page/page/contract.ts'
import { addScene, saveSceneConfig, sceneConfig } from '../features/page/scene/contract.ts'
import { glbOf } from '../features/page/scene/glb.ts'
import { pathOf } from '../ui/routes.ts'
import { drawingOptions } from './browser.ts'
import { idOf, intake, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ launchOptions: drawingOptions })

const model = glbOf([
  { name: 'Well', shape: 'box', size: [2, 2, 2], at: [0, 0, 0], colour: [0.2, 0.4, 0.6] },
  { name: 'Fan', shape: 'cylinder', size: [1, 0.2, 1], at: [3, 0, 0], colour: [0.3, 0.3, 0.3] },
]).toString('base64')

/** Binds the selected node to the first variable found by these words. */
async function bind(page: Page, words: string, effect?: string): Promise<void> {
  const panel = page.getByRole('region', { name: 'Properties' })
  await panel.getByRole('button', { name: 'Add variables' }).click()
  const picker = page.getByRole('dialog', { name: 'Variables' })
  await picker.getByRole('combobox').fill(words)
  await picker.locator('.bind-hits[aria-busy="false"]').getByRole('option').first().click()
  await picker.getByRole('button', { name: 'Done' }).click()
  if (effect) await panel.getByLabel('What it does').last().selectOption({ label: effect })
}

test('a scene is bound in its designer, saved, restored after the tab was closed, and live on a page', async ({
  page,
  platform,
}) => {
  const name = unique('Hall')
  const { id, key } = await platform(addScene, { name, model })
  await page.goto('/manage/eg/scene')
  await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Configure' }).click()
  await expect(page).toHaveURL(pathOf('/manage/scene/config/{sceneId}', { sceneId: id }))
  const nodes = page.getByRole('region', { name: 'Nodes' })
  const panel = page.getByRole('region', { name: 'Properties' })

  await test.step('a node that is chosen in the list is bound and titled', async () => {
    await nodes.getByRole('button', { name: 'Well' }).click()
    await panel.getByLabel('Title', { exact: true }).fill('T-1')
    await panel.getByLabel('Show the title').check()
    await bind(page, 'well level', 'Shows the value')
    await expect(page.locator('.scene-labels span').filter({ hasText: /^T-1\s\d+(\.\d+)?/ })).toBeVisible()
  })

  await test.step('the node in the middle of the scene is chosen by a press, and the list follows', async () => {
    await nodes.getByRole('button', { name: 'Fan' }).click()
    const canvas = (await page.locator('.scene canvas').boundingBox())!
    const label = (await page.locator('.scene-labels span').boundingBox())!
    // Clicks the node below the label.
    await page.mouse.click(
      label.x + label.width / 2,
      Math.min(canvas.y + canvas.height - 5, label.y + label.height + 60),
    )
    await expect(nodes.getByRole('button', { pressed: true })).toContainText('Well')
  })

  await test.step('another node turns; a step is undone and done again', async () => {
    await nodes.getByRole('button', { name: 'Fan' }).click()
    await bind(page, 'pump 1 speed', 'Turns')
    await expect(nodes.getByRole('button', { name: 'Fan' })).toContainText('1 binding')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await expect(panel.getByLabel('What it does')).toHaveValue('turn')
  })

  await test.step('unsaved work is offered again', async () => {
    await expect(page.getByText('unsaved', { exact: true })).toBeVisible()
    await expect
      .poll(() => page.evaluate((at) => localStorage.getItem(`scene-draft-${at}`)?.includes('"turn"'), id))
      .toBe(true)
    const again = await page.context().newPage()
    await again.goto(pathOf('/manage/scene/config/{sceneId}', { sceneId: id }))
    await again.getByRole('button', { name: 'Continue with it' }).click()
    await expect(again.getByRole('region', { name: 'Nodes' }).getByText('T-1 · Well')).toBeVisible()
    await again.close({ runBeforeUnload: false })
  })

  await test.step('it is saved with a reason', async () => {
    await page.getByLabel('What changed (optional)').fill('Level and fan')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(`${name} is saved as version 1.`)).toBeVisible()
    await page.getByRole('button', { name: 'Versions' }).click()
    await expect(page.getByRole('dialog', { name: 'Versions' }).getByText('Level and fan')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a page with the scene shows its bindings', async () => {
    const equipmentId = await idOf(platform, intake)
    const position = { x: 20, y: 20, width: 800, height: 600, rotate: 0 }
    const widgets = [{ id: 's', widgetType: 'Webgl', position, data: { scene: key } }]
    const saved = await platform(savePage, { equipmentId, title: unique('3D'), json: JSON.stringify({ widgets }) })
    await page.goto(pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId: saved.id, alarm: 0 }))
    await expect(page.locator('.scene-labels span').filter({ hasText: /^T-1\s\d+(\.\d+)?/ })).toBeVisible()
  })
})

test('two authors who bind a scene are merged at saving, and nothing of either is lost', async ({ page, platform }) => {
  const name = unique('Shared hall')
  const { id } = await platform(addScene, { name, model })
  await page.goto(pathOf('/manage/scene/config/{sceneId}', { sceneId: id }))
  const nodes = page.getByRole('region', { name: 'Nodes' })
  await nodes.getByRole('button', { name: 'Well' }).click()
  await page.getByRole('region', { name: 'Properties' }).getByLabel('Title', { exact: true }).fill('Mine')
  const theirs = { name: 'Fan', title: 'Theirs', isTitled: false, bindings: [] }
  await platform(saveSceneConfig, { id, version: 0, content: { nodes: [theirs], views: [], startView: '' } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = page.getByRole('dialog').filter({ hasText: 'Theirs' })
  await expect(conflict.getByText('Mine')).toBeVisible()
  await conflict.getByRole('button', { name: /on top|Keep|keep/ }).click()
  await expect(conflict).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(`${name} is saved as version 2.`)).toBeVisible()
  const { content } = await platform(sceneConfig, { id })
  expect(content.nodes.map(({ title }) => title).sort()).toEqual(['Mine', 'Theirs'])
})
