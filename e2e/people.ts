// Common steps of several journeys with enterprises, invitations and sign-ins.
import { randomBytes } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { type Client, signIn } from '../apps/demo/client.ts'
import type { AccountId } from '../contract/fields.ts'
import { externalCalls } from '../features/people/account/contract.ts'
import { saveNewPassword } from '../features/people/security/contract.ts'
import { choose } from './choose.ts'
import { sessionCookie } from './session.ts'
import { expect, newContext, type Page, type Place, watchFaults } from './test.ts'

export const ownPassword = 'Waterworks2'

/** Opens a browser without a session. */
export async function stranger(browser: Browser, { url }: Pick<Place, 'url'>) {
  const context = await newContext(browser, { url, session: null }, { viewport: { width: 1440, height: 900 } })
  const faults = watchFaults(context)
  return { context, faults, page: await context.newPage() }
}

/** The value beside a term in the dialog that shows it once; then the dialog is closed. */
export async function shownOnce(page: Page, term: string): Promise<string> {
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Done' }) })
  const terms = dialog.getByRole('term')
  await expect(terms.filter({ hasText: term })).toBeVisible()
  const index = (await terms.allInnerTexts()).indexOf(term)
  const value = await dialog.getByRole('definition').nth(index).locator('code').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return value
}

/** Adds an enterprise on the open page of the operator; returns the first password, as it is shown. */
export async function addEnterprise(page: Page, name: string, loginname: string): Promise<string> {
  await page.getByRole('button', { name: 'Add company', exact: true }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByRole('textbox', { name: 'Username' }).fill(loginname)
  await form.getByRole('textbox', { name: 'Name of the person' }).fill('Zhang San')
  await form.getByRole('button', { name: 'Save' }).click()
  return shownOnce(page, 'Password')
}

export async function signInOnScreen(page: Page, loginname: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(loginname)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The first sign-in with a password that another person has seen: it is replaced by a new one. */
export async function firstSignIn(page: Page, loginname: string, shown: string): Promise<void> {
  await page.goto('/login')
  await signInOnScreen(page, loginname, shown)
  await page.getByLabel('Current password').fill(shown)
  await page.getByLabel('New password', { exact: true }).fill(ownPassword)
  await page.getByLabel('New password again').fill(ownPassword)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL(/\/m/)
}

/** Adds an external account to the caller's company, chooses its password, and opens a session of it. */
export async function customerOf(
  platform: Client,
  url: string,
): Promise<{ accountId: AccountId; loginname: string; session: string }> {
  const loginname = `customer${randomBytes(4).toString('hex')}`
  const { password: drawn, id: accountId } = await platform(externalCalls.add, { loginname, name: 'Customer' })
  await (await signIn(url, loginname, drawn ?? ''))(saveNewPassword, {
    oldPassword: drawn ?? '',
    password: ownPassword,
  })
  return { accountId, loginname, session: await sessionCookie(url, { loginname, password: ownPassword }) }
}

type Invited = { type?: 'Internal' | 'External'; role?: string; department?: string }

/** Creates an invitation on its page; returns its link. */
export async function invite(page: Page, { type, role, department }: Invited): Promise<string> {
  await page.goto('/manage/account/enroll')
  await page.getByRole('button', { name: 'Invite' }).first().click()
  const form = page.getByRole('dialog')
  if (type) await form.getByText(type, { exact: true }).click()
  if (role) await choose(form.getByRole('combobox', { name: 'Role' }), role)
  if (department) await choose(form.getByRole('combobox', { name: 'Department' }), department)
  await form.getByRole('button', { name: 'Invite' }).click()
  return shownOnce(page, 'Link')
}

/** Signs up by a link and signs in. */
export async function enrol(
  page: Page,
  link: string,
  { org, loginname, name }: Record<'org' | 'loginname' | 'name', string>,
) {
  await page.goto(link)
  await expect(page.getByText(`You are invited to ${org}.`)).toBeVisible()
  await page.getByLabel('Username').fill(loginname)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(ownPassword)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await signInOnScreen(page, loginname, ownPassword)
  await page.waitForURL(/\/m/)
}
