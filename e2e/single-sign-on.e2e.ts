// Signing in by the provider of a company: set up by the operator, used by its people, with the provider's own pages.
import type { Browser } from '@playwright/test'
import { myOrganisation } from '../features/people/enterprise/contract.ts'
import { type OpenIdProvider, openIdProvider } from '../testkit/open-id-provider.ts'
import { expect, newContext, type Page, type Place, test } from './test.ts'
import { admin } from './world.ts'

test.use({ signedIn: false, actionTimeout: 30_000 })

const slug = 'waterworks'
let provider: OpenIdProvider
test.beforeAll(async () => {
  // Without `auth_time` in its answer, signing in at the provider does not confirm the session, so that the journey has
  // to confirm it.
  const redirectUri = `${process.env.GATEHOUSE_URL}/sso/${slug}/callback`
  provider = await openIdProvider([redirectUri], { tellsTime: false })
  provider.people.set('li.na', {
    email: 'li.na@works.example',
    email_verified: true,
    name: 'Li Na',
    preferred_username: 'li.na',
  })
})
test.afterAll(() => provider.stop())

/** The browser of another person. */
async function someone(browser: Browser, { url }: Place): Promise<Page> {
  const context = await newContext(browser, { url, session: null })
  return context.newPage()
}

async function signInAtProvider(page: Page) {
  await page.locator('input[name=login]').fill('li.na')
  await page.locator('input[name=password]').fill('whatever')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

const account = (page: Page) => page.getByRole('button', { name: /Account of/ })

test('a provider is set up, tested and switched on; its people sign in and confirm by it', async ({
  page,
  browser,
  place,
  platform,
}) => {
  const { name: orgName } = await platform(myOrganisation, {})
  await page.goto('/login?to=/manage/system/sign-on')
  await page.getByLabel('Username').fill(admin.loginname)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Add provider' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add provider' })

  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Required').first()).toBeVisible()
  await form.getByLabel('Company').click()
  // Other journeys add companies too, and only some of many are on screen, so the name is typed.
  await page.keyboard.type(orgName)
  await page.getByTitle(orgName, { exact: true }).click()
  await form.getByLabel(/^Name/).fill('Works directory')
  await form.getByLabel('Short name').fill('Water Works')
  await expect(form.getByText('2 to 40 small letters, digits and hyphens')).toBeVisible()
  await form.getByLabel('Short name').fill(slug)
  await expect(form.getByText(`${place.url}/sso/${slug}/callback`)).toBeVisible()

  await form.getByLabel('Issuer').fill(`${provider.issuer}/`)
  // The button moves when the error above it disappears.
  await expect(form.locator('.ant-form-item', { has: page.getByLabel('Issuer') })).not.toContainText('Required')
  await form.getByRole('button', { name: 'Test' }).click()
  await expect(form.getByText(`The document is of another issuer: ${provider.issuer}.`)).toBeVisible()
  await form.getByLabel('Issuer').fill(provider.issuer)
  await form.getByRole('button', { name: 'Test' }).click()
  await expect(form.getByText('The provider answers, and publishes what signing in needs.')).toBeVisible()
  await form.getByLabel('Client ID').fill(provider.clientId)
  await form.getByLabel('Client secret').fill(provider.clientSecret)
  // The switch moves up as the faults above it go.
  await expect(form.getByText('Required')).toHaveCount(0)
  await form.getByLabel('Add unknown people').click()
  await form.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Works directory' })
  await expect(row).toContainText('Off')

  const person = await someone(browser, place)
  await person.goto('/login?to=/account/security/second-factor')
  await person.getByRole('link', { name: 'Single sign-on' }).click()
  await person.getByLabel('Short name of your company').fill(slug)
  await person.getByRole('button', { name: 'Continue' }).click()
  await expect(person.getByRole('alert')).toHaveText('Single sign-on is not set up under this short name')

  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Works directory' })
  await expect(edit.getByLabel('Client secret')).toHaveValue('')
  await edit.getByLabel('Switched on').click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('On')

  await person.getByRole('button', { name: 'Continue' }).click()
  await person.getByRole('link', { name: /Cancel/ }).click()
  await expect(person.getByRole('alert')).toHaveText('The sign-in service of your company did not sign you in.')
  await person.goto('/login?to=/account/security/second-factor')
  await person.getByRole('link', { name: 'Single sign-on' }).click()
  await person.getByLabel('Short name of your company').fill(slug)
  await person.getByRole('button', { name: 'Continue' }).click()
  await signInAtProvider(person)
  await expect(person).toHaveURL(/\/account\/security\/second-factor$/)
  await expect(person.getByRole('button', { name: 'Account of Li Na' })).toBeVisible()

  const question = person.getByRole('dialog')
  await person.getByRole('button', { name: 'Set up' }).click()
  const opened = person.waitForEvent('popup')
  await question.getByRole('button', { name: 'Confirm with single sign-on' }).click()
  await signInAtProvider(await opened)
  await expect(person.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()

  const again = await person.context().newPage()
  await again.goto(`/sso/${slug}?to=/monitor/eg/list`)
  await expect(again).toHaveURL(/\/monitor\/eg\/list/)
  await expect(account(again)).toBeVisible()
  await person.context().close()

  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toBeHidden()
})
