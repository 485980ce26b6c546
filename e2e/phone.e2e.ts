// The pages on a phone, for a maintenance engineer in a basement: a screen of 390 × 844, used with a thumb.
import type { EquipmentId } from '../contract/fields.ts'
import { homePage, savePage } from '../features/page/page/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { deviceAlone, idOf, intake, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** How far the page is wider than the window: the page itself must never scroll sideways, but a table in it may. */
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test('the list of devices and a device fit and work', async ({ page, platform }) => {
  await page.goto('/monitor/eg/list')
  await expect(page.getByText(intake).first()).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: intake }).first().tap()
  await expect(page).toHaveURL(new RegExp(`/monitor/eg/detail/.*${await idOf(platform, intake)}|/detail/page/`))
  await page.goto(`/monitor/eg/detail/list/${await idOf(platform, intake)}/0?tab=realTime`)
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  const header = page.locator('.page-header')
  expect((await header.boundingBox())!.height).toBeLessThanOrEqual(120)
  await expect(header.getByRole('heading', { name: intake })).toBeVisible()
  await expect(header.getByRole('status')).toHaveText('Live')
  await expect(header.getByRole('button', { name: 'Write…' })).toBeVisible()
  await page.getByRole('button', { name: 'Turbidity', exact: true }).tap()
  await expect(page.getByRole('dialog')).toContainText('Source of the value')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('filters, view and export of the list are in a sheet, so that the devices have the screen', async ({ page }) => {
  await page.goto('/monitor/eg/list')
  const row = page.getByRole('row').filter({ hasText: intake })
  await expect(row).toBeVisible()
  expect((await row.boundingBox())!.y).toBeLessThan(240)
  expect((await row.boundingBox())!.height).toBeLessThan(100)
  await page.getByRole('button', { name: 'Filters' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('button', { name: 'Export CSV' })).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Advanced search' })).toBeVisible()
  await sheet.getByText('Cards', { exact: true }).tap()
  await sheet.getByRole('button', { name: 'Done' }).tap()
  await expect(page).toHaveURL(/view=cards/)
  await expect(page.getByRole('list', { name: 'Devices' }).getByText(intake)).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('a value is written with a thumb', async ({ page, platform }) => {
  await page.goto(`/monitor/eg/detail/list/${await idOf(platform, intake)}/0?tab=realTime`)
  const row = page.getByRole('row').filter({ hasText: 'Intake flow set point' })
  await row.getByRole('button', { name: 'Write' }).tap()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/New value/).fill('150')
  await dialog.getByRole('button', { name: 'Review…' }).tap()
  await dialog.getByRole('button', { name: /^Write 150/ }).tap()
  await expect(dialog.getByText('Written')).toBeVisible()
})

test('a configuration page is seen in its whole width, and enlarged by two fingers', async ({ page, platform }) => {
  const equipmentId = await deviceAlone(platform, unique('Pages'))
  const text = { id: 'a', widgetType: 'Text', position: { x: 20, y: 300, width: 200, height: 40, rotate: 0 } }
  const json = JSON.stringify({ widgets: [{ ...text, data: { text: 'Well 3' } }] })
  const { id: pageId } = await platform(savePage, { equipmentId, title: 'Wells', json })
  await page.goto(pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 }))
  const widget = page.getByText('Well 3')
  await expect(widget).toBeVisible()
  const frame = page.locator('.page-scroll')
  const beyond = () => frame.evaluate((node) => node.scrollWidth - node.clientWidth)
  expect(await beyond()).toBeLessThanOrEqual(0)
  const before = (await widget.boundingBox())!
  const at = { x: before.x + before.width / 2, y: before.y + before.height / 2 }
  const fingers = (apart: number) => [-1, 1].map((side, id) => ({ x: at.x + (side * apart) / 2, y: at.y, id }))
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) })
  for (const apart of [60, 80, 100, 120])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(async () => (await widget.boundingBox())!.width / before.width).toBeCloseTo(3, 1)
  expect(await beyond()).toBeGreaterThan(0)
  // The browser window itself is not zoomed.
  expect(await page.evaluate(() => window.visualViewport!.scale)).toBe(1)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: /^Fit/ }).tap()
  await expect.poll(beyond).toBeLessThanOrEqual(0)
})

test('below a page that is small on a phone its values are listed, in the order of the page', async ({
  page,
  platform,
}) => {
  const home = await platform(homePage, { equipmentId: (await idOf(platform, intake)) as EquipmentId })
  await page.goto(pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId: home!.id, alarm: 0 }))
  const values = page.getByRole('region', { name: /^Values of / })
  await expect(values.locator('dt').first()).toHaveText('River level')
  await expect(values.locator('dd').first()).toHaveText(/^\d+\.\d\d ?m$/)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Values' }).tap()
  await expect(values).toBeHidden()
})

test('the selected element is visible, however long the row or the list', async ({ page }) => {
  await page.goto('/account/log')
  const row = page.getByRole('navigation', { name: 'My account' })
  await expect(row.getByRole('link', { name: 'Operation log' })).toBeInViewport({ ratio: 1 })
  await page.goto('/manage/orgal/role')
  const list = page.getByRole('navigation', { name: 'Roles' })
  await list.getByRole('link').last().click()
  await expect(list.getByRole('link').last()).toHaveAttribute('aria-current', 'page')
  await page.reload()
  await expect(list.getByRole('link').last()).toHaveAttribute('aria-current', 'page')
  await expect(list.getByRole('link').last()).toBeInViewport({ ratio: 1 })
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})
