// The track of a device that moves: its source is chosen, its line is on the map with its stops and gaps, and it is played.
import { errorCode, errorText } from '../contract/errors.ts'
import type { EquipmentId } from '../contract/fields.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { trackSettings } from '../features/watch/track/contract.ts'
import { drawingOptions } from './browser.ts'
import { unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'
import { chosenVehicle, minute, vehicle } from './track-scene.ts'

test.use({ launchOptions: drawingOptions })

const trackOf = (id: EquipmentId) => `/monitor/eg/detail/list/${id}/0?tab=track&range=8h`
const figure = (page: Page, name: string) => page.locator('.track-figures > div').filter({ hasText: name })

test('its source is chosen, and it is played along the map, over a stop and a gap', async ({ page, platform }) => {
  const { id, name } = await vehicle(platform)
  await page.goto(trackOf(id))
  await page.getByRole('button', { name: 'Select the source' }).click()
  const drawer = page.getByRole('dialog', { name: 'Position source' })
  for (const title of ['Longitude', 'Latitude']) {
    await drawer.getByRole('combobox', { name: `Variable for ${title.toLowerCase()}` }).click()
    await page.getByTitle(`${title} (°)`).last().click()
  }
  await drawer.getByRole('button', { name: 'Save' }).click()

  await expect(figure(page, 'Distance')).toContainText(/\d\d\.\d km/)
  await expect(figure(page, 'Stopped')).toContainText('12 min')
  const stops = page.getByRole('list', { name: 'Stops' })
  await expect(stops.getByRole('listitem')).toHaveCount(1)
  await expect(page.locator('.track-map canvas')).toBeVisible()
  await expect(page.locator('.track-map .track-stop-mark')).toHaveText('1')
  const here = page.locator('.track-here')
  await expect(here).toHaveAttribute('aria-label', 'Position of the device')

  const player = page.getByRole('region', { name: 'Playback of the track' })
  const time = player.getByRole('slider', { name: 'Time on the track' })
  const at = async () => Number(await time.inputValue())
  const begun = await at()
  await player.getByRole('radio', { name: '×600' }).check({ force: true })
  await player.getByRole('button', { name: 'Play' }).click()
  await expect.poll(at).toBeGreaterThan(begun + 10 * minute)
  await player.getByRole('button', { name: 'Pause' }).click()
  await stops.getByRole('button').click()
  await expect(player.locator('.track-said')).toContainText('km/h')
  // 40 minutes later the position of the vehicle is unknown.
  await time.fill(String((await at()) + 40 * minute))
  await expect(player.locator('.track-said')).toContainText('no position known')
  await expect(here).toHaveAttribute('aria-label', /last known position/)
  await player.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(at).toBe(begun)

  await page.getByRole('spinbutton', { name: /Stop from/ }).fill('15')
  await page.getByRole('spinbutton', { name: /Stop from/ }).press('Enter')
  await expect(page).toHaveURL(/stop=15/)
  await expect(page.getByText('No stop of 15 min or longer.')).toBeVisible()

  await page.goto('/map')
  await page.getByPlaceholder('Name, SN or address').fill(name)
  await page.getByRole('list', { name: 'Devices on the map' }).getByRole('button', { name }).click()
  await page.getByRole('region', { name }).getByRole('link', { name: 'Track' }).click()
  await expect(page).toHaveURL(new RegExp(`/monitor/eg/detail/list/${id}/0.*tab=track`))
})

test('a device without a report of both variables says what is missing, and what failed is tried again', async ({
  page,
  platform,
}) => {
  const { id } = await platform(addEquipment, { name: unique('Van') })
  await page.goto(trackOf(id))
  await expect(page.getByText('This device has no track yet')).toBeVisible()
  const refused = { code: errorCode('noPermission'), msg: errorText(errorCode('noPermission'), 'en'), data: null }
  await page.route(`**${trackSettings.path}`, (route) => route.fulfill({ json: refused }))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute(`**${trackSettings.path}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This device has no track yet')).toBeVisible()
})

test('a geofence is drawn on the map as an alarm rule, and shown on the track', async ({ page, platform }) => {
  const { id } = await chosenVehicle(platform)
  await page.goto(`/manage/eg/equipment/edit/${id}/alarm`)
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Yard')
  await page.getByRole('radio', { name: 'Fence' }).check({ force: true })
  for (const title of ['Longitude', 'Latitude']) {
    await page.getByRole('combobox', { name: new RegExp(`^Variable for ${title.toLowerCase()}`) }).click()
    await page
      .getByTitle(new RegExp(`^${title}`))
      .last()
      .click()
  }
  const map = page.getByRole('region', { name: 'Map of the area' })
  await expect(map.locator('canvas')).toBeVisible()
  await page.getByText('Polygon', { exact: true }).click()
  for (const [x, y] of [
    [100, 60],
    [240, 60],
    [240, 180],
  ] as const)
    await map.click({ position: { x, y } })
  await expect(page.getByText('3 corners')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the last corner' }).click()
  await expect(page.getByText('At least three corners')).toBeVisible()
  await page.getByText('Circle', { exact: true }).click()
  await map.click({ position: { x: 120, y: 120 } })
  await page.getByRole('spinbutton', { name: 'Latitude' }).fill('31.2')
  await page.getByRole('spinbutton', { name: 'Longitude' }).fill('121.5')
  await page.getByRole('spinbutton', { name: 'Radius' }).fill('6000')
  await page.getByRole('button', { name: /^Save as version/ }).click()
  await expect(page.getByText('Longitude, Latitude outside 6,000 m around 31.20000, 121.50000')).toBeVisible()
  await page.goto(trackOf(id))
  await expect(page.getByText('No geofence was left or entered.')).toBeVisible()
})
