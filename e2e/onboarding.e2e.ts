// A new installation: from an empty platform to a live value of a real PLC, led by the platform itself at every step,
// with the agent run by the very line that the platform printed.
import { mbpoll, type Peer, startPymodbus } from '../testkit/peers/pymodbus.ts'
import { type Agent, startPrinted } from './agent.ts'
import { expect, type Locator, newContext, type Page, test, watchFaults } from './test.ts'
import { type StartedPlatform, startPlatform } from './world.ts'

const sn = 'GH-FIRST-1'
const name = 'First station'

let platform: StartedPlatform
test.beforeAll(async () => {
  platform = await startPlatform('server')
})
test.afterAll(() => platform.stop())

const button = (at: Page | Locator, named: string) => at.getByRole('button', { name: named, exact: true })
/** The line above a page that says what comes next. */
const guide = (page: Page) => page.getByRole('region', { name: 'Steps to the first live value' })
const goOn = (page: Page, step: string) => guide(page).getByRole('link', { name: step }).click()

async function register(page: Page, wanted: string): Promise<Locator> {
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'SN', exact: true }).fill(wanted)
  await button(form, 'Register gateway').click()
  return page.getByRole('dialog', { name: `Gateway ${wanted} registered` })
}

/** The zone of the server and the language of the browser are offered; the answer is shown on the organisation's page. */
async function answerFirstSettings(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Time zone and language' })
  await expect(dialog).toContainText(Intl.DateTimeFormat().resolvedOptions().timeZone)
  await expect(dialog).toContainText('English')
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Shang')
  await page.getByTitle('Asia/Shanghai').click()
  await button(dialog, 'Save').click()
  await expect(dialog).toHaveCount(0)
  await page.goto('/manage/orgal/enterprise')
  await expect(page.getByText('Asia/Shanghai', { exact: true })).toBeVisible()
  await expect(button(page, 'Edit')).toBeEnabled()
  await expect(dialog).toHaveCount(0)
}

/** One that was mistyped stands among the unclaimed ones, and can be removed. */
async function mistype(page: Page) {
  await button(await register(page, 'GH-FURST-1'), 'Done').click()
  await page.getByRole('link', { name: 'Registered, not claimed' }).click()
  const row = page.getByRole('row').filter({ hasText: 'GH-FURST-1' })
  await expect(row).toContainText('not connected')
  await button(row, 'Remove').click()
  await button(page.getByRole('dialog'), 'Remove').click()
  await expect(row).toHaveCount(0)
}

/** Registers, starts the agent by the printed line, sees it connect, claims. */
async function begin(page: Page): Promise<Agent> {
  const shown = await register(page, sn)
  const line = (await shown.locator('code', { hasText: 'node gatehouse-edge.mjs' }).textContent()) ?? ''
  expect(line).toContain(`MQTT_URL=mqtt://127.0.0.1:${platform.mqttPort} node gatehouse-edge.mjs`)
  await expect(shown.getByRole('status')).toContainText('has not connected yet')
  const agent = await startPrinted(line)
  await expect(shown.getByRole('status')).toContainText('The agent is connected')
  await button(shown, 'Claim for our organisation').click()
  await expect(shown.getByRole('status')).toContainText('one of your gateways')
  await button(shown, 'Done').click()
  return agent
}

async function addDevice(page: Page) {
  await page.getByLabel('Device name').fill(name)
  await button(page, 'Add and go to drivers').click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await goOn(page, 'Bind the gateway')
  const form = page.getByRole('dialog')
  // The only gateway is chosen already.
  await expect(form).toContainText(`${sn} · Online`)
  await button(form, 'Bind').click()
  await expect(form).toBeHidden()
}

