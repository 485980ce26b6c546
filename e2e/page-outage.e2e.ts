// Journey of a page with many widgets while one link of the path is down: no value, count or state is shown as good,
// impossible actions give the reason, and everything recovers automatically.
import { clientOf } from '../apps/demo/client.ts'
import { commandCallback } from '../features/device/command/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveReport } from '../features/device/report/contract.ts'
import { queryGateways, startSync } from '../features/gateway/gateway/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { queryReports } from '../features/watch/history/contract.ts'
import { type OutageWorld, startOutageWorld } from './outage-world.ts'
import { test as base, expect, type Page } from './test.ts'

type World = OutageWorld & { path: string }

/** A report of a variable, so that it has a past. */
async function store({ url, session, equipmentId }: OutageWorld): Promise<number> {
  const call = clientOf(url, session)
  const { version, config } = await call(queryConfig, { equipmentId })
  const columns = [{ signalId: config.signals.find(({ name }) => name === 'wellLevel')!.id }]
  const stored = { mode: 'periodic', period: { every: 1, unit: 'second' } } as const
  await call(saveReport, { equipmentId, version, report: { name: 'Levels', type: 'normal', ...stored, columns } })
  const { rows } = await call(queryGateways, {})
  const { uuid } = await call(startSync, { id: rows[0]!.id })
  await expect.poll(async () => (await call(commandCallback, { uuid })).status, { timeout: 30_000 }).toBe('success')
  return (await call(queryReports, { equipmentId })).reports[0]!.id
}

/** Adds a page with every widget that shows or writes a value. */
async function drawPage(world: OutageWorld): Promise<string> {
  const reportId = await store(world)
  const { url, session, equipmentId } = world
  const call = clientOf(url, session)
  const { config } = await call(queryConfig, { equipmentId })
  const of = (name: string) => {
    const { id: signalId, title } = config.signals.find((signal) => signal.name === name)!
    return { type: 'signal', signalId, equipId: equipmentId, title }
  }
  const [level, flow, running, start] = ['wellLevel', 'intakeFlow', 'pump1Running', 'pump1Start'].map(of)
  const many = { signalArray: [level, flow] }
  const modes = [
    { label: 'Off', value: '0' },
    { label: 'On', value: '1' },
  ]
  const pair = { signalArrayX: [level], signalArrayY: [flow] }
  const script = 'function query(of) { return { columns: ["a"], rows: [[String(Object.values(of.values)[0])]] } }'
  const key = { enable: true, action: 'write', writeType: 'press', pressType: 'momentary', data: start }
  const drawn: [type: string, data: object, more?: object][] = [
    ['DataText', { ...level, unit: 'm' }],
    ['PercentFill', { ...level, maxVal: 6 }],
    ['Dashboard', { ...level, maxVal: 6 }],
    ['Symbol', { ...running, signalArray: [{ ...level, role: 'level', maxVal: 6 }] }],
    ['Scrollbar', { ...flow }],
    ['Button', { ...start, text: 'Jog' }, { clickEvent: key }],
    ['Select', { ...start, label: 'Choose' }, { items: modes }],
    ['Radio', { ...start }, { items: modes }],
    ['Input', { ...of('pump1SpeedSp'), label: 'Set point' }],
    ['ComboBox', { ...start }, { items: modes }],
    ['complexPie', many],
    ['Ring', many],
    ['Rose', many],
    ['complexBar', many],
    ['complexLine', many],
    ['Area', many],
    ['Xyline', pair],
    ['Section', running!],
    ['Report', { ...many, script }],
    ['History', { type: 'report', reportId, equipId: equipmentId }],
    ['Alarm', {}],
    ['Map', {}],
  ]
  const widgets = drawn.map(([widgetType, data, more], at) => ({
    ...{ id: `w${at}`, widgetType, data, ...more },
    position: { x: 10 + (at % 6) * 210, y: 10 + Math.floor(at / 6) * 190, width: 200, height: 170, rotate: 0 },
  }))
  const json = JSON.stringify({ con: { width: 1280, height: 780 }, widgets })
  const { id } = await call(savePage, { equipmentId, title: 'Everything', json })
  return `/monitor/eg/detail/page/${id}/0`
}

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape Playwright asks for
    async ({}, use) => {
      const world = await startOutageWorld()
      await use({ ...world, path: await drawPage(world) })
      await world.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  place: async ({ world: { url, session } }, use) => use({ url, session }),
})

