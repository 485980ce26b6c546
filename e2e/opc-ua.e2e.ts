// An OPC UA device is commissioned through the screens: the server's certificate is accepted, its variables are picked
// from a tree, watched live and written to. Its password is typed once and never shown again.
import { queryConfig } from '../features/device/config/contract.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { gatewayInfo } from '../features/gateway/gateway/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { startOpcUa } from '../testkit/peers/opcua.ts'
import { startAgent } from './agent.ts'
import { unique, uniqueSn } from './scene.ts'
import { expect, type Page, test } from './test.ts'

const password = 'Nie-wieder-zu-sehen-4711'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

async function synchronise(page: Page) {
  // The gateway connected after the page had loaded.
  await page.reload()
  const sync = button(page, 'Synchronise').first()
  await expect(sync).toHaveAttribute('aria-disabled', 'false')
  await sync.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Synchronise' }).click()
  await expect(dialog.getByText('Synchronisation complete.', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Match', { exact: true }).first()).toBeVisible()
}

test.use({ alone: true })

test('an OPC UA server is accepted, browsed, watched and written to', async ({ page, platform, demo }) => {
  test.setTimeout(240_000)
  page.setDefaultTimeout(30_000)
  const plc = await startOpcUa({ operator: { userName: 'operator', password }, children: 130 })
  const sn = uniqueSn()
  const device = unique('Press')
  const { id: equipmentId } = await platform(addEquipment, { name: device })
  const { code, secret } = await demo(registerGateway, { sn })
  const { gatewayId } = await platform(bindGateway, { equipmentId, sn, code })
  await using _agent = await startAgent({ sn, secret })
  await expect
    .poll(async () => (await platform(gatewayInfo, { id: gatewayId })).state, { timeout: 120_000 })
    .toBe('online')
  try {
    await test.step('the connection is tested, and the certificate accepted', async () => {
      await page.goto(`/manage/eg/equipment/edit/${equipmentId}/driver`)
      await button(page, 'Add driver').click()
      await page.getByPlaceholder('Brand, model or protocol').fill('opcua')
      await page.getByRole('button', { name: 'OPC UA' }).click()
      const form = page.getByRole('dialog')
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Server')
      await form.getByLabel('Endpoint URL').fill(plc.url)
      await form.getByLabel('User name').fill('operator')
      await form.getByLabel('Password', { exact: true }).fill(password)
      await form.getByLabel('Poll interval').fill('200')
      const box = form.getByRole('region', { name: 'Test connection' })
      const tried = box.getByRole('button', { name: 'Test connection' })
      await expect(tried).toHaveAttribute('aria-disabled', 'false')
      await tried.click()
      await expect(box.getByRole('status')).toContainText(plc.fingerprint, { timeout: 30_000 })
      await box.getByRole('button', { name: 'Accept this certificate' }).click()
      await expect(form.getByLabel('Accepted server certificate (SHA-256)')).toHaveValue(plc.fingerprint)
      await tried.click()
      await expect(box.getByRole('status')).toContainText(/answered in \d+ ms/, { timeout: 30_000 })
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Driver “Server” saved.')).toBeVisible()
    })

    await test.step('the password is kept and not shown', async () => {
      await page.getByRole('row').filter({ hasText: 'Server' }).getByRole('button', { name: 'Edit' }).click()
      const form = page.getByRole('dialog')
      await expect(form.getByLabel('Password', { exact: true })).toHaveValue('')
      await expect(form.getByPlaceholder('Saved; type to change it')).toBeVisible()
      await form.getByLabel('Timeout').fill('6000')
      await form.getByRole('button', { name: 'Save' }).click()
      const saved = async () => (await platform(queryConfig, { equipmentId })).config
      await expect.poll(async () => (await saved()).drivers[0]?.params.timeoutMs).toBe(6000)
      const config = await saved()
      expect(config.drivers[0]?.params.password).toEqual({ secret: expect.any(Number) })
      expect(JSON.stringify(config)).not.toContain(password)
    })

    await test.step('variables are picked from the tree', async () => {
      await page.getByRole('table', { name: 'Drivers' }).getByRole('link', { name: 'Add variables' }).click()
      await button(page, 'Browse').click()
      const drawer = page.getByRole('dialog', { name: 'Browse Server' })
      await drawer.getByRole('button', { name: 'Open Many' }).click({ timeout: 30_000 })
      const many = drawer.getByRole('list', { name: 'Many' })
      await expect(many.getByRole('listitem')).toHaveCount(100, { timeout: 30_000 })
      await drawer.getByRole('button', { name: 'Show more' }).click()
      await expect(many.getByRole('listitem')).toHaveCount(130, { timeout: 30_000 })
      await drawer.getByRole('button', { name: 'Close Many' }).click()
      await drawer.getByRole('button', { name: 'Open Machine' }).click()
      const machine = drawer.getByRole('list', { name: 'Machine' })
      const node = (name: string) =>
        machine.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
      await expect(node('Temp')).toContainText('21.5', { timeout: 30_000 })
      // An array cannot be selected as a variable, and the page says so.
      await expect(node('Profile').getByRole('checkbox')).toBeDisabled()
      await expect(node('Profile')).toContainText('type not supported')
      for (const name of ['Temp', 'Setpoint', 'Running', 'Total']) await node(name).getByRole('checkbox').check()
      await drawer.getByRole('button', { name: 'Add 4 variables' }).click()
      await expect(page.getByText('4 of 500')).toBeVisible()
      await expect(page.getByText('No errors')).toBeVisible()
      await expect(page.getByRole('row').filter({ hasText: ';s=Machine.Setpoint' })).toContainText('float32')
      await button(page, 'Save').click()
      await expect(page.getByText(/Variables saved as version/)).toBeVisible()
    })

    await test.step('live values and a write', async () => {
      await synchronise(page)
      await page.goto(`/monitor/eg/detail/list/${equipmentId}/0`)
      const row = (title: string) => page.getByRole('row').filter({ hasText: title })
      await expect(row('Temp')).toContainText('21.5')
      await expect(row('Total')).toContainText('9007199254740993')
      plc.set('Machine.Temp', 33.5)
      await expect(row('Temp')).toContainText('33.5')
      await row('Setpoint').getByRole('button', { name: 'Write' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('New value').fill('25.5')
      await dialog.getByRole('button', { name: 'Review…' }).click()
      await dialog.getByRole('button', { name: 'Write 25.5' }).click()
      await expect(dialog.getByText('Written')).toBeVisible()
      expect(plc.get('Machine.Setpoint')).toBe(25.5)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(row('Setpoint')).toContainText('25.5')
    })

    await test.step('the server goes and comes back', async () => {
      const temp = page.getByRole('row').filter({ hasText: 'Temp' })
      await plc.stop()
      await expect(temp).toContainText('The PLC cannot be reached', { timeout: 30_000 })
      await plc.start()
      await expect(temp).not.toContainText('The PLC cannot be reached', { timeout: 30_000 })
      await expect(temp).toContainText('33.5')
    })
  } finally {
    await plc.end()
  }
})
