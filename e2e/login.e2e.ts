import { Client } from 'pg'
import type { Language } from '../contract/errors.ts'
import { runningDatabase } from '../db/embedded-running.ts'
import { login, type UserInfo, userInfo } from '../features/people/login/contract.ts'
import { expect, type Page, test } from './test.ts'
import { admin } from './world.ts'

test.use({ signedIn: false })

async function enter(page: Page, loginname: string, password: string) {
  await page.getByLabel('Username').fill(loginname)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
const account = (page: Page) => page.getByRole('button', { name: /Account of/ })

test('a wrong password is reported and keeps the name; the right one enters', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await enter(page, admin.loginname, 'Wrong1234')
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password')
  await expect(page.getByLabel('Username')).toHaveValue(admin.loginname)
  await enter(page, admin.loginname, admin.password)
  await expect(account(page)).toBeVisible()
})

test('a missing entry is reported at its field', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your username')).toBeVisible()
  await page.getByLabel('Username').fill('someone')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Enter your password')).toBeVisible()
})

test('after three failures a verification code is required, renewed on demand, and checked', async ({ page }) => {
  await page.goto('/login')
  for (let tries = 0; tries < 3; tries += 1) {
    await enter(page, 'nobody-here', `Wrong${tries}aaa`)
    await expect(page.getByRole('alert')).toHaveText('Wrong username or password')
    await expect(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-busy', 'false')
  }
  const image = page.getByRole('img', { name: /Verification code/ })
  await expect(image).toBeVisible()
  const first = await image.getAttribute('src')
  await page.getByRole('button', { name: 'Show another code' }).click()
  await expect(image).not.toHaveAttribute('src', first!)
  await page.getByLabel('Verification code', { exact: true }).fill('????')
  await enter(page, 'nobody-here', 'Wrong3aaa')
  await expect(page.getByText('The verification code is wrong')).toBeVisible()
})

/** The letters in the newest image. */
async function captchaOf(loginname: string): Promise<string> {
  const database = runningDatabase(process.env.GATEHOUSE_DATA_DIR ?? '')
  const client = new Client({ connectionString: database!.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ captcha: string }>(
      "select captcha from login_guard where key like 'place:%' and split_part(key, '|name:', 2) = $1 and captcha is not null",
      [loginname],
    )
    return rows[0]!.captcha
  } finally {
    await client.end()
  }
}

const spoken: Record<
  Language,
  { name: string; password: string; act: string; wrong: string; code: string; out: RegExp }
> = {
  en: {
    ...{ name: 'Username', password: 'Password', act: 'Sign in', code: 'Verification code' },
    ...{ wrong: 'Wrong username or password', out: /Account of/ },
  },
  'zh-cn': {
    ...{ name: '用户名', password: '密码', act: '登录', code: '验证码' },
    ...{ wrong: '用户名或密码错误', out: /的账号/ },
  },
}

for (const language of ['en', 'zh-cn'] as const) {
  test.describe(`a forgotten password, in ${language}`, () => {
    test.use({ alone: true, language })

    test('enters with captcha and proof of work, which the page computes', async ({ page, place }) => {
      const asked = await fetch(place.url + userInfo.path, { headers: { cookie: place.session } })
      const { loginname } = ((await asked.json()) as { data: UserInfo }).data
      const words = spoken[language]
      const button = page.getByRole('button', { name: words.act, exact: true })
      const give = async (password: string) => {
        await page.getByLabel(words.name).fill(loginname)
        await page.getByLabel(words.password, { exact: true }).fill(password)
        await button.click()
      }
      await page.goto('/login')
      for (let tries = 0; tries < 3; tries += 1) {
        await give(`Wrong${tries}aaa`)
        await expect(page.getByRole('alert')).toHaveText(words.wrong)
        await expect(button).toHaveAttribute('aria-busy', 'false')
      }
      const code = page.getByLabel(words.code, { exact: true })
      await expect(code).toBeVisible()
      await code.fill(await captchaOf(loginname))
      const sent = page.waitForRequest((request) => request.url().endsWith(login.path))
      await give(admin.password)
      expect((await sent).postDataJSON()).toMatchObject({ loginname, work: expect.stringMatching(/^\d+$/) })
      await expect(page.getByRole('button', { name: words.out })).toBeVisible()
    })
  })
}

test('the demonstration fills its login in', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Fill in' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(account(page)).toBeVisible()
})

test('the requested page opens after the login, filters included', async ({ page }) => {
  await page.goto('/monitor/eg/list?state=online')
  await expect(page).toHaveURL(/\/login\?to=/)
  await enter(page, admin.loginname, admin.password)
  await expect(page).toHaveURL(/\/monitor\/eg\/list\?state=online$/)
  await expect(page.getByRole('radio', { name: /Online/ })).toBeChecked()
})

test('a login never leads to another site', async ({ page }) => {
  await page.goto('/login?to=//example.org/evil')
  await enter(page, admin.loginname, admin.password)
  await expect(account(page)).toBeVisible()
  expect(new URL(page.url()).origin).toBe(process.env.GATEHOUSE_URL)
})

test.describe('signed in', () => {
  test.use({ signedIn: true })

  test('an unknown address is a page that says so and leads on', async ({ page }) => {
    await page.goto('/manage/no/such/page')
    await expect(page).toHaveURL(/\/404/)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await expect(account(page)).toBeVisible()
  })

  test('old addresses lead to where their page is now', async ({ page }) => {
    await page.goto('/manage')
    await expect(page).toHaveURL(/\/manage\/eg\/equipment\/list$/)
    await page.goto('/login')
    await expect(page).not.toHaveURL(/\/login/)
  })

  test('the language switches everywhere immediately, and is remembered under langs', async ({ page }) => {
    await page.goto('/manage/eg/group')
    await expect(page.getByRole('heading', { name: 'Groups' })).toBeVisible()
    await page.getByRole('button', { name: /Language/ }).click()
    await page.getByRole('menuitem', { name: '中文' }).click()
    await expect(page.getByRole('heading', { name: '分组管理' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
    expect(await page.evaluate(() => localStorage.getItem('langs'))).toBe('zh-cn')
    // Errors of the platform are shown in the chosen language, too.
    await page.getByRole('button', { name: /语言/ }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'Groups' })).toBeVisible()
  })

  test('the dark theme is dark immediately and after a reload', async ({ page }) => {
    await page.goto('/manage/eg/group')
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-theme', 'light')
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  })
})

test('signing out ends the session here and on the platform', async ({ page }) => {
  await page.goto('/login')
  await enter(page, admin.loginname, admin.password)
  await account(page).click()
  await page.getByText('Sign out').click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await page.goto('/manage/eg/group')
  await expect(page).toHaveURL(/\/login\?to=/)
})

test('a session that was ended elsewhere leads to the login, and back to the same page', async ({ page, context }) => {
  await page.goto('/login')
  await enter(page, admin.loginname, admin.password)
  await expect(account(page)).toBeVisible()
  await page.goto('/manage/eg/group')
  await expect(page.getByRole('heading', { name: 'Groups' })).toBeVisible()
  await context.request.post('/lfscada/user/logout', { data: {} })
  // The page polls for messages, and then notices the end of the session.
  await expect(page.getByText('Your session has expired')).toBeVisible()
  await enter(page, admin.loginname, admin.password)
  await expect(page).toHaveURL(/\/manage\/eg\/group$/)
})
