// Passkeys in use: Chromium's virtual authenticator replaces a finger on a phone.
import { internalCalls } from '../features/people/account/contract.ts'
import { getUserMessage } from '../features/people/security/contract.ts'
import { changeAccount, forgetConfirmation } from './account-row.ts'
import { expect, type Page, test } from './test.ts'
import { admin } from './world.ts'

test.use({ alone: true })
// Disables the menu's animation: an entry that slides away from under a pointer is not pressed.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** WebAuthn accepts only host names, no IP addresses. */
test.use({
  place: async ({ place }, use) => use({ ...place, url: place.url.replace('127.0.0.1', 'localhost') }),
})

/** A platform authenticator, which recognises its owner; returns a function that sets whether it does. */
async function addAuthenticator(page: Page): Promise<(isRecognised: boolean) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async (isUserVerified) => {
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const isSignedIn = (page: Page) => expect(page.getByRole('button', { name: /Account of/ })).toBeVisible()

test('a passkey is added, signs in without a password, confirms, is renamed and removed', async ({
  page,
  platform,
}) => {
  const recognise = await addAuthenticator(page)
  await page.goto('/account/security/passkey')
  await expect(page.getByText('No passkeys yet')).toBeVisible()
  await addPasskey(page, 'Laptop')
  await expect(row(page, 'Laptop')).toContainText('Never')
  await addPasskey(page, 'Laptop again')
  await expect(page.getByText('This device already has a passkey of your account.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await signOut(page)
  await recognise(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('Cancelled')
  await recognise(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await isSignedIn(page)

  await page.goto('/account/security/passkey')
  await expect(row(page, 'Laptop')).not.toContainText('Never')
  await row(page, 'Laptop').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Old laptop')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Old laptop')).toBeVisible()
  await row(page, 'Old laptop').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No passkeys yet')).toBeVisible()

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('The passkey was not accepted')
  await expect(platform(getUserMessage, {})).rejects.toThrow('1006')
})

async function enter(page: Page, loginname: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(loginname)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a company requires a second step: a passkey counts as one, beside the password and for accounts that have none yet', async ({
  page,
  platform,
}) => {
  const { loginname } = await platform(getUserMessage, {})
  const member = `${loginname}_member`
  const { password } = await platform(internalCalls.add, { loginname: member, name: 'Li Wei' })
  await changeAccount(member, {})
  await addAuthenticator(page)
  await page.goto('/account/security/second-factor')
  const require = page.getByRole('switch', { name: 'Require two-step sign-in' })
  await expect(require).toBeDisabled()
  await page.getByRole('button', { name: 'Add a passkey instead' }).click()
  await addPasskey(page, 'Laptop')
  await expect(row(page, 'Laptop')).toBeVisible()
  await page.getByRole('link', { name: 'Two-step sign-in' }).click()
  await require.click()
  await expect(page.getByText('Saved.')).toBeVisible()

  await signOut(page)
  await enter(page, loginname, admin.password)
  await expect(page.getByText('use your passkey, or enter a recovery code')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await isSignedIn(page)

  await forgetConfirmation(loginname)
  await page.goto('/account/security/passkey')
  await row(page, 'Laptop').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: 'again' }).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Your company requires two-step sign-in for your account')).toBeVisible()
  await expect(row(page, 'Laptop')).toBeVisible()

  await signOut(page)
  await enter(page, member, password!)
  await expect(page).toHaveURL(/\/account\/security\/second-factor$/)
  await expect(page.getByText('Your company requires it for your account')).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey instead' }).click()
  await addPasskey(page, 'Phone')
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'Done' }).click()
  await page.goto('/monitor/eg/list')
  await expect(page).toHaveURL(/\/monitor\/eg\/list$/)
  await isSignedIn(page)
})
