// What a person does about how the account signs in.
import { signIn } from '../apps/demo/client.ts'
import { type UserInfo, userInfo } from '../features/login/contract.ts'
import { querySessions } from '../features/session/contract.ts'
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

test('a session is ended where it is not known, then all others at once', async ({ page, place, platform }) => {
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
