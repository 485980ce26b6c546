// Manual work in the designer: equal gaps, guides, hiding, widgets within groups, the edges of the page.
import type { Client } from '../apps/demo/client.ts'
import type { PageId } from '../contract/fields.ts'
import { pageInfo, savePage } from '../features/page/page/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { deviceAlone, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ alone: true, viewport: { width: 1440, height: 900 } })

const rect = (id: string, x: number, y: number, more: object = {}) => ({
  ...{ id, widgetType: 'Rect', position: { x, y, width: 60, height: 40, rotate: 0 } },
  ...more,
})

/** A page of 800 × 600 with these widgets, open in the designer. */
async function opened(page: Page, platform: Client, widgets: object[]): Promise<PageId> {
  const equipmentId = await deviceAlone(platform, unique('Designed'))
  const json = JSON.stringify({ con: { width: 800, height: 600 }, widgets })
  const { id } = await platform(savePage, { equipmentId, title: unique('Drawn'), json })
  await page.goto(pathOf('/manage/eg/{equipId}/designer/{pageId}', { equipId: equipmentId, pageId: id }))
  await expect(page.locator('.designer-sheet')).toBeVisible()
  return id
}

async function handOf(page: Page) {
  const box = (await page.locator('.designer-sheet').boundingBox())!
  const at = (x: number, y: number) => ({ x: box.x + (x / 800) * box.width, y: box.y + (y / 600) * box.height })
  const to = (x: number, y: number) => page.mouse.move(at(x, y).x, at(x, y).y, { steps: 4 })
  const pick = async (x: number, y: number) => {
    await to(x, y)
    await page.mouse.down()
  }
  const drag = async (from: readonly [number, number], end: readonly [number, number]) => {
    await pick(...from)
    await to(...end)
    await page.mouse.up()
  }
  const click = (x: number, y: number) => page.mouse.click(at(x, y).x, at(x, y).y)
  const twice = (x: number, y: number) => page.mouse.dblclick(at(x, y).x, at(x, y).y)
  return { to, pick, drag, click, twice, at }
}

const counts = (page: Page) => page.locator('.designer-counts')

async function saved(page: Page, platform: Client, id: PageId) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/is saved as version \d+/).first()).toBeVisible()
  return (await platform(pageInfo, { id })).content
}

test('a widget snaps to the gap of two others, which is drawn', async ({ page, platform }) => {
  const id = await opened(page, platform, [rect('a', 100, 100), rect('b', 200, 107), rect('c', 400, 400)])
  const { pick, to } = await handOf(page)
  await pick(430, 420)
  await to(332, 123)
  await expect(page.locator('.designer-gap')).toHaveText(['40', '40'])
  await page.mouse.up()
  const { widgets } = await saved(page, platform, id)
  expect(widgets[2]!.position.x).toBe(300)
})

test('guides are pulled from the rulers, snapped to, removed, and not on the live page', async ({ page, platform }) => {
  const id = await opened(page, platform, [rect('a', 100, 100)])
  const { to, drag, at, click } = await handOf(page)
  const guides = page.locator('.designer-guide')
  const fromRuler = async (axis: 'x' | 'y', x: number, y: number) => {
    const ruler = (await page.locator(`.designer-ruler-${axis}`).boundingBox())!
    const start = at(400, 300)
    if (axis === 'x') await page.mouse.move(start.x, ruler.y + 9)
    else await page.mouse.move(ruler.x + 9, start.y)
    await page.mouse.down()
    await to(x, y)
    await page.mouse.up()
  }
  await fromRuler('y', 250, 300)
  await fromRuler('x', 400, 350)
  await expect(guides).toHaveCount(2)
  // The edge of the widget snaps to the vertical guide.
  await drag([130, 120], [282, 220])
  await drag([600, 350], [600, 450])
  const first = await saved(page, platform, id)
  expect(first.widgets[0]!.position.x).toBe(250)
  expect(first.con.guides).toEqual({ x: [250], y: [450] })
  await click(600, 450)
  await page.keyboard.press('Delete')
  await expect(guides).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(guides).toHaveCount(2)
  await drag([250, 500], [-40, 500])
  await expect(guides).toHaveCount(1)
  await page.getByRole('button', { name: 'Guides' }).click()
  await expect(guides).toHaveCount(0)
  await saved(page, platform, id)
  await page.goto(pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId: id, alarm: 0 }))
  await expect(page.locator('[data-widget]').first()).toBeVisible()
  await expect(guides).toHaveCount(0)
})

