// Journey of two accounts: the operator adds an enterprise, its administrator invites a colleague, who enrols by a link
// and sees what the role allows.
import { randomBytes } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { signIn } from '../apps/demo/client.ts'
import type { Permission } from '../contract/permissions.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { addRole } from '../features/people/role/contract.ts'
import { saveNewPassword } from '../features/people/security/contract.ts'
import { choose } from './choose.ts'
import { addEnterprise, shownOnce } from './people.ts'
import { sessionCookie } from './session.ts'
import { expect, newContext, type Place, test, watchFaults } from './test.ts'

const own = () => randomBytes(4).toString('hex')
const password = 'Waterworks2'

/** Signs in in another browser, and replaces the generated password. */
async function enter(browser: Browser, { url }: Place, loginname: string, shown: string) {
  const client = await signIn(url, loginname, shown)
  const refused = await client(addEquipment, { name: 'Too early' }).catch((error: Error) => error.message)
  expect(refused).toContain('1012')
  await client(saveNewPassword, { oldPassword: shown, password })
  const session = await sessionCookie(url, { loginname, password })
  const context = await newContext(browser, { url, session })
  const faults = watchFaults(context)
  return { page: await context.newPage(), faults, client: await signIn(url, loginname, password) }
}

test('an enterprise invites a colleague, who sees what the role allows and nothing of another enterprise', async ({
  page,
  place,
  browser,
}) => {
  const mark = own()
  const [north, south] = [`North ${mark}`, `South ${mark}`]
  await page.goto('/manage/account/co')
  const northShown = await addEnterprise(page, north, `north${mark}`)
  const southShown = await addEnterprise(page, south, `south${mark}`)
  await page.getByPlaceholder('Name, contact, phone, username').fill(mark)
  await expect(page.getByRole('row').filter({ hasText: mark })).toHaveCount(2)

  const boss = await enter(browser, place, `north${mark}`, northShown)
  const rival = await enter(browser, place, `south${mark}`, southShown)
  await rival.client(addEquipment, { name: `Secret ${mark}` })
  await boss.client(addEquipment, { name: `Pump ${mark}` })
  const auths: Permission[] = ['equipment:view']
  await boss.client(addRole, { roleType: 'internal', name: 'Engineers', auths, dataRange: 'all' })

  const link = await test.step('the administrator creates an invitation for a role', async () => {
    await boss.page.goto(`${place.url}/manage/account/enroll`)
    await boss.page.getByRole('button', { name: 'Invite' }).first().click()
    const form = boss.page.getByRole('dialog')
    await choose(form.getByRole('combobox', { name: 'Role' }), 'Engineers')
    await form.getByRole('button', { name: 'Invite' }).click()
    const shown = await shownOnce(boss.page, 'Link')
    await expect(boss.page.getByRole('row').filter({ hasText: 'Engineers' })).toContainText('0 of 1')
    return shown
  })

  const context = await newContext(browser, { url: place.url, session: null })
  const faults = watchFaults(context)
  const newcomer = await context.newPage()

  await test.step('the colleague enrols by the link', async () => {
    await newcomer.goto(link)
    await expect(newcomer.getByText(`You are invited to ${north}.`)).toBeVisible()
    await newcomer.getByLabel('Username').fill(`chen${mark}`)
    await newcomer.getByLabel('Name', { exact: true }).fill('Chen Li')
    await newcomer.getByLabel('Password', { exact: true }).fill('waterworks')
    await newcomer.getByRole('button', { name: 'Create account' }).click()
    await expect(newcomer.getByText('The password does not meet the rule')).toBeVisible()
    await newcomer.getByLabel('Password', { exact: true }).fill(password)
    await expect(newcomer.getByText('Strength: fair')).toBeVisible()
    await newcomer.getByRole('button', { name: 'Create account' }).click()
    await expect(newcomer.getByText(`Your account “chen${mark}” in ${north} is ready.`)).toBeVisible()
  })

  await test.step('the colleague signs in and sees the devices of the company, and no page beyond the role', async () => {
    await newcomer.getByRole('button', { name: 'Sign in' }).click()
    await newcomer.getByLabel('Username').fill(`chen${mark}`)
    await newcomer.getByLabel('Password', { exact: true }).fill(password)
    await newcomer.getByRole('button', { name: 'Sign in' }).click()
    await newcomer.waitForURL(/\/m/)
    await newcomer.goto(`${place.url}/manage/eg/equipment/list`)
    await expect(newcomer.getByRole('row').filter({ hasText: `Pump ${mark}` })).toBeVisible()
    await expect(newcomer.getByText(`Secret ${mark}`)).toHaveCount(0)
    await expect(newcomer.getByRole('button', { name: 'Add device' }).first()).toHaveAttribute('aria-disabled', 'true')
    await expect(newcomer.getByRole('link', { name: 'Internal accounts' })).toHaveCount(0)
  })

  await test.step('the administrator sees the account, and disables it', async () => {
    await boss.page.goto(`${place.url}/manage/account/enroll`)
    await expect(boss.page.getByRole('row').filter({ hasText: 'Engineers' })).toContainText(`chen${mark}`)
    await boss.page.goto(`${place.url}/manage/account/int`)
    const row = boss.page.getByRole('row').filter({ hasText: `chen${mark}` })
    await expect(row).toContainText('Engineers')
    await row.getByRole('button', { name: 'Disable' }).click()
    await boss.page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await expect(row).toContainText('Disabled')
    await newcomer.goto(`${place.url}/manage/eg/equipment/list`)
    await newcomer.waitForURL(/\/login/)
  })

  await test.step('the link no longer works', async () => {
    await newcomer.goto(link)
    await expect(newcomer.getByText('This link is not valid')).toBeVisible()
  })

  await test.step('the operator disables the enterprise', async () => {
    await page.getByRole('button', { name: north }).click()
    const drawer = page.getByRole('dialog').filter({ hasText: 'Company administrators' })
    await drawer.getByRole('button', { name: 'Disable' }).first().click()
    await page
      .getByRole('dialog')
      .filter({ hasText: 'Disable the company?' })
      .getByRole('button', { name: 'Disable' })
      .click()
    await expect(page.getByText(`“${north}” is disabled.`)).toBeVisible()
    await boss.page.goto(`${place.url}/manage/account/int`)
    await boss.page.waitForURL(/\/login/)
  })
  expect([faults, boss.faults, rival.faults].map((each) => each.length)).toEqual([0, 0, 0])
})
