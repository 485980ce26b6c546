import { addFirmware } from '../features/gateway/firmware/contract.ts'
import { expect, type Page, test } from './test.ts'

const sn = 'GH2026-0004'

async function openPanel(page: Page) {
  await page.goto(`/manage/eg/gateway?keyword=${sn}`)
  await page.getByRole('link', { name: sn }).click()
  const panel = page.getByRole('dialog', { name: sn })
  await expect(panel).toContainText('Online')
  return panel
}

test('a mode is ordered, shown as waiting for the restart, and in force after it', async ({ page }) => {
  const panel = await openPanel(page)
  await panel.getByRole('link', { name: 'Mode' }).click()
  await expect(page).toHaveURL(/part=mode/)
  const section = panel.getByRole('region', { name: 'Mode' })
  const now = section.locator('dl')
  const change = async (mode: 'Router' | 'Standard') => {
    await section.getByRole('radio', { name: mode }).check()
    await section.getByRole('button', { name: 'Apply' }).click()
    await expect(section.getByText(`${mode} takes effect after a restart.`)).toBeVisible()
    await section.getByRole('button', { name: 'Restart' }).click()
    const question = page.getByRole('dialog', { name: 'Restart the gateway?' })
    await question.getByRole('button', { name: 'Restart' }).click()
    await expect(now).toContainText(mode, { timeout: 60_000 })
    await expect(panel).toContainText('Online', { timeout: 60_000 })
  }
  await change('Router')
  await change('Standard')
})

test('a next hop in another segment is refused at its field; the LAN is changed and reported', async ({ page }) => {
  const panel = await openPanel(page)
  await panel.getByRole('link', { name: 'LAN', exact: true }).click()
  const section = panel.getByRole('region', { name: 'LAN' })
  await section.getByRole('switch').click()
  await section.getByLabel('Target segment').fill('10.9.0.0')
  await section.getByLabel('Its mask').fill('255.255.0.0')
  await section.getByLabel('Next hop').fill('192.168.2.1')
  const apply = async () => {
    await section.getByRole('button', { name: 'Apply' }).click()
    const question = page.getByRole('dialog', { name: 'Change the LAN settings?' })
    await question.getByRole('button', { name: 'Apply' }).click()
  }
  await apply()
  await expect(section.getByText('not in the segment of the LAN IP', { exact: false })).toBeVisible()
  await section.getByLabel('Next hop').fill('192.168.1.2')
  await apply()
  await expect(section.getByText(/Confirmed by the gateway \d/)).toBeVisible()
  await page.reload()
  await expect(panel.getByRole('region', { name: 'LAN' }).getByLabel('Next hop')).toHaveValue('192.168.1.2')
})

test('a gateway is upgraded to the newest firmware, and reports it', async ({ page, demo }) => {
  const file = Buffer.alloc(300_000, 'agent').toString('base64')
  await demo(addFirmware, { model: 'GH-Linux', version: '8.1.0', fileName: 'agent.mjs', file, notes: 'Faster start' })
  const panel = await openPanel(page)
  await panel.getByRole('link', { name: 'Firmware' }).click()
  const section = panel.getByRole('region', { name: 'Firmware' })
  await expect(section).toContainText('Faster start')
  await section.getByRole('button', { name: 'Upgrade to 8.1.0' }).click()
  const question = page.getByRole('dialog', { name: 'Upgrade the gateway?' })
  await question.getByRole('button', { name: 'Upgrade to 8.1.0' }).click()
  await expect(section).toContainText('8.1.0: Upgraded', { timeout: 90_000 })
  await expect(section.getByRole('button', { name: 'Upgrade to 8.1.0' })).toHaveAttribute('aria-disabled', 'true')
})
