// The designer of pages, as an engineer uses it: drawn by mouse, bound, arranged, saved, looked at live.
import type { Client } from '../apps/demo/client.ts'
import type { PageId } from '../contract/fields.ts'
import { pageInfo, savePage } from '../features/page/page/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { deviceAlone, idOf, intake, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

async function emptyPage(platform: Client, equipmentId: number, widgets: object[] = []): Promise<PageId> {
  const json = JSON.stringify({ con: { width: 800, height: 600 }, widgets })
  return (await platform(savePage, { equipmentId, title: unique('Drawn'), json })).id
}

const designer = (equipId: number, pageId: number) =>
  pathOf('/manage/eg/{equipId}/designer/{pageId}', { equipId, pageId })
const rect = (id: string, x: number, y: number) => ({
  id,
  widgetType: 'Rect',
  position: { x, y, width: 60, height: 40, rotate: 0 },
})

/** The sheet of the designer. Its functions take points of the page and act at those points on the screen. */
async function sheetOf(page: Page) {
  const sheet = page.locator('.designer-sheet')
  await expect(sheet).toBeVisible()
  const box = (await sheet.boundingBox())!
  const at = (x: number, y: number) => ({ x: box.x + (x / 800) * box.width, y: box.y + (y / 600) * box.height })
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    const [a, b] = [at(...from), at(...to)]
    await page.mouse.move(a.x, a.y)
    await page.mouse.down()
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2)
    await page.mouse.move(b.x, b.y)
    await page.mouse.up()
  }
  const click = (x: number, y: number) => page.mouse.click(at(x, y).x, at(x, y).y)
  return { drag, click }
}

const kind = (page: Page, name: string) => page.locator('.designer-kinds').getByRole('button', { name, exact: true })
const counts = (page: Page) => page.locator('.designer-counts')
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/is saved as version \d+/).first()).toBeVisible()
}

test('a page is drawn, bound, saved and looked at live; steps are undone and done again', async ({
  page,
  platform,
}) => {
  const equipmentId = await idOf(platform, intake)
  const pageId = await emptyPage(platform, equipmentId)
  await page.goto(pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 }))
  await page.getByRole('button', { name: 'Edit page' }).click()
  const { drag, click } = await sheetOf(page)
  await kind(page, 'Rectangle').click()
  await drag([100, 100], [300, 220])
  await expect(counts(page)).toContainText('1 / 2000 widgets')
  await expect(counts(page)).toContainText('1 selected')
  await kind(page, 'Data text').click()
  await click(120, 140)
  await expect(counts(page)).toContainText('2 / 2000 widgets')
  // Binds the widget to a variable that is found among those of all devices.
  const panel = page.getByRole('region', { name: 'Properties' })
  await panel.getByRole('button', { name: 'Bind…' }).click()
  await page.getByPlaceholder('Name, device or address').fill('River level')
  await page
    .getByRole('option', { name: /River level/ })
    .first()
    .click()
  await expect(panel.getByText(intake)).toBeVisible()
  // The text is aligned to the left edge of the rectangle; then the two become a group.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Align left' }).click()
  await page.keyboard.press('Control+g')
  await expect(counts(page)).toContainText('1 selected')
  await drag([280, 200], [380, 300])
  await expect(page.getByText('Undo 6 / 50')).toBeVisible()
  for (let i = 0; i < 6; i += 1) await page.keyboard.press('Control+z')
  await expect(counts(page)).toContainText('0 / 2000 widgets')
  for (let i = 0; i < 6; i += 1) await page.keyboard.press('Control+Shift+z')
  await expect(counts(page)).toContainText('3 / 2000 widgets')
  await save(page)
  const { content } = await platform(pageInfo, { id: pageId })
  const [group] = content.widgets
  expect(content.widgets).toHaveLength(1)
  expect(group!.children!.map(({ widgetType }) => widgetType)).toEqual(['Rect', 'DataText'])
  expect(group!.children!.map(({ position }) => position.x)).toEqual([0, 0])
  expect(group!.position.x).toBeGreaterThan(190)
  expect(content.bind.equips).toEqual([equipmentId])
  await page.getByText('Live preview').click()
  await expect(page.getByText(/^\d\.\d\d m$/)).toBeVisible()
  await page.getByRole('link', { name: /Configuration page/ }).click()
  await expect(page.getByText(/^\d\.\d\d m$/)).toBeVisible()
})

