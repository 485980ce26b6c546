// The main journey: a PLC of another maker is commissioned through the screens, watched, lost, recovered and written
// to.
import { mbpoll, type Peer, startPymodbus } from '../testkit/peers/pymodbus.ts'
import { startAgent } from './agent.ts'
import { unique, uniqueSn } from './scene.ts'
import { expect, type Page, test } from './test.ts'

const device = unique('Booster station')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** The operator registers the box: its code and its secret are shown only now. */
async function register(page: Page, sn: string) {
  await page.goto('/manage/eg/gateway')
  await button(page, 'Register gateway').click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'SN', exact: true }).fill(sn)
  await form.getByRole('button', { name: 'Register gateway' }).click()
  const shown = page.getByRole('dialog', { name: `Gateway ${sn} registered` })
  const told = (term: string) => shown.locator('dt', { hasText: term }).locator('xpath=following-sibling::dd[1]//code')
  const code = (await told('Verification code').textContent()) ?? ''
  const secret = (await told('MQTT secret').textContent()) ?? ''
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(shown).toBeHidden()
  expect(code).toMatch(/^\d{6}$/)
  return { sn, code, secret }
}

async function addDevice(page: Page) {
  await page.goto('/manage/eg/equipment/list')
  await button(page, 'Add device').click()
  await page.getByLabel('Device name').fill(device)
  await button(page, 'Add and go to drivers').click()
  await expect(page.getByRole('heading', { name: device })).toBeVisible()
}

async function addDriver(page: Page, plc: Peer) {
  await button(page, 'Add driver').click()
  await button(page, 'Modbus TCP').click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('PLC')
  // The form already contains the settings of most PLCs.
  await expect(form.getByText('Modbus TCP', { exact: true })).toBeVisible()
  await form.getByLabel('IP address or host').fill('127.0.0.1')
  await form.getByLabel('Port', { exact: true }).fill(String(plc.port))
  await form.getByLabel('Poll interval').fill('200')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Driver “PLC” saved.')).toBeVisible()
}

/** Types a row into the sheet as into any spreadsheet: Tab to the next cell, Enter ends it. */
async function typeRow(page: Page, cells: readonly string[]) {
  for (const [index, cell] of cells.entries()) {
    if (cell) await page.keyboard.type(cell)
    if (index < cells.length - 1) await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}

async function addVariables(page: Page) {
  await page.getByRole('link', { name: 'Add variables' }).click()
  await expect(page.getByText('0 of 500')).toBeVisible()
  const rows = [
    ['Pressure', 'Outlet pressure', 'H:0', 'uint16', 'r', 'PLC', 'kPa'],
    ['SpeedSp', 'Speed set point', 'H:1', 'uint16', 'rw', 'PLC', 'rpm', '', '', '', '', '0', '1500'],
    ['Running', 'Pump running', 'C:0', 'bool', 'rw', 'PLC'],
  ]
  for (const [index, row] of rows.entries()) {
    await page
      .getByRole('row')
      .nth(index + 1)
      .getByRole('gridcell')
      .nth(1)
      .click()
    await typeRow(page, row)
  }
  await expect(page.getByText('3 of 500')).toBeVisible()
  await expect(page.getByText('No errors')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText(/Variables saved as version/)).toBeVisible()
}

async function bind(page: Page, { sn, code }: { sn: string; code: string }) {
  await button(page, 'Bind a gateway').click()
  const form = page.getByRole('dialog')
  await form.getByText('New gateway').click()
  await form.getByRole('textbox', { name: 'SN', exact: true }).fill(sn)
  await form.getByLabel('Verification code').fill(code)
  await form.getByRole('button', { name: 'Bind', exact: true }).click()
  await expect(page.getByText(`The gateway is bound to “${device}”`, { exact: false })).toBeVisible()
}

async function synchronise(page: Page) {
  const sync = button(page, 'Synchronise')
  await expect(sync).toHaveAttribute('aria-disabled', 'false')
  await sync.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Synchronise' }).click()
  await expect(dialog.getByText('Synchronisation complete.', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Match', { exact: true })).toBeVisible()
}

test('a PLC is added, shown live, lost and recovered, and accepts a write', async ({ page }) => {
  test.setTimeout(180_000)
  const plc = await startPymodbus({ 1: { H: { 0: 410, 1: 900 }, C: { 0: 1 } } })
  const box = await register(page, uniqueSn())
  await using _agent = await startAgent(box)
  try {
    await test.step('commissioning', async () => {
      await addDevice(page)
      await addDriver(page, plc)
      await addVariables(page)
      await bind(page, box)
      await synchronise(page)
    })

    await page.goto('/monitor/eg/list')
    // Search for the device: other journeys leave devices too, so that it may be on another page of the list.
    await page.getByPlaceholder('Name or SN').fill(device)
    // Until the other rows have disappeared, the row still moves.
    await expect(page.getByText('1 row', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: device }).first().click()
    const row = (title: string) => page.getByRole('row').filter({ hasText: title })
    const pressure = row('Outlet pressure')

    await test.step('live values', async () => {
      await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
      await expect(pressure).toContainText('410')
      await expect(row('Pump running')).toContainText('On')
      await mbpoll(plc.port, ['-t', '4', '-r', '0', '127.0.0.1', '437'])
      await expect(pressure).toContainText('437')
    })

    await test.step('the PLC is killed: its value stays with a mark that gives the reason, and recovers', async () => {
      await plc.kill()
      await expect(pressure).toContainText('The PLC cannot be reached')
      await expect(pressure).toContainText('bad')
      await expect(pressure).toContainText('437')
      await plc.restart()
      await expect(pressure).toContainText('410')
      await expect(pressure).not.toContainText('bad')
    })

    await test.step('a write', async () => {
      await row('Speed set point').getByRole('button', { name: 'Write' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('900 rpm')
      await expect(dialog).toContainText('0 – 1,500')
      await dialog.getByLabel('New value (rpm)').fill('1501')
      await dialog.getByRole('button', { name: 'Review…' }).click()
      await expect(dialog.getByRole('alert')).toContainText('between 0 and 1500')
      await dialog.getByLabel('New value (rpm)').fill('1250')
      await dialog.getByRole('button', { name: 'Review…' }).click()
      await expect(dialog).toContainText(`${device} · Speed set point`)
      expect(plc.writes).not.toContain('1 H 1 1250')
      await dialog.getByRole('button', { name: 'Write 1,250 rpm' }).click()
      await expect(dialog.getByText('Written')).toBeVisible()
      await expect(dialog).toContainText('Read back 1,250 rpm')
      expect(await mbpoll(plc.port, ['-t', '4', '-r', '1', '-c', '1', '127.0.0.1'])).toEqual(['1250'])
      expect(plc.writes.filter((write) => write === '1 H 1 1250')).toHaveLength(1)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(row('Speed set point')).toContainText('1,250')
    })

    await test.step('the log', async () => {
      await page
        .getByRole('navigation', { name: 'Device', exact: true })
        .getByRole('link', { name: 'Operation log' })
        .click()
      const entry = row('Wrote a value').first()
      await expect(entry).toContainText('Speed set point')
      await expect(entry).toContainText('900 → 1,250')
      await expect(entry).toContainText('Success')
      await expect(entry).toContainText('admin')
    })
  } finally {
    await plc.kill()
  }
})
