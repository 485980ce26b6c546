import { randomBytes, randomInt } from 'node:crypto'
import type { Client } from '../apps/demo/client.ts'
import { getUserMessage } from '../features/people/security/contract.ts'
import { changeAccount, forgetRecoveries } from './account-row.ts'
import { codeTo } from './codes.ts'
import { expect, type Page, test } from './test.ts'

test.use({ alone: true, signedIn: false })
test.beforeEach(forgetRecoveries)

const next = 'kV7_tplm2Q'

/** An account with a phone and an e-mail address; its name and both. */
async function reachable(platform: Client) {
  const { loginname } = await platform(getUserMessage, {})
  const email = `${loginname}@plant.example`
  const phone = `139${randomInt(10_000_000, 99_999_999)}`
  await changeAccount(loginname, { phone, email })
  return { loginname, email, phone }
}

const onward = (page: Page) => page.getByRole('button', { name: 'Continue' })

test('a forgotten password is recovered by a code, and the new one signs in', async ({ page, platform, demo }) => {
  const { loginname, phone } = await reachable(platform)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL(/\/findpwd\/account$/)
  await onward(page).click()
  await expect(page.getByText('Enter your username')).toBeVisible()
  await page.getByLabel('Username').fill(loginname)
  await onward(page).click()
  await expect(page).toHaveURL(/\/findpwd\/validate$/)
  await page.getByRole('link', { name: `Code by SMS 139****${phone.slice(-4)}` }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('status')).toContainText('valid for 10 minutes')
  await expect(page.getByRole('button', { name: /^Again in \d+ s$/ })).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Verification code').fill('000000')
  await onward(page).click()
  await expect(page.getByRole('alert')).toHaveText('The verification code is wrong')
  // A page that is reloaded continues at the same step.
  await page.reload()
  await page.getByLabel('Verification code').fill(await codeTo(demo, phone))
  await onward(page).click()
  await expect(page).toHaveURL(/\/findpwd\/password$/)
  await page.getByLabel('New password', { exact: true }).fill('Passw0rd')
  await page.getByLabel('New password again').fill('Passw0rd')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('alert')).toContainText('among the most common ones')
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('New password again').fill(next)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL(/\/findpwd\/finish$/)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Username').fill(loginname)
  await page.getByLabel('Password', { exact: true }).fill(next)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: /Account of/ })).toBeVisible()
})

test('an unknown name gets the same steps and fails at the code', async ({ page }) => {
  const way = /^Code by (SMS|e-mail)/
  await page.goto('/findpwd')
  // Some invented names have no address, like some real accounts.
  await expect(async () => {
    await forgetRecoveries()
    await page.goto('/findpwd/account')
    await page.getByLabel('Username').fill(`nobody${randomBytes(4).toString('hex')}`)
    await onward(page).click()
    await page.getByRole('link', { name: way }).first().click({ timeout: 2000 })
  }).toPass()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('status')).toContainText('valid for 10 minutes')
  await page.getByLabel('Verification code').fill('123456')
  await onward(page).click()
  await expect(page.getByRole('alert')).toHaveText('The verification code is wrong')
})

test('a step that is opened before its turn leads back to the first', async ({ page }) => {
  await page.goto('/findpwd/password')
  await expect(page.getByRole('alert')).toContainText('Start again.')
  await page.getByRole('button', { name: 'Start again' }).click()
  await expect(page).toHaveURL(/\/findpwd\/account$/)
  await page.goto('/findpwd/finish')
  await expect(page).toHaveURL(/\/findpwd\/account$/)
})

test.describe('within the client, in Chinese', () => {
  test.use({ language: 'zh-cn' })

  test('the steps are the same', async ({ page, platform, demo }) => {
    const { loginname, email } = await reachable(platform)
    await page.goto('/client/findpwd')
    await page.getByLabel('用户名').fill(loginname)
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByRole('link', { name: /^邮箱验证码/ }).click()
    await expect(page).toHaveURL(/\/client\/findpwd\/validate\/email$/)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await expect(page.getByRole('status')).toContainText('10 分钟内有效')
    await page.getByLabel('验证码').fill(await codeTo(demo, email))
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByLabel('新密码', { exact: true }).fill(next)
    await page.getByLabel('确认新密码').fill(next)
    await page.getByRole('button', { name: '设置密码' }).click()
    await expect(page).toHaveURL(/\/client\/findpwd\/finish$/)
  })
})
