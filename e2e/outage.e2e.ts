// Journey in which each link of the path really fails while a screen is watched: nothing wrong is shown, the first
// cause on the path is named, and everything recovers automatically.
import { writeValue } from '../features/device/command/contract.ts'
import { entryOf } from './menu.ts'
import { shareStation, visit } from './outage-visitor.ts'
import { type OutageWorld, startOutageWorld } from './outage-world.ts'
import { test as base, expect, newContext, type Page } from './test.ts'

const test = base.extend<object, { world: OutageWorld }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape Playwright asks for
    async ({}, use) => {
      const world = await startOutageWorld()
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  place: async ({ world: { url, session } }, use) => use({ url, session }),
})

const backMs = 10_000
const setPoint = 'Intake flow set point'
const list = '/monitor/eg/list'
const detail = ({ equipmentId }: OutageWorld) => `/monitor/eg/detail/list/${equipmentId}/0?tab=realTime`
const phase = (page: Page, words: string) => page.locator('.phase').filter({ hasText: words })
const banner = (page: Page) => page.locator('.link-banner')
const value = (page: Page) => page.getByRole('row').filter({ hasText: 'Well level' }).first()
const write = (page: Page) => page.getByRole('button', { name: 'Write…' })

async function expectLive(page: Page, withinMs = 20_000) {
  await expect(phase(page, 'Live')).toBeVisible({ timeout: withinMs })
  await expect(value(page)).toHaveAttribute('data-state', 'good', { timeout: withinMs })
  await expect(write(page)).toHaveAttribute('aria-disabled', 'false')
}

/** Console errors of an outage are expected. */
test.afterEach(({ faults }) => void faults.splice(0))

test('the platform stops: the device page says so, its values are marked, writing is refused with the reason', async ({
  page,
  world,
}) => {
  await page.goto(detail(world))
  await expectLive(page)
  await world.platform.goes()
  await expect(banner(page)).toContainText('No connection to the platform.')
  await expect(phase(page, 'No connection')).toBeVisible()
  await expect(value(page)).toHaveAttribute('data-state', 'stale')
  await expect(page.getByText('The gateway is offline')).toHaveCount(0)
  await expect(write(page)).toHaveAttribute('aria-disabled', 'true')
  await write(page).hover()
  await expect(page.getByRole('tooltip')).toContainText('no connection to the platform')
  await world.platform.returns()
  await expect(banner(page)).toBeHidden({ timeout: backMs })
  await expectLive(page)
})

test('the platform stops: lists, gateways and the status bar are marked, and recover automatically', async ({
  page,
  world,
}) => {
  await page.goto(list)
  const dot = page.locator('.data-table .presence').first()
  const status = page.locator('.status-bar')
  await expect(dot).toHaveClass(/presence-online/)
  await expect(status).toContainText('1 / 1')
  await world.platform.goes()
  await expect(banner(page)).toBeVisible()
  await expect(dot).toHaveClass(/presence-unknown/)
  await expect(page.locator('.as-of')).toContainText('Not current')
  await expect(status).toContainText('No connection to the platform.')
  await expect(status).not.toContainText('1 / 1')
  await expect(status).not.toContainText('/s')
  await world.platform.returns()
  await expect(banner(page)).toBeHidden({ timeout: backMs })
  await expect(page.locator('.as-of')).toBeHidden({ timeout: backMs })
  await expect(dot).toHaveClass(/presence-online/)
  await expect(status).toContainText('1 / 1')
})

