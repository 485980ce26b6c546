// A maintenance man in a basement: 390 × 844, a thumb.
import { idOf, intake } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** The page itself never scrolls sideways; a table within may. */
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
  await page.getByRole('button', { name: 'Turbidity' }).tap()
  await expect(page.getByRole('dialog')).toContainText('Source of the value')
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
