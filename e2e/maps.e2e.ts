// A map of devices on a page: where they are, how many are in which state, and the way to each.
import { savePage } from '../features/page/contract.ts'
import { idOf, intake } from './scene.ts'
import { expect, test } from './test.ts'

test('a map shows the devices at their places, and leads to one', async ({ page, platform }) => {
  const equipmentId = await idOf(platform, intake)
  const widgets = [
    { id: 'm', widgetType: 'Map', position: { x: 20, y: 20, width: 960, height: 720, rotate: 0 }, data: {} },
  ]
  const { id } = await platform(savePage, { equipmentId, title: 'Places', json: JSON.stringify({ widgets }) })
  await page.goto(`/monitor/eg/detail/page/${id}/0`)
  await expect(page.getByText(/^Devices \d+$/)).toBeVisible()
  await expect(page.getByText(/^Online \d+ \(\d+ %\)$/)).toBeVisible()
  // A browser without WebGL lists them instead.
  const mark = page.getByRole('button', { name: /^Intake station 1: Online$/ })
  const line = page.locator('.map-list').getByRole('link', { name: 'Intake station 1' })
  await expect(mark.or(line)).toBeVisible()
  if (process.env.LOOK) await page.waitForTimeout(3000).then(() => page.screenshot({ path: process.env.LOOK! }))
  if (await mark.isVisible()) {
    await mark.click()
    await page.getByRole('region', { name: 'Intake station 1' }).getByRole('link', { name: 'Open' }).click()
  } else await line.click()
  await expect(page).toHaveURL(new RegExp(`/monitor/eg/detail/list/${equipmentId}/0`))
})