test('a page whose file cannot be loaded stays in the shell, says unreachable, and opens automatically', async ({
  page,
  world,
}) => {
  await page.goto(list)
  await expect(page.getByRole('row').filter({ hasText: 'Intake station 1' })).toBeVisible()
  await world.platform.goes()
  await (await entryOf(page, 'Equipment', 'Groups')).click()
  await expect(page.getByText('This page could not be loaded because the platform cannot be reached')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(banner(page)).toBeVisible()
  await world.platform.returns()
  await expect(page.getByRole('heading', { name: 'Groups' })).toBeVisible()
})

test('minutes without activity around an outage: the page is live again all the same', async ({ page, world }) => {
  await page.clock.install()
  await page.goto(detail(world))
  await page.clock.runFor(2_000)
  await expectLive(page)
  await page.clock.runFor(150_000)
  await world.gateway.goes()
  await expect(phase(page, 'Gateway offline')).toBeVisible()
  await expect(value(page)).toHaveAttribute('data-state', 'stale')
  await page.clock.runFor(150_000)
  await world.gateway.returns()
  // The page polls by its fake clock, which must go on until the gateway is connected.
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect(phase(page, 'Live')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await expectLive(page)
})

test('the database goes: calls fail with its code, live values continue, and both are shown', async ({
  page,
  world,
}) => {
  await page.goto(detail(world))
  await expectLive(page)
  await world.database.goes()
  await expect(banner(page)).toContainText('database is not available')
  await expect(banner(page)).toContainText('90005')
  await expect(phase(page, 'Live')).toBeVisible()
  await expect(value(page)).toHaveAttribute('data-state', 'good')
  await expect(write(page)).toHaveAttribute('aria-disabled', 'true')
  await world.database.returns()
  await expect(banner(page)).toBeHidden({ timeout: backMs })
  await expectLive(page)
})

test('a line that swallows everything is detected, and its connections recover', async ({ page, world }) => {
  test.setTimeout(120_000)
  await page.goto(detail(world))
  await expectLive(page)
  world.browserLine.freeze()
  await expect(value(page)).toHaveAttribute('data-state', 'stale')
  await expect(banner(page)).toBeVisible({ timeout: 30_000 })
  await expect(write(page)).toHaveAttribute('aria-disabled', 'true')
  await world.browserLine.returns()
  await expect(banner(page)).toBeHidden({ timeout: backMs })
  await expectLive(page)
})

test('the broker goes: the gateway is shown as offline, not the platform', async ({ page, world }) => {
  test.setTimeout(120_000)
  await page.goto(detail(world))
  await expectLive(page)
  await world.broker.goes()
  await expect(phase(page, 'Gateway offline')).toBeVisible({ timeout: 45_000 })
  await expect(banner(page)).toBeHidden()
  await expect(value(page)).toHaveAttribute('data-state', 'stale')
  await world.broker.returns()
  await expectLive(page, 60_000)
})

test('a gateway without network is not called live until the platform finds out', async ({ page, world }) => {
  test.setTimeout(120_000)
  await page.goto(detail(world))
  await expectLive(page)
  world.broker.freeze()
  await expect(value(page)).toHaveAttribute('data-state', 'stale')
  await expect(phase(page, 'No values')).toBeVisible()
  await expect(page.getByText(/The gateway sends no values although it counts as online/)).toBeVisible()
  await expect(write(page)).toHaveAttribute('aria-disabled', 'true')
  await world.broker.returns()
  await expectLive(page, 60_000)
})

test('the PLC goes: gateway and page are live, its variables are bad with the reason', async ({ page, world }) => {
  await page.goto(detail(world))
  await expectLive(page)
  await world.plc.goes()
  await expect(value(page)).toHaveAttribute('data-state', 'bad')
  await expect(phase(page, 'Live')).toBeVisible()
  // No row below the visible part shows a good value either.
  await expect(page.locator('[data-state="good"]')).toHaveCount(0)
  await world.plc.returns()
  await expectLive(page, 30_000)
})

test('nothing is preselected for a write: “Write…” uses the marked row, and without one no variable is filled in', async ({
  page,
  world,
}) => {
  await page.goto(detail(world))
  await expectLive(page)
  const dialog = page.getByRole('dialog')
  await write(page).click()
  await expect(dialog).toContainText('Choose a variable')
  await expect(dialog.getByRole('button', { name: 'Review…' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(write(page)).toBeFocused()
  await page.getByRole('button', { name: setPoint, exact: true }).click()
  await write(page).click()
  await expect(dialog).toContainText(setPoint)
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await expect(dialog.getByRole('textbox')).toHaveValue('')
})

test('a double press neither skips the review of a write nor writes twice', async ({ page, world }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === writeValue.path) sent.push(request.url())
  })
  await page.goto(detail(world))
  await expectLive(page)
  const line = page.getByRole('row').filter({ hasText: setPoint })
  await line.getByRole('button', { name: 'Write', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('310')
  await dialog.getByRole('button', { name: 'Review…' }).dblclick()
  await expect(dialog).toContainText('Write to the PLC?')
  expect(sent).toEqual([])
  await dialog.getByRole('button', { name: /^Write 310/ }).dblclick()
  await expect(dialog).toContainText('Read back')
  expect(sent).toHaveLength(1)
})

test('a write that is being entered is held back when the platform goes, with the reason', async ({ page, world }) => {
  await page.goto(detail(world))
  await expectLive(page)
  await page.getByRole('row').getByRole('button', { name: 'Write', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Review…' })).toHaveAttribute('aria-disabled', 'false')
  await world.platform.goes()
  await expect(dialog.getByRole('alert')).toContainText('no connection to the platform')
  await expect(dialog.getByRole('button', { name: 'Review…' })).toHaveAttribute('aria-disabled', 'true')
  await world.platform.returns()
  await expect(dialog.getByRole('button', { name: 'Review…' })).toHaveAttribute('aria-disabled', 'false')
})

test('a visitor sees what is away as accounts do, and can leave although the platform is unreachable', async ({
  browser,
  world,
}) => {
  const context = await newContext(browser, { url: world.url, session: null })
  const page = await context.newPage()
  await visit(page, await shareStation(world), 'realTime')
  await expect(phase(page, 'Live')).toBeVisible()
  await world.gateway.goes()
  await expect(phase(page, 'Gateway offline')).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('[data-state="good"]')).toHaveCount(0)
  await world.gateway.returns()
  await expect(phase(page, 'Live')).toBeVisible({ timeout: 60_000 })
  await world.platform.goes()
  await expect(banner(page)).toContainText('No connection to the platform.')
  await expect(page.locator('[data-state="good"]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('cannot be reached').first()).toBeVisible()
  await world.platform.returns()
  await expect(page.getByText('You have left what was shared.')).toBeVisible({ timeout: 30_000 })
  await context.close()
})
