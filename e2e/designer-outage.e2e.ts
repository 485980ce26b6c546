// The designer, the values of a page as a list, and the list of pages while one link of the path is down: no value is
// shown as good, no save is lost, and everything recovers automatically.
import { clientOf } from '../apps/demo/client.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { type OutageWorld, startOutageWorld } from './outage-world.ts'
import { test as base, expect, type Page } from './test.ts'

type World = OutageWorld & { pageId: number }

/** Adds a page with one value. */
async function drawPage({ url, session, equipmentId }: OutageWorld): Promise<number> {
  const call = clientOf(url, session)
  const { config } = await call(queryConfig, { equipmentId })
  const { id: signalId, title } = config.signals.find(({ name }) => name === 'wellLevel')!
  const position = { x: 100, y: 100, width: 200, height: 60, rotate: 0 }
  const data = { type: 'signal', signalId, equipId: equipmentId, title, unit: 'm', decimals: 2 }
  const widgets = [{ id: 'a', widgetType: 'DataText', position, data }]
  return (await call(savePage, { equipmentId, title: 'Well', json: JSON.stringify({ widgets }) })).id
}

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape Playwright asks for
    async ({}, use) => {
      const world = await startOutageWorld()
      await use({ ...world, pageId: await drawPage(world) })
      await world.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  place: async ({ world: { url, session } }, use) => use({ url, session }),
})

/** Console errors of an outage are expected. */
test.afterEach(({ faults }) => void faults.splice(0))

const backMs = 60_000
const ofCard = (page: Page) => page.locator('.bind-card .live')
const ofList = (page: Page) => page.getByRole('region', { name: /^Values of / }).locator('dd .value')
const banner = (page: Page) => page.locator('.link-banner')
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

/** The designer with its one widget selected and moved, and the live page with its list beside it. */
async function open(designer: Page, { equipmentId, pageId }: World): Promise<Page> {
  const live = await designer.context().newPage()
  await live.goto(pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 }))
  await live.getByRole('button', { name: 'Values' }).click()
  await designer.goto(pathOf('/manage/eg/{equipId}/designer/{pageId}', { equipId: equipmentId, pageId }))
  await designer.locator('.designer-page .data-text').waitFor()
  await designer.keyboard.press('Control+a')
  await designer.keyboard.press('ArrowRight')
  await isGood(designer, live)
  return live
}

async function isGood(designer: Page, live: Page): Promise<void> {
  await expect(ofCard(designer)).toHaveAttribute('data-quality', 'good', { timeout: backMs })
  await expect(ofCard(designer)).toHaveText(/^\d\.\d\d m$/)
  await expect(ofList(live)).toHaveText(/^\d\.\d\d ?m$/, { timeout: backMs })
  await expect(ofList(live)).not.toHaveClass(/value-(stale|bad)/)
}

test('the platform stops: values are old, saving is refused with the reason, the edits stay', async ({
  page,
  world,
}) => {
  test.setTimeout(180_000)
  const live = await open(page, world)
  const list = await page.context().newPage()
  await list.goto(pathOf('/manage/eg/equipment/edit/{id}/page', { id: world.equipmentId }))
  await expect(list.getByRole('link', { name: 'Well' })).toBeVisible()
  await world.platform.goes()
  for (const each of [page, live, list]) await expect(banner(each)).toBeVisible()
  await expect(ofCard(page)).toHaveAttribute('data-quality', 'stale')
  await expect(ofList(live)).toHaveClass(/value-stale/)
  await expect(save(page)).toBeDisabled()
  await page.keyboard.press('Control+s')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Undo 1 / 50')).toBeVisible()
  await world.platform.returns()
  for (const each of [page, live, list]) await expect(banner(each)).toBeHidden({ timeout: backMs })
  await isGood(page, live)
  await save(page).click()
  await expect(page.getByText(/is saved as version \d+/).first()).toBeVisible()
  await expect(list.getByRole('link', { name: 'Well' })).toBeVisible()
})

test('the gateway goes: values are old, and the page can be saved', async ({ page, world }) => {
  test.setTimeout(240_000)
  const live = await open(page, world)
  await world.gateway.goes()
  await expect(ofCard(page)).toHaveAttribute('data-quality', 'stale', { timeout: 45_000 })
  await expect(ofList(live)).toHaveClass(/value-stale/, { timeout: 45_000 })
  await expect(banner(page)).toBeHidden()
  await save(page).click()
  await expect(page.getByText(/is saved as version \d+/).first()).toBeVisible()
  await world.gateway.returns()
  await isGood(page, live)
})

test('the PLC goes: values are bad, and none of their numbers is shown', async ({ page, world }) => {
  test.setTimeout(240_000)
  const live = await open(page, world)
  await world.plc.goes()
  await expect(ofCard(page)).toHaveAttribute('data-quality', 'bad', { timeout: 45_000 })
  await expect(ofCard(page)).not.toHaveText(/\d/)
  await expect(ofList(live)).toHaveClass(/value-bad/, { timeout: 45_000 })
  await world.plc.returns()
  await isGood(page, live)
  await save(page).click()
  await expect(page.getByText(/is saved as version \d+/).first()).toBeVisible()
})
