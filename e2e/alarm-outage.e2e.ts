// Journey of alarms and messages while one link of the path is down: no old value, count or state is shown as current,
// an impossible action is refused with the reason, and everything recovers automatically.
import { clientOf } from '../apps/demo/client.ts'
import { saveAlarmRules } from '../features/device/alarm-rules/contract.ts'
import { commandCallback } from '../features/device/command/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveReport } from '../features/device/report/contract.ts'
import { queryGateways, startSync } from '../features/gateway/gateway/contract.ts'
import { queryAlarms } from '../features/watch/alarm/contract.ts'
import { type OutageWorld, startOutageWorld } from './outage-world.ts'
import { test as base, expect, type Page } from './test.ts'

const [well, silent] = ['Well level watched', 'PLC does not answer']

/** Adds a rule that always holds, one about a PLC that does not answer, and stored history for a backtest. */
async function setUp({ url, session, equipmentId }: OutageWorld): Promise<void> {
  const call = clientOf(url, session)
  let { version, config } = await call(queryConfig, { equipmentId })
  const idOf = (title: string) => config.signals.find((signal) => signal.title === title)!.id
  const signalId = idOf('Well level')
  const setPointIds = [idOf('Intake flow set point')]
  const save = [
    {
      ...{ name: well, level: 'severe', methods: ['push'], setPointIds, advice: 'Start pump 2.' },
      condition: { kind: 'limit', signalId, is: 'above', limit: -1000 },
    },
    {
      ...{ name: silent, level: 'important' },
      condition: { kind: 'expression', expression: `not good(\${${equipmentId}.${signalId}})` },
    },
  ] as const
  ;({ version, config } = await call(saveAlarmRules, { equipmentId, version, save: [...save], remove: [] }))
  const stored = { mode: 'periodic', period: { every: 1, unit: 'second' } } as const
  const columns = [{ signalId }]
  await call(saveReport, { equipmentId, version, report: { name: 'Levels', type: 'normal', ...stored, columns } })
  const { rows } = await call(queryGateways, {})
  const { uuid } = await call(startSync, { id: rows[0]!.id })
  await expect.poll(async () => (await call(commandCallback, { uuid })).status, { timeout: 30_000 }).toBe('success')
  const open = async () => (await call(queryAlarms, {})).rows.map(({ name }) => name)
  await expect.poll(open, { timeout: 30_000 }).toEqual([well])
}

const test = base.extend<object, { world: OutageWorld }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape Playwright asks for
    async ({}, use) => {
      const world = await startOutageWorld()
      await setUp(world)
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  place: async ({ world: { url, session } }, use) => use({ url, session }),
})

/** Console errors of an outage are expected. */
test.afterEach(({ faults }) => void faults.splice(0))

const backMs = 20_000
const list = '/monitor/alarm'
const row = (page: Page, name = well) => page.locator('.alarm-row').filter({ hasText: name })
const panel = (page: Page) => page.getByRole('complementary', { name: well })
const now = (page: Page) => panel(page).locator('.alarm-now-line .value')
const act = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const banner = (page: Page) => page.locator('.link-banner')

/** Expects the button to be disabled with a reason. */
async function expectRefused(page: Page, name: string | RegExp) {
  const button = act(page, name)
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.hover()
  await expect(page.getByRole('tooltip').filter({ hasText: 'no connection to the platform' }).first()).toBeVisible()
  await page.mouse.move(0, 0)
}

async function openAlarm(page: Page) {
  await page.goto(list)
  await row(page).getByRole('link', { name: well }).click()
  await expect(now(page)).toHaveClass(/^value $/)
}

