// A driver is tested before it is saved, through a gateway without configuration; a variable is read on demand.
import { queryConfig } from '../features/device/config/contract.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { gatewayInfo } from '../features/gateway/gateway/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { startPymodbus } from '../testkit/peers/pymodbus.ts'
import { startAgent } from './agent.ts'
import { idOf, intake, unique, uniqueSn } from './scene.ts'
import { expect, type Locator, test } from './test.ts'

/** Nothing covers the last line of a part, such as the foot of its form. */
const isLastLineOnTop = (part: Locator) =>
  part.evaluate((node) => {
    const { left, width, bottom } = node.getBoundingClientRect()
    const top = document.elementFromPoint(left + width / 2, bottom - 3)
    return top !== null && (node.contains(top) || top.contains(node))
  })

test('a driver is tested before it is saved, with a right and a wrong address', async ({ page, platform }) => {
  test.setTimeout(180_000)
  const plc = await startPymodbus({ 1: { H: { 0: 410 } } })
  const sn = uniqueSn()
  const { id: equipmentId } = await platform(addEquipment, { name: unique('Untested') })
  const { code, secret } = await platform(registerGateway, { sn })
  const { gatewayId } = await platform(bindGateway, { equipmentId, sn, code })
  try {
    await page.goto(`/manage/eg/equipment/edit/${equipmentId}/driver`)
    await page.getByRole('button', { name: 'Add driver' }).click()
    await page.getByRole('button', { name: 'Modbus TCP' }).click()
    const form = page.getByRole('dialog')
    const box = form.getByRole('region', { name: 'Test connection' })
    const button = box.getByRole('button', { name: 'Test connection' })
    // The form is longer than the window, and can be saved from any position.
    await page.setViewportSize({ width: 1440, height: 900 })
    const save = form.getByRole('button', { name: 'Save', exact: true })
    await expect(save).toBeInViewport({ ratio: 1 })
    // The gateway is not connected yet, and the button says so.
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.focus()
    await expect(page.getByRole('tooltip')).toContainText('The gateway is offline')

    await using _agent = await startAgent({ sn, secret })
    const state = async () => (await platform(gatewayInfo, { id: gatewayId })).state
    await expect.poll(state, { timeout: 90_000 }).toBe('online')
    await expect(button).toHaveAttribute('aria-disabled', 'false')
    await form.getByLabel('IP address or host').fill('127.0.0.1')
    await form.getByLabel('Port', { exact: true }).fill('0')
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await form.getByLabel('Port', { exact: true }).fill(String(plc.port))
    await form.getByLabel('Timeout').fill('500')
    await box.getByLabel('Register address').fill('H:0')
    await button.click()
    await expect(box.getByRole('status')).toContainText('410')
    await expect(box.getByRole('status')).toContainText(/answered in \d+ ms/)
    await expect(box.getByRole('status')).toBeInViewport({ ratio: 1 })
    expect(await isLastLineOnTop(box.getByRole('status'))).toBe(true)
    await expect(save).toBeInViewport({ ratio: 1 })

    await box.getByLabel('Register address').fill('H:60000')
    await expect(box.getByText('410')).toHaveCount(0)
    await button.click()
    await expect(box.getByRole('status')).toContainText('The PLC has no such address')
    await box.getByLabel('Register address').fill('nowhere')
    await button.click()
    await expect(box.getByRole('status')).toContainText('address')
    await expect(box.getByRole('status')).not.toContainText('{')

    await box.getByLabel('Register address').fill('H:0')
    await form.getByLabel('Device address (unit ID)').fill('9')
    await button.click()
    await expect(box.getByRole('status')).toContainText('The PLC did not answer in time')
    // The test of the connection has neither saved nor written anything.
    expect((await platform(queryConfig, { equipmentId })).version).toBe(0)
    expect(plc.writes).toEqual([])
  } finally {
    await plc.kill()
  }
})

test('a variable is read now, beside its value', async ({ page, platform }) => {
  const id = await idOf(platform, intake)
  await page.goto(`/monitor/eg/detail/list/${id}/0`)
  await page.getByRole('row').filter({ hasText: 'Turbidity' }).first().click()
  const side = page.getByRole('complementary')
  await side.getByRole('button', { name: 'Read now' }).click()
  await expect(side.getByRole('status')).toContainText(/answered in \d+ ms/)
})
