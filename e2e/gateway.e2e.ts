import { claimGateway } from '../features/gateway/binding/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { idOf, intake, uniqueSn } from './scene.ts'
import { expect, type Page, test } from './test.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('gateways are listed with device, state and consistency; one opens under its own address', async ({ page }) => {
  // Other journeys add gateways, so that this one may be on a later page.
  await page.goto('/manage/eg/gateway?word=GH2026-0001')
  const first = row(page, 'GH2026-0001')
  await expect(first).toContainText('Online')
  await expect(first).toContainText(intake)
  await expect(first).toContainText('Match')
  await first.getByRole('link', { name: 'GH2026-0001' }).click()
  await expect(page).toHaveURL(/id=\d+/)
  const panel = page.getByRole('dialog')
  await panel.getByRole('link', { name: 'Capacity' }).click()
  await expect(panel.getByText('Stored variables')).toBeVisible()
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

test.describe('in an organisation of its own', () => {
  test.use({ alone: true })

  test('a released gateway is claimed with the new code, and its new secret is shown once', async ({
    page,
    platform,
    demo,
  }) => {
    const sn = uniqueSn()
    const old = await demo(registerGateway, { sn })
    await platform(claimGateway, { sn, code: old.code })
    await page.goto(`/manage/eg/gateway?keyword=${sn}`)
    await row(page, sn).getByRole('link', { name: sn }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Release', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Release the gateway?' })
    await question.getByRole('button', { name: 'Release', exact: true }).click()
    const told = page.getByRole('dialog', { name: `Gateway ${sn} released.` })
    const [code = ''] = /\d{6}$/.exec((await told.getByText(`${sn} ·`).textContent()) ?? '') ?? []
    expect(code).toMatch(/^\d{6}$/)
    await told.getByRole('button', { name: 'I have saved the code' }).click()
    await expect(row(page, sn)).toHaveCount(0)

    await page.getByRole('button', { name: 'Add gateway' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'SN', exact: true }).fill(sn)
    await form.getByLabel('Verification code').fill(old.code)
    await form.getByRole('button', { name: 'Add gateway' }).click()
    await expect(form.getByText('The SN or verification code is wrong', { exact: false })).toBeVisible()
    await form.getByLabel('Verification code').fill(code)
    await form.getByRole('button', { name: 'Add gateway' }).click()
    const shown = page.getByRole('dialog', { name: `New secret and code of ${sn}` })
    await expect(shown.locator('code').first()).toHaveText(/^\d{6}$/)
    const [newCode = '', secret = ''] = await shown.locator('code').allTextContents()
    expect(secret.length).toBeGreaterThan(20)
    expect([old.code, code, old.secret]).not.toContain(newCode)
    expect(secret).not.toBe(old.secret)
    await shown.getByRole('button', { name: 'Done' }).click()
    await expect(row(page, sn)).toBeVisible()
    await page.reload()
    await expect(row(page, sn)).toBeVisible()
    await row(page, sn).getByRole('link', { name: sn }).click()
    await expect(page.getByRole('dialog')).toContainText(sn)
    for (const once of [secret, newCode]) await expect(page.getByText(once)).toHaveCount(0)
  })
})