test('the platform stops: neither list nor opened alarm is shown as current, nothing can be acknowledged', async ({
  page,
  world,
}) => {
  await openAlarm(page)
  const counts = page.locator('.alarm-counts')
  const badge = page
    .getByRole('navigation')
    .getByRole('link', { name: /^Alarms/ })
    .first()
  await expect(counts).toContainText('1')
  await expect(badge).toContainText('1')
  await expect(page.locator('.alarm-live')).toBeVisible()
  await expect(page.locator('.alarm-rate b')).toHaveText(/^\d+$/)
  await page.getByLabel(`Select ${well}`).check()
  await panel(page).getByRole('button', { name: 'Acknowledge…' }).click()
  await world.platform.goes()
  await expect(banner(page)).toBeVisible()

  await expect(page.locator('.alarm-live')).toBeHidden()
  await expect(page.locator('.alarm-open')).toBeHidden()
  await expect(counts).not.toContainText('1')
  await expect(badge).not.toContainText('1')
  await expect(page.locator('.alarm-strip')).not.toContainText(/\d : \d/)
  await expect(page.locator('.alarm-rate b')).toHaveText('–')
  await expect(page.locator('.alarm-views')).not.toContainText(/\d$/)
  await expect(page.locator('.alarm-card .as-of')).toContainText('Not current')
  await expect(panel(page).locator('.as-of')).toContainText('Not current')
  await expect(now(page)).toHaveClass(/value-stale/)
  await expect(panel(page).locator('.alarm-points .value')).toHaveClass(/value-stale/)
  await expectRefused(page, /^Acknowledge 1/)
  await page.getByLabel('Reason, kept in the log').fill('Known')
  await expectRefused(page, /^Shelve 1/)
  await expect(panel(page).getByRole('button', { name: 'Acknowledge', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectRefused(page, 'Export')

  await world.platform.returns()
  await expect(banner(page)).toBeHidden({ timeout: backMs })
  await expect(page.locator('.alarm-live')).toBeVisible({ timeout: backMs })
  await expect(page.locator('.as-of')).toHaveCount(0, { timeout: backMs })
  await expect(now(page)).toHaveClass(/^value $/, { timeout: backMs })
  await expect(page.locator('.alarm-rate b')).toHaveText(/^\d+$/, { timeout: backMs })
  await expect(act(page, /^Acknowledge 1/)).toHaveAttribute('aria-disabled', 'false')
})

test('the gateway goes: the alarm is marked as last known, its value is marked, and both recover', async ({
  page,
  world,
}) => {
  test.setTimeout(180_000)
  await openAlarm(page)
  await expect(row(page)).toContainText('Active')
  await world.gateway.goes()
  await expect(now(page)).toHaveClass(/value-stale/, { timeout: 45_000 })
  await expect(row(page)).toContainText('last known', { timeout: 45_000 })
  await expect(panel(page)).toContainText('The gateway is not connected', { timeout: 45_000 })
  await expect(banner(page)).toBeHidden()
  await world.gateway.returns()
  await expect(now(page)).toHaveClass(/^value $/, { timeout: 60_000 })
  await expect(row(page)).not.toContainText('last known', { timeout: 60_000 })
})

test('the PLC goes: its rule is raised, the value is bad with the reason; it clears when the PLC is back', async ({
  page,
  world,
}) => {
  test.setTimeout(180_000)
  await openAlarm(page)
  await world.plc.goes()
  await expect(now(page)).toHaveClass(/value-bad/, { timeout: 30_000 })
  await expect(row(page, silent)).toContainText('Active', { timeout: 30_000 })
  await expect(row(page)).toContainText('Active')
  await world.plc.returns()
  await expect(row(page, silent)).toContainText('Cleared', { timeout: 60_000 })
  await expect(now(page)).toHaveClass(/^value $/, { timeout: 30_000 })
})

test('the page of the device shows the same', async ({ page, world }) => {
  await page.goto(`/monitor/eg/detail/list/${world.equipmentId}/0?tab=alarm`)
  await expect(row(page)).toBeVisible()
  await expect(page.locator('.alarm-views')).toContainText(/\d/)
  await world.platform.goes()
  await expect(page.locator('.alarm-card .as-of')).toContainText('Not current')
  await expect(page.locator('.alarm-views')).not.toContainText(/All open\s*\d/)
  await row(page).getByRole('link', { name: well }).click()
  await expect(page.locator('.alarm-panel')).toContainText('No connection')
  await world.platform.returns()
  await expect(panel(page)).toBeVisible({ timeout: backMs })
  await expect(page.locator('.as-of')).toHaveCount(0, { timeout: backMs })
})

test('a rule being edited: its value is marked, a failed backtest shows no figures, nothing is saved', async ({
  page,
  world,
}) => {
  test.setTimeout(180_000)
  await page.goto(`/manage/eg/equipment/edit/${world.equipmentId}/alarm`)
  await page.getByRole('link', { name: well }).click()
  const value = page.locator('.alarm-now-value .value')
  const figures = page.locator('.backtest-figures')
  const limit = page.getByRole('spinbutton', { name: /^Limit/ })
  await expect(value).toHaveClass(/^value $/)
  await expect(figures).toBeVisible()
  await limit.fill('-900')
  await expect(act(page, /^Save as version/)).toHaveAttribute('aria-disabled', 'false')
  await world.platform.goes()
  await expect(value).toHaveClass(/value-stale/)
  await expectRefused(page, /^Save as version/)
  await limit.fill('-800')
  await expect(page.locator('.backtest').getByText(/cannot be reached/)).toBeVisible()
  await expect(figures).toBeHidden()
  await world.platform.returns()
  await expect(figures).toBeVisible({ timeout: backMs })
  await expect(value).toHaveClass(/^value $/, { timeout: backMs })
  await expect(act(page, /^Save as version/)).toHaveAttribute('aria-disabled', 'false')
  await world.plc.goes()
  await expect(value).toHaveClass(/value-bad/, { timeout: 30_000 })
  await world.plc.returns()
  await expect(value).toHaveClass(/^value $/, { timeout: 60_000 })
})

test('messages, bell and announcements: no count is claimed, nothing is marked or deleted', async ({ page, world }) => {
  await page.goto('/msg/messageAll')
  const tabs = page.getByRole('navigation', { name: 'Messages' })
  await expect(page.locator('.message-line').first()).toBeVisible()
  await expect(tabs).toContainText(/Unread\s*\d/)
  await page
    .getByRole('checkbox', { name: /^Select: / })
    .first()
    .check()
  await world.platform.goes()
  await expect(page.getByRole('button', { name: /unread count not known/ })).toBeVisible()
  await expect(page.locator('.messages .as-of')).toContainText('Not current')
  await expect(tabs).not.toContainText(/Unread\s*\d/)
  await expectRefused(page, 'Mark as read')
  await expectRefused(page, 'Mark all as read')
  await expectRefused(page, 'Delete')
  await page.getByRole('button', { name: /unread count not known/ }).click()
  await expect(page.locator('.bell-list')).toContainText('Not live')
  await page.keyboard.press('Escape')
  await world.platform.returns()
  await expect(page.getByRole('button', { name: /^Messages, \d+ unread$/ })).toBeVisible({ timeout: backMs })
  await expect(page.locator('.as-of')).toHaveCount(0, { timeout: backMs })

  await page.goto('/manage/system/msg')
  await expect(act(page, 'Write an announcement')).toHaveAttribute('aria-disabled', 'false')
  await world.platform.goes()
  await expectRefused(page, 'Write an announcement')
  await world.platform.returns()
  await expect(act(page, 'Write an announcement')).toHaveAttribute('aria-disabled', 'false', { timeout: backMs })
})

// This test is the last, because it marks the message as read.
test('a message of an alarm leads to the alarm, on the page of its device', async ({ page }) => {
  await page.goto('/msg/messageAll')
  await page.locator('.message-line').getByRole('link', { name: well }).first().click()
  await expect(page).toHaveURL(/\/monitor\/eg\/detail\/list\/\d+\/\d+$/)
  await expect(page.getByRole('heading', { name: well })).toBeVisible()
  await expect(page.locator('.alarm-panel')).toContainText('Start pump 2.')
  await page.getByRole('link', { name: 'Real time' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Well level' }).first()).toHaveAttribute('data-state', 'good')
})
