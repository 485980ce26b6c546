// A script is written, tried on typed values, synchronised, and seen at work on the gateway.
import { queryConfig } from '../features/device/config/contract.ts'
import { saveDriver } from '../features/device/driver/contract.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { gatewayInfo } from '../features/gateway/gateway/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { startPymodbus } from '../testkit/peers/pymodbus.ts'
import { startAgent } from './agent.ts'
import { unique, uniqueSn } from './scene.ts'
import { expect, test } from './test.ts'

test.use({ alone: true })

test('a script is tried in the browser, then runs on the gateway and shows its output', async ({
  page,
  platform,
  demo,
}) => {
  test.setTimeout(240_000)
  const plc = await startPymodbus({ 1: { H: { 0: 41, 1: 0 } } })
  const sn = uniqueSn()
  const { id: equipmentId } = await platform(addEquipment, { name: unique('Mixer') })
  const { code, secret } = await demo(registerGateway, { sn })
  const { gatewayId } = await platform(bindGateway, { equipmentId, sn, code })
  const { version } = await platform(queryConfig, { equipmentId })
  const driver = { name: 'PLC', type: 'modbus-tcp', params: { host: '127.0.0.1', port: plc.port } }
  const saved = await platform(saveDriver, { equipmentId, version, driver })
  const of = { driverId: saved.config.drivers[0]!.id, dataType: 'int16' } as const
  const save = [
    { ...of, name: 'Level', title: 'Level', address: 'H:0' },
    { ...of, name: 'Setpoint', title: 'Setpoint', address: 'H:1', access: 'rw' as const },
  ]
  await platform(saveSignals, { equipmentId, version: saved.version, save, remove: [] })
  try {
    await using _agent = await startAgent({ sn, secret })
    const info = () => platform(gatewayInfo, { id: gatewayId })
    await expect.poll(async () => (await info()).state, { timeout: 90_000 }).toBe('online')

    await page.goto(`/manage/eg/equipment/edit/${equipmentId}/script`)
    await expect(page.getByText('No scripts yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Add script' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Follow')
    const source = page.getByRole('textbox', { name: 'Source', exact: true })
    await source.fill("write('Setpoint', read('Level').value + 1\n")
    await expect(page.getByText(/^Line \d: /)).toBeVisible()
    await source.fill("write('Setpoint', read('Levl').value + 1)\n")
    await expect(page.getByRole('alert')).toContainText('Line 1: the device has no variable “Levl”')
    await source.fill("write('Setpoint', read('Level').value + 1)\nlog('level', read('Level').value)\n")
    await expect(page.getByText('Syntax in order')).toBeVisible()

    await page.getByRole('textbox', { name: 'Value Level' }).fill('7')
    await page.getByRole('button', { name: 'Run once' }).click()
    const outcome = page.getByRole('region', { name: 'Run once' })
    await expect(outcome).toContainText('Setpoint = 8')
    await expect(outcome).toContainText('level 7')
    await page.getByRole('spinbutton', { name: 'Quality Level' }).fill('1714')
    await page.getByRole('button', { name: 'Run once' }).click()
    await expect(outcome).toContainText('Level is not good (code 1714)')
    expect(plc.writes).toEqual([])

    await page.getByRole('button', { name: /^Save as version/ }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Follow' })).toContainText('every 1 s')
    await page.getByRole('button', { name: 'Synchronise' }).click()
    const dialog = page.getByRole('dialog', { name: 'Data synchronisation' })
    await expect(dialog).toContainText('Follow')
    await dialog.getByRole('button', { name: /^Synchronise/ }).click()
    await expect(dialog).toContainText('Synchronisation complete.')
    await page.keyboard.press('Escape')

    await expect.poll(() => plc.writes[0]).toBe('1 H 1 42')
    const log = page.getByRole('list', { name: 'Log' })
    await expect(log).toContainText('level 41', { timeout: 60_000 })
    await expect(log).toContainText('Setpoint = 42')
  } finally {
    await plc.kill()
  }
})
