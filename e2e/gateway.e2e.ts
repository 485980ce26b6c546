import { idOf, intake } from './scene.ts'
import { expect, type Page, test } from './test.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('gateways are listed with device, state and consistency; one opens under its own address', async ({ page }) => {
  await page.goto('/manage/eg/gateway')
  const first = row(page, 'GH2026-0001')
  await expect(first).toContainText('Online')
  await expect(first).toContainText(intake)
  await expect(first).toContainText('Match')
  await first.getByRole('link', { name: 'GH2026-0001' }).click()
  await expect(page).toHaveURL(/id=\d+/)
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText('Capacity')
  await page.reload()
  await expect(page.getByRole('dialog')).toContainText('GH2026-0001')
})

test('data synchronisation: both sides match, and a forced one completes', async ({ page, platform }) => {
  const id = await idOf(platform, intake)
  await page.goto(`/manage/eg/equipment/edit/${id}/info`)
  await page.getByRole('button', { name: 'Synchronise' }).click()
  const dialog = page.getByRole('dialog', { name: 'Data synchronisation' })
  await expect(dialog).toContainText('Platform and gateway hold the same configuration')
  await dialog.getByRole('button', { name: 'Force synchronisation' }).click()
  await expect(dialog).toContainText('Synchronisation complete.')
})

test('a wrong verification code is refused and counted', async ({ page }) => {
  await page.goto('/manage/eg/gateway')
  await page.getByRole('button', { name: 'Add gateway' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'SN', exact: true }).fill('E2E-NONE')
  await form.getByLabel('Verification code').fill('12345')
  await form.getByRole('button', { name: 'Add gateway' }).click()
  await expect(form.getByText('The code has 6 digits')).toBeVisible()
  await form.getByLabel('Verification code').fill('123456')
  await form.getByRole('button', { name: 'Add gateway' }).click()
  await expect(form.getByText('The SN or verification code is wrong', { exact: false })).toBeVisible()
})
