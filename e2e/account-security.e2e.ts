import { randomInt } from 'node:crypto'
import { getUserMessage } from '../features/people/security/contract.ts'
import { changeAccount } from './account-row.ts'
import { codeTo } from './codes.ts'
import { expect, type Page, test } from './test.ts'
import { admin } from './world.ts'

test.use({ alone: true })

const next = 'kV7_tplm2Q'
const go = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()

async function openMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function verifyByPassword(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Password/ }).click()
  await page.getByLabel('Current password').fill(admin.password)
  await go(page)
}

test('a phone number is verified, set, and verifies from then on', async ({ page, demo }) => {
  const tel = `138${randomInt(10_000_000, 99_999_999)}`
  // A change opened by its address asks for verification first.
  for (const what of ['tel', 'email', 'question']) {
    await page.goto(`/account/security/sms/setup/${what}`)
    await expect(page).toHaveURL(new RegExp(`/setup/${what}/validate$`))
  }
  await page.goto('/')
  await openMenu(page, 'Account security')
  await expect(page).toHaveURL(/\/account\/security\/sms$/)
  await page.getByRole('link', { name: 'Set: Phone' }).click()
  await verifyByPassword(page)
  await expect(page).toHaveURL(/\/setup\/tel$/)
  await page.getByLabel('Phone').fill('12')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter a phone number')
  await page.getByLabel('Phone').fill(tel)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('status').first()).toContainText('valid for 10 minutes')
  await page.getByLabel('Verification code').fill(await codeTo(demo, tel))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/setup\/success\/tel$/)
  await page.getByRole('button', { name: 'Back to security' }).click()
  await expect(page.getByText(`138****${tel.slice(-4)}`)).toBeVisible()
  // The time window for changes is still open, so that the next change needs no verification.
  await page.getByRole('link', { name: 'Set: Security questions' }).click()
  await expect(page).toHaveURL(/\/setup\/question$/)
  for (const [place, answer] of ['Rex', 'Old Mill', 'Baker'].entries())
    await page.getByLabel(`Answer ${place + 1}`).fill(answer)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/setup\/success\/question$/)
  // Verified, the form is opened by its address too.
  await page.goto('/account/security/sms/setup/email')
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
})

test('a new password keeps this browser signed in, and the old one is refused', async ({ page, platform }) => {
  const { loginname } = await platform(getUserMessage, {})
  await page.goto('/account/security/sms')
  await page.getByRole('link', { name: 'Change: Password' }).click()
  await verifyByPassword(page)
  await expect(page).toHaveURL(/\/setup\/password$/)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('New password again').fill('another')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('The two passwords differ')).toBeVisible()
  await page.getByLabel('New password again').fill(next)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL(/\/setup\/success\/password$/)
  await page.getByRole('button', { name: 'Back to security' }).click()
  await expect(page.getByRole('heading', { name: 'Security', exact: true })).toBeVisible()
  await openMenu(page, 'Sign out')
  await page.getByLabel('Username').fill(loginname)
  await page.getByLabel('Password', { exact: true }).fill(next)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: /Account of/ })).toBeVisible()
})

test('an account that must choose its password is led there, and nowhere else', async ({ page, platform }) => {
  const { loginname } = await platform(getUserMessage, {})
  await changeAccount(loginname, { mustChoose: true })
  await page.goto('/manage/eg/group')
  await expect(page).toHaveURL(/\/setup\/password$/)
  await page.getByLabel('Current password').fill(admin.password)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('New password again').fill(next)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('button', { name: /Account of/ })).toBeVisible()
})

test('name and picture are changed', async ({ page }) => {
  await page.goto('/')
  await openMenu(page, 'Basic information')
  await page.getByLabel('Name', { exact: true }).fill('Anna Berg')
  await page.getByLabel('Company').fill('Waterworks')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Account of Anna Berg' })).toBeVisible()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#1d5fa8"/></svg>'
  const file = { name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
  const picture = page.locator('input[type="file"]')
  await picture.setInputFiles({ ...file, buffer: Buffer.from(svg.replace('<circle', '<script>1</script><circle')) })
  await expect(page.getByText('The SVG holds scripts')).toBeVisible()
  await picture.setInputFiles(file)
  const image = page.getByRole('img', { name: 'Picture' })
  await expect(image).toHaveAttribute('src', /^\/userimg\/[\w-]{22}\.svg$/)
  expect(await image.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
})

test('the address of a success page alone shows no change', async ({ page }) => {
  for (const what of ['tel', 'password', 'nonsense']) {
    await page.goto(`/account/security/sms/setup/success/${what}`)
    await expect(page).toHaveURL(/\/account\/security\/sms$/)
  }
})