test('guides by the keyboard alone: added, selected, moved, set to a number, removed, and announced', async ({
  page,
  platform,
}) => {
  const id = await opened(page, platform, [rect('a', 100, 100)])
  const guides = page.locator('.designer-guide')
  const told = page.locator('.designer > output')
  await page.locator('.designer-stage').focus()
  await page.keyboard.press('Alt+Shift+X')
  await expect(told).toHaveText('Vertical guide at 400 px, 1 of 1')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await expect(told).toHaveText('Vertical guide at 391 px, 1 of 1')
  await page.keyboard.press('Alt+Shift+Y')
  await expect(told).toHaveText('Horizontal guide at 300 px, 2 of 2')
  await page.keyboard.press('F6')
  await expect(page.getByLabel('Horizontal guide, place')).toBeFocused()
  await page.keyboard.type('123.5')
  await expect(told).toHaveText('Horizontal guide at 123.5 px, 2 of 2')
  await page.keyboard.press('Shift+F6')
  await page.keyboard.press('Alt+PageUp')
  await expect(told).toHaveText('Vertical guide at 391 px, 1 of 2')
  const { con } = await saved(page, platform, id)
  expect(con.guides).toEqual({ x: [391], y: [123.5] })
  await page.locator('.designer-stage').focus()
  await page.keyboard.press('Delete')
  await expect(told).toHaveText('Guide removed, 1 left')
  await expect(guides).toHaveCount(1)
  // Guides that are hidden appear again as soon as the user works with one.
  await page.getByRole('button', { name: 'Guides' }).click()
  await expect(guides).toHaveCount(0)
  await page.keyboard.press('Alt+PageDown')
  await expect(guides).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove: Horizontal guide at 123.5 px' }).click()
  await expect(guides).toHaveCount(0)
  await page.getByRole('button', { name: 'Keyboard' }).click()
  await expect(page.getByRole('region', { name: 'Keys of the designer' })).toContainText(
    'Add a vertical guideAlt+Shift+X',
  )
})

test('a widget is hidden by keys and by its eye, and is on the live page', async ({ page, platform }) => {
  const id = await opened(page, platform, [rect('a', 100, 100, { widgetName: 'Lower' }), rect('b', 110, 110)])
  const { click } = await handOf(page)
  const drawn = page.locator('.designer-page [data-widget]')
  await expect(drawn).toHaveCount(2)
  await click(150, 130)
  await page.keyboard.press('Control+Shift+h')
  await expect(drawn).toHaveCount(1)
  await click(150, 130)
  await page.getByText('Layers', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'Lower', exact: true })).toHaveAttribute('aria-pressed', 'true')
  const eye = page.getByRole('button', { name: 'Hide Lower' })
  await eye.click()
  await expect(drawn).toHaveCount(0)
  await page.keyboard.press('Alt+Shift+h')
  await expect(drawn).toHaveCount(2)
  await eye.click()
  const { widgets } = await saved(page, platform, id)
  expect(widgets[0]!.editorHidden).toBe(true)
  await page.goto(pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId: id, alarm: 0 }))
  await expect(page.locator('[data-widget]')).toHaveCount(2)
})

test('a group is entered by double click; its widgets are moved and resized, and its box follows', async ({
  page,
  platform,
}) => {
  const children = [rect('a', 0, 0), rect('b', 140, 100)]
  const position = { x: 200, y: 200, width: 200, height: 140, rotate: 0 }
  const id = await opened(page, platform, [{ id: 'g', widgetType: 'group', position, children }])
  const { twice, drag } = await handOf(page)
  await twice(230, 220)
  await expect(page.locator('.designer-inside')).toHaveCount(1)
  await drag([230, 220], [180, 150])
  // Drags the lower right handle.
  await drag([210, 170], [230, 190])
  await drag([300, 160], [410, 350])
  await expect(counts(page)).toContainText('1 selected')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(page.locator('.designer-inside')).toHaveCount(0)
  await expect(counts(page)).toContainText('1 selected')
  const [group] = (await saved(page, platform, id)).widgets
  expect(group!.position).toMatchObject({ x: 150, y: 130, width: 251, height: 210 })
  expect(group!.children![0]!.position).toMatchObject({ x: 0, y: 0, width: 80, height: 60 })
  expect(group!.children![1]!.position).toMatchObject({ x: 191, y: 170, width: 60, height: 40 })
})

test('5 px of a widget stay on the page when it is nudged; pastes begin again at the top left', async ({
  page,
  platform,
}) => {
  const id = await opened(page, platform, [rect('a', -54, 100), rect('b', 700, 300)])
  const { click } = await handOf(page)
  await click(3, 120)
  await page.keyboard.press('Shift+ArrowLeft')
  await click(730, 320)
  await page.keyboard.press('Control+c')
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('Control+v')
  await expect(counts(page)).toContainText('5 / 2000 widgets')
  const { widgets } = await saved(page, platform, id)
  expect(widgets.map(({ position: { x, y } }) => [x, y])).toEqual([
    [-55, 100],
    [700, 300],
    [750, 350],
    [0, 0],
    [50, 50],
  ])
})