test('widgets are copied from page to page; locked widgets stay in place', async ({ page, platform }) => {
  const equipmentId = await deviceAlone(platform, unique('Designed'))
  const first = await emptyPage(platform, equipmentId, [rect('a', 100, 100), { ...rect('b', 300, 100), posLock: true }])
  const second = await emptyPage(platform, equipmentId)
  await page.goto(designer(equipmentId, first))
  const { drag } = await sheetOf(page)
  await drag([120, 120], [120, 320])
  await drag([320, 120], [320, 320])
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await save(page)
  const { content } = await platform(pageInfo, { id: first })
  expect(content.widgets.map(({ position }) => position.y)).toEqual([300, 100])
  await page.goto(designer(equipmentId, second))
  await sheetOf(page)
  await page.keyboard.press('Control+v')
  await page.keyboard.press('Control+v')
  await expect(counts(page)).toContainText('4 / 2000 widgets')
  await save(page)
  const pasted = (await platform(pageInfo, { id: second })).content.widgets
  expect(pasted.map(({ position: { x, y } }) => [x, y])).toEqual([
    [150, 350],
    [350, 150],
    [200, 400],
    [400, 200],
  ])
})

test('two authors who edit one page are merged when they save; nothing of either is lost', async ({
  page,
  platform,
}) => {
  const equipmentId = await deviceAlone(platform, unique('Designed'))
  const pageId = await emptyPage(platform, equipmentId, [rect('a', 100, 100), rect('b', 300, 100)])
  await page.goto(designer(equipmentId, pageId))
  const { drag } = await sheetOf(page)
  await drag([120, 120], [120, 320])
  const { title, version } = await platform(pageInfo, { id: pageId })
  const theirs = { widgets: [rect('a', 100, 100), rect('b', 500, 100), rect('c', 10, 10)] }
  await platform(savePage, { id: pageId, equipmentId, title, json: JSON.stringify(theirs), version })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(question).toContainText('meanwhile')
  await question.getByRole('button', { name: 'Merge and save' }).click()
  await expect(page.getByText('is saved as version 3')).toBeVisible()
  const { widgets } = (await platform(pageInfo, { id: pageId })).content
  expect(Object.fromEntries(widgets.map(({ id, position: { x, y } }) => [id, [x, y]]))).toEqual({
    a: [100, 300],
    b: [500, 100],
    c: [10, 10],
  })
})

test('unsaved work is offered when the page is opened again', async ({ page, platform }) => {
  const equipmentId = await deviceAlone(platform, unique('Designed'))
  const pageId = await emptyPage(platform, equipmentId, [rect('a', 100, 100)])
  await page.goto(designer(equipmentId, pageId))
  const { drag } = await sheetOf(page)
  await drag([120, 120], [320, 320])
  const kept = () => page.evaluate((id) => localStorage.getItem(`page-draft-${id}`) ?? '', pageId)
  await expect.poll(kept).toContain('"document"')
  page.on('dialog', (dialog) => void dialog.accept())
  // The window closes during a drag: the earlier changes are kept.
  await page.mouse.down()
  await page.mouse.move(700, 300)
  await page.reload()
  await page.getByRole('button', { name: 'Continue with it' }).click()
  await expect(page.getByText('Undo 1 / 50')).toBeVisible()
  await save(page)
  expect((await platform(pageInfo, { id: pageId })).content.widgets[0]!.position).toMatchObject({ x: 300, y: 300 })
  expect(await kept()).toBe('')
})
