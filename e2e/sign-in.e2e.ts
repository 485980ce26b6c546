// Ways of an account to sign in.
import { signIn } from '../apps/demo/client.ts'
import { queryGroups } from '../features/device/group/contract.ts'
import { type UserInfo, userInfo } from '../features/people/login/contract.ts'
import { codeOf, fromBase32, stepAt } from '../features/people/second-factor/rules.ts'
import { querySessions } from '../features/people/session/contract.ts'
import { expect, type Page, type Place, test } from './test.ts'
import { admin } from './world.ts'

test.use({ alone: true })

async function loginnameOf({ url, session }: Place): Promise<string> {
  const answer = await fetch(url + userInfo.path, { headers: { cookie: session } })
  return ((await answer.json()) as { data: UserInfo }).data.loginname
}

async function openFromMenu(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign-in and sessions' }).click()
}

test('an unfamiliar session is ended, then all others together', async ({ page, place, platform }) => {
  const loginname = await loginnameOf(place)
  const others = await Promise.all([1, 2, 3].map(() => signIn(place.url, loginname, admin.password)))
  await openFromMenu(page)
  const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
  const ending = rows.filter({ has: page.getByRole('button', { name: 'End' }) })
  await expect(rows.filter({ hasText: 'This session' })).toHaveCount(1)
  await expect(ending).toHaveCount(3)
  await ending.first().getByRole('button', { name: 'End' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect(ending).toHaveCount(2)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('2 other sessions')
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(ending).toHaveCount(0)
  expect(await platform(querySessions, {})).toHaveLength(1)
  for (const other of others) await expect(other(querySessions, {})).rejects.toThrow('1006')
})

test('with two-step sign-in the password alone opens nothing; a code of the app or a recovery code does', async ({
  page,
  place,
}) => {
  const loginname = await loginnameOf(place)
  await openFromMenu(page)
  await page.getByRole('link', { name: 'Two-step sign-in' }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const secret = fromBase32((await page.locator('.factor-key code').innerText()).replaceAll(' ', ''))
  // Each code is valid only once: later ones belong to the following time steps.
  const code = (away: number) => codeOf(secret, stepAt(Date.now()) + away)
  await page.getByLabel('Code shown by the app').fill('000000')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('The code is wrong or was used already')).toBeVisible()
  await page.getByLabel('Code shown by the app').fill(code(0))
  await page.getByRole('button', { name: 'Switch on' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const recovery = await dialog.getByRole('listitem').first().innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Two-step sign-in is on' })).toBeVisible()

  const signOut = async () => {
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByLabel('Username').fill(loginname)
    await page.getByLabel('Password', { exact: true }).fill(admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Enter the code that your authenticator app shows')).toBeVisible()
  }
  const enter = async (given: string) => {
    await page.getByLabel('Code', { exact: true }).fill(given)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await signOut()
  await enter('000000')
  await expect(page.getByRole('alert')).toHaveText('The code is wrong or was used already')
  await enter(code(1))
  await expect(page.getByRole('button', { name: /Account of/ })).toBeVisible()
  await signOut()
  await enter(recovery)
  await expect(page.getByRole('button', { name: /Account of/ })).toBeVisible()
  await openFromMenu(page)
  await page.getByRole('link', { name: 'Two-step sign-in' }).click()
  await expect(page.getByText('Recovery codes left')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^9$/ })).toBeVisible()
})

test('a program can do with a key what the key permits, until it is ended', async ({ page, place }) => {
  await openFromMenu(page)
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'New key' }).first().click()
  await page.getByLabel('Name').fill('SCADA bridge')
  await page.getByRole('button', { name: 'Make the key' }).click()
  await expect(page.getByText('Choose at least one permission')).toBeVisible()
  await page.getByRole('group', { name: 'Equipment · Groups' }).getByLabel('Edit').check()
  await page.getByRole('button', { name: 'Make the key' }).click()
  const dialog = page.getByRole('dialog', { name: 'The key was made' })
  const key = await dialog.locator('code').first().innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(place.url + path, { method: 'POST', headers, body: '{}' })
    return ((await response.json()) as { code: number }).code
  }
  expect(await ask(queryGroups.path)).toBe(200)
  expect(await ask(querySessions.path)).toBe(1058)
  await page
    .getByRole('row', { name: /SCADA bridge/ })
    .getByRole('button', { name: 'End' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await expect(page.getByText('No keys yet')).toBeVisible()
  expect(await ask(queryGroups.path)).toBe(1021)
})
