// A map of devices on a page: their positions, the number in each state, and the link to each; and its display while
// the platform or its own code is away.
import type { Client } from '../apps/demo/client.ts'
import { savePage } from '../features/page/page/contract.ts'
import { drawingOptions } from './browser.ts'
import { idOf, intake } from './scene.ts'
import { expect, type Page, test } from './test.ts'

async function drawPage(platform: Client, data: object = {}): Promise<{ path: string; equipmentId: number }> {
  const equipmentId = await idOf(platform, intake)
  const position = { x: 20, y: 20, width: 960, height: 720, rotate: 0 }
  const widgets = [{ id: 'm', widgetType: 'Map', position, data }]
  const { id } = await platform(savePage, { equipmentId, title: 'Places', json: JSON.stringify({ widgets }) })
  return { path: `/monitor/eg/detail/page/${id}/0`, equipmentId }
}

const markOf = (page: Page) => page.getByRole('button', { name: new RegExp(`^${intake}: Online`) })
const counts = (page: Page) => page.locator('.map-counts')
const isAtDevice = (equipmentId: number) => new RegExp(`/monitor/eg/detail/list/${equipmentId}/0`)

test.use({ launchOptions: drawingOptions })

test('a map shows the devices at their places, and leads to one', async ({ page, platform }) => {
  const { path, equipmentId } = await drawPage(platform)
  await page.goto(path)
  await expect(counts(page)).toContainText(/Devices \d+/)
  await expect(counts(page)).toContainText(/Online \d+ \(\d+ %\)/)
  await expect(page.locator('.map-view canvas')).toBeVisible()
  await markOf(page).click()
  const card = page.getByRole('region', { name: intake })
  await expect(card).toContainText('Online')
  await card.getByRole('link', { name: 'Open' }).click()
  await expect(page).toHaveURL(isAtDevice(equipmentId))
})

test('a map marks every state while the platform is not reached, and removes the marks afterwards', async ({
  page,
  context,
  faults,
  platform,
}) => {
  await page.goto((await drawPage(platform)).path)
  await expect(markOf(page)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('button', { name: `${intake}: not known; last: Online` })).toContainText('?')
  await expect(counts(page)).toContainText(/Online \? \(last \d+\)/)
  await expect(counts(page)).not.toContainText('%')
  await expect(page.locator('.widget-old')).toContainText('Not current')
  await context.setOffline(false)
  await expect(markOf(page)).toBeVisible()
  await expect(counts(page)).toContainText(/Online \d+ \(\d+ %\)/)
  await expect(page.locator('.widget-old')).toBeHidden()
  faults.splice(0)
})

test('the devices are listed while the code of the map is not reached, and the map is drawn as soon as it is', async ({
  page,
  faults,
  platform,
}) => {
  const { path } = await drawPage(platform)
  const code = /\/open-map-[^/]*\.js$/
  await page.route(code, (route) => route.abort())
  await page.goto(path)
  await expect(page.getByText('The map could not be loaded; it is tried again. The devices:')).toBeVisible()
  await expect(page.locator('.map-list').getByRole('link', { name: intake })).toBeVisible()
  await page.unroute(code)
  await expect(markOf(page)).toBeVisible()
  await expect(page.locator('.map-list')).toBeHidden()
  faults.splice(0)
})

test('a map draws the outlines while the platform sends no tile server', async ({ page, faults, platform }) => {
  const { path } = await drawPage(platform)
  await page.route('**/equipment/map/tiles', (route) => route.abort())
  await page.goto(path)
  await expect(markOf(page)).toBeVisible()
  await expect(page.locator('.widget-old')).toBeVisible()
  await page.unroute('**/equipment/map/tiles')
  await expect(page.locator('.widget-old')).toBeHidden()
  faults.splice(0)
})

test('a browser without WebGL lists the devices, with the reason', async ({ page, platform, faults }) => {
  await page.addInitScript(() => {
    const own = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...more: never[]) {
      return kind.startsWith('webgl') ? null : own.call(this, kind as '2d', ...more)
    } as typeof own
  })
  const { path, equipmentId } = await drawPage(platform)
  await page.goto(path)
  await expect(page.getByText('This browser draws no maps (WebGL is off). The devices:')).toBeVisible()
  await page.locator('.map-list').getByRole('link', { name: intake }).click()
  await expect(page).toHaveURL(isAtDevice(equipmentId))
  faults.splice(0)
})

test('all devices on one map: by state, by name, each with its card, near ones as one mark', async ({ page }) => {
  await page.goto('/map')
  const lines = page.getByRole('list', { name: 'Devices on the map' })
  await expect(page.getByRole('button', { name: /^Devices \d+, Online \d+/ }).first()).toBeVisible()
  await expect(lines.getByRole('listitem').nth(3)).toBeVisible()
  await lines.getByRole('button', { name: intake }).click()
  await expect(page).toHaveURL(/at=\d+/)
  const card = page.getByRole('region', { name: intake })
  await expect(card).toContainText('Online')
  await expect(markOf(page)).toBeVisible()
  await page.getByPlaceholder('Name, SN or address').fill('well')
  await expect(lines.getByRole('listitem')).toHaveCount(2)
  await expect(page).toHaveURL(/word=well/)
  await page.getByRole('radio', { name: /^Offline/ }).check({ force: true })
  await expect(page.getByText('Nothing matches the filter.')).toBeVisible()
})