/** Console errors of an outage are expected. */
test.afterEach(({ faults }) => void faults.splice(0))

/** Number of widgets with values of devices, i.e. without the tables and the map. */
const bound = 19
const backMs = 20_000
const ofQuality = (page: Page, quality: string) => page.locator(`[data-widget][data-quality="${quality}"]`)
const strips = (page: Page) => page.locator('.widget-old')
const mapCounts = (page: Page) => page.locator('.map-counts')
const key = (page: Page) => page.getByRole('button', { name: 'Jog' })

async function open(page: Page, { path }: World) {
  await page.goto(path)
  await expect(ofQuality(page, 'good')).toHaveCount(bound)
  await expect(strips(page)).toHaveCount(0)
  await expect(page.getByText(/^[\d.]+ m$/)).toBeVisible()
  // Widgets that call the platform show the answer.
  await expect(mapCounts(page)).toContainText('Online 1 (100 %)')
  await expect(page.getByText('No alarms in this time')).toBeVisible()
  await expect(page.locator('.past-table tbody tr').first()).toBeVisible()
  await expect(page.locator('.section-band')).toBeVisible()
  await expect(page.locator('.widget-note').filter({ hasText: 'Loading' })).toHaveCount(0)
}

/** A typed value opens a dialog that gives the reason why it cannot be written. */
async function expectNoWrite(page: Page, why: RegExp, withinMs = 20_000) {
  const field = page.getByLabel('Set point')
  await field.fill('900')
  await field.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText(why, { timeout: withinMs })
  await expect(dialog.getByRole('button', { name: /^Write 900/ })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Revert' }).click()
  await key(page).click()
  await expect(page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: why }).first()).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('the platform stops: every widget is marked, tables show old data, nothing is written, and everything recovers', async ({
  page,
  world,
}) => {
  await open(page, world)
  await world.platform.goes()
  await expect(page.locator('.link-banner')).toBeVisible()
  await expect(ofQuality(page, 'good')).toHaveCount(0)
  await expect(ofQuality(page, 'stale')).toHaveCount(bound)
  // Report rows, alarms, the map, and the charts that are renewed.
  await expect(strips(page)).toHaveCount(6)
  await expect(mapCounts(page)).toContainText('Online ? (last 1)')
  await expect(strips(page).first()).toContainText('Not current')
  await expectNoWrite(page, /connection to the platform/i)
  await world.platform.returns()
  await expect(ofQuality(page, 'good')).toHaveCount(bound, { timeout: backMs })
  await expect(strips(page)).toHaveCount(0, { timeout: backMs })
  await expect(mapCounts(page)).toContainText('Online 1 (100 %)', { timeout: 60_000 })
})

test('the gateway goes: every value is marked and nothing is written; stored data stays', async ({ page, world }) => {
  test.setTimeout(180_000)
  await open(page, world)
  await world.gateway.goes()
  await expect(ofQuality(page, 'stale')).toHaveCount(bound, { timeout: 45_000 })
  await expect(page.locator('.link-banner')).toBeHidden()
  await expect(strips(page)).toHaveCount(0)
  await expect(mapCounts(page)).toContainText('Offline 1 (100 %)', { timeout: 75_000 })
  // The state of the gateway itself is loaded once a minute. [S7]
  await expectNoWrite(page, /gateway/i, 75_000)
  await world.gateway.returns()
  await expect(ofQuality(page, 'good')).toHaveCount(bound, { timeout: 60_000 })
})

test('the PLC goes: every value is bad and none of their numbers is shown', async ({ page, world }) => {
  test.setTimeout(180_000)
  await open(page, world)
  await world.plc.goes()
  await expect(ofQuality(page, 'bad')).toHaveCount(bound, { timeout: 30_000 })
  await expect(page.getByText(/^[\d.]+ m$/)).toBeHidden()
  await expect(page.locator('.chart-legend')).not.toContainText([/\d\.\d/])
  await world.plc.returns()
  await expect(ofQuality(page, 'good')).toHaveCount(bound, { timeout: 60_000 })
  await expect(page.getByText(/^[\d.]+ m$/)).toBeVisible()
})