async function addDriver(page: Page, plc: Peer) {
  await goOn(page, 'Add a driver')
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('PLC')
  await form.getByLabel('IP address or host').fill('127.0.0.1')
  await form.getByLabel('Port', { exact: true }).fill(String(plc.port))
  await button(form, 'Save').click()
  await expect(form).toBeHidden()
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function addVariable(page: Page, line: number, cells: readonly string[]) {
  await page.getByRole('row').nth(line).getByRole('gridcell').nth(1).click()
  for (const [index, cell] of cells.entries()) {
    if (cell) await page.keyboard.type(cell)
    if (index < cells.length - 1) await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}

async function synchronise(page: Page) {
  await goOn(page, 'Synchronise')
  const dialog = page.getByRole('dialog')
  await button(dialog, 'Synchronise').click()
  await expect(dialog.getByText('Synchronisation complete.', { exact: false })).toBeVisible()
  await button(dialog, 'Close').last().click()
}

test('an empty platform leads to a live value', async ({ browser }) => {
  test.setTimeout(240_000)
  const plc = await startPymodbus({ 1: { H: { 0: 410, 1: 900 } } })
  const context = await newContext(browser, platform, { viewport: { width: 1440, height: 900 } })
  const faults = watchFaults(context)
  const page = await context.newPage()
  let agent: Agent | undefined
  try {
    await test.step('the first sign-in asks once for time zone and language', async () => {
      await page.goto('/monitor/eg/list')
      await answerFirstSettings(page)
    })

    await test.step('the empty list says where to begin', async () => {
      await page.goto('/monitor/eg/list')
      await expect(page.getByText('0 of 9 done')).toBeVisible()
      await page.getByRole('link', { name: 'Register a gateway' }).click()
      await mistype(page)
    })

    await test.step('gateway', async () => {
      await page.goto('/monitor/eg/list')
      await page.getByRole('link', { name: 'Register a gateway' }).click()
      agent = await begin(page)
    })

    await test.step('device, driver, variables', async () => {
      await page.goto('/monitor/eg/list')
      await page.getByRole('link', { name: 'Add a device' }).click()
      await addDevice(page)
      await addDriver(page, plc)
      await goOn(page, 'Add variables')
      await addVariable(page, 1, ['Pressure', 'Outlet pressure', 'H:0', 'uint16', 'r', 'PLC', 'kPa'])
      await addVariable(page, 2, ['Speed', 'Speed', 'H:1', 'uint16', 'r', 'PLC', 'rpm'])
      await expect(row(page, 'Outlet pressure')).toContainText('not saved')
      await button(page, 'Save').click()
      await expect(row(page, 'Outlet pressure')).toContainText('not synchronised')
    })

    await test.step('live while it is configured', async () => {
      await synchronise(page)
      await page.getByRole('link', { name: /^Variables/ }).click()
      await expect(row(page, 'Outlet pressure')).toContainText('410kPa')
      await mbpoll(plc.port, ['-t', '4', '-r', '0', '127.0.0.1', '437'])
      await expect(row(page, 'Outlet pressure')).toContainText('437kPa')
      await expect(guide(page)).toHaveCount(0)
      await addVariable(page, 3, ['Level', 'Level', 'H:2', 'uint16', 'r', 'PLC', 'm'])
      await expect(row(page, 'Level')).toContainText('not saved')
      await expect(row(page, 'Outlet pressure')).toContainText('437kPa')
      await button(page, 'Save').click()
      await expect(row(page, 'Level')).toContainText('not synchronised')
      await expect(row(page, 'Outlet pressure')).toContainText('437kPa')
    })

    await test.step('the list shows it, and leads no more', async () => {
      await page.goto('/monitor/eg/list')
      await expect(row(page, name)).toContainText('437')
      await expect(guide(page)).toHaveCount(0)
    })

    await test.step('a second device of the same gateway is led to the first', async () => {
      await page.goto('/manage/eg/equipment/add')
      await page.getByLabel('Device name').fill('Second station')
      await button(page, 'Add and go to drivers').click()
      await goOn(page, 'Bind the gateway')
      const form = page.getByRole('dialog')
      await form.getByText('New gateway').click()
      await form.getByRole('textbox', { name: 'SN', exact: true }).fill(sn.toLowerCase())
      await expect(form.getByRole('status')).toContainText(`already bound to “${name}”`)
      await form.getByRole('link', { name: `Add a driver to “${name}”` }).click()
      await expect(page.getByRole('heading', { name })).toBeVisible()
      await expect(page.getByRole('dialog', { name: 'Add driver' })).toBeVisible()
    })
  } finally {
    await agent?.kill()
    await plc.kill()
    await context.close()
  }
  expect(faults).toEqual([])
})
