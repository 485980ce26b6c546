import { userInfo } from '../features/people/login/contract.ts'
import { loadStyle } from '../features/platform/style/contract.ts'
import { expect, type Page, test } from './test.ts'

// The journey ends sessions, so it runs alone.
test.use({ alone: true })

type Answer = { code: number; msg: string; data: unknown }

/** Changes an answer of the platform on its way to the browser; returns a function that ends this. */
async function altered(page: Page, path: string, alter: (answer: Answer) => Answer): Promise<() => Promise<void>> {
  const at = new RegExp(`${path}(\\?|$)`)
  await page.route(at, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: alter((await response.json()) as Answer) })
  })
  return () => page.unroute(at)
}

const home = '/manage/eg/equipment/list'
const account = (page: Page) => page.getByRole('button', { name: /Account of|的账号/ })
const icon = (page: Page) => page.locator('link[rel="icon"]')

test('title, icon, name and logo of the window are those of the style, and the platform’s own again after signing out', async ({
  page,
}) => {
  const logo = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
  const title = { en: 'Plant eye', 'zh-cn': '厂眼' }
  await altered(page, loadStyle.path, (answer) => ({
    ...answer,
    data: { ...(answer.data as object), title, favicon: logo, logo: { light: logo, dark: logo } },
  }))
  await page.goto(home)
  await expect(page).toHaveTitle('Device management · Plant eye')
  await expect(icon(page)).toHaveAttribute('href', logo)
  const start = page.getByRole('link', { name: 'Plant eye' })
  await expect(start.locator('img')).toHaveAttribute('src', logo)
  await page.getByRole('button', { name: /Language/ }).click()
  await page.getByRole('menuitem', { name: '中文' }).click()
  await expect(page).toHaveTitle(/ · 厂眼$/)
  await account(page).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page).toHaveTitle(/ · Gatehouse$/)
  await expect(icon(page)).toHaveAttribute('href', '/favicon.svg')
})

for (const { what, path, alter } of [
  { what: 'a style that is refused', path: loadStyle.path, alter: () => ({ code: 90002, msg: 'no', data: null }) },
  { what: 'an empty user info', path: userInfo.path, alter: (answer: Answer) => ({ ...answer, data: null }) },
]) {
  test(`${what} ends the session, says so in both languages, and the user signs in again`, async ({ page }) => {
    const undo = await altered(page, path, alter)
    await page.goto(home)
    await expect(page).toHaveURL(/\/login\?why=rights/)
    await expect(page.getByText('Your permissions could not be loaded. Please sign in again.')).toBeVisible()
    await page.getByRole('button', { name: '中文' }).click()
    await expect(page.getByText('获取权限信息失败，请重新登录。')).toBeVisible()
    await undo()
    await page.goto(home)
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByLabel('用户名')).toBeVisible()
  })
}

test('a missing style is a fault of the page that keeps the session, in both languages', async ({ page, faults }) => {
  const undo = await altered(page, loadStyle.path, (answer) => ({ ...answer, data: null }))
  await page.goto(home)
  const fault = page.getByRole('alert')
  await expect(fault).toContainText('The platform has no style for your account')
  await page.evaluate(() => localStorage.setItem('langs', 'zh-cn'))
  await page.reload()
  await expect(fault).toContainText('平台未提供您账号的界面风格')
  await undo()
  await fault.getByRole('button', { name: '重试' }).click()
  await expect(account(page)).toBeVisible()
  faults.length = 0
})

test('an unreachable platform during the style request is an outage and no sign-out', async ({ page, faults }) => {
  await page.route(`**${loadStyle.path}`, (route) => route.abort('connectionrefused'))
  await page.goto(home)
  await expect(page.getByRole('alert')).toContainText('The platform cannot be reached')
  await page.unroute(`**${loadStyle.path}`)
  await expect(account(page)).toBeVisible()
  await expect(page).toHaveTitle('Device management · Gatehouse')
  faults.length = 0
})

for (const [what, path] of [
  ['the user info', userInfo.path],
  ['the style', loadStyle.path],
] as const) {
  test(`the limit of calls at ${what} is no sign-out; the page opens after it`, async ({ page, faults }) => {
    const limited = { code: 90003, msg: 'Too many requests; try again in a moment', data: null }
    const undo = await altered(page, path, () => limited)
    await page.goto(home)
    await expect(page.getByRole('alert')).toContainText(limited.msg)
    await undo()
    await expect(account(page)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(home))
    faults.length = 0
  })
}
