// Journey of an account with a device lock: its administrator sets the lock, the user shows it at the sign-in and
// afterwards, and signs in without it.
import type { Browser, Page } from '@playwright/test'
import { validLockCert } from '../features/people/device-lock/contract.ts'
import { lockService } from '../features/people/device-lock/lock-service.ts'
import { addRole } from '../features/people/role/contract.ts'
import { keyPair, lockDevice, pemOf } from '../testkit/peers/lock-device.ts'
import { memberOf } from './own-organisation.ts'
import { expect, newContext, test, watchFaults } from './test.ts'
import { admin } from './world.ts'

test.use({ alone: true })

/** The browser of a computer on which the service runs at another address than it does for people. */
async function computer(browser: Browser, platform: string, service: () => string) {
  const context = await newContext(browser, { url: platform, session: null })
  const faults = watchFaults(context)
  await context.route(`${lockService}/**`, (route) =>
    route.continue({ url: route.request().url().replace(lockService, service()) }),
  )
  await context.clock.install()
  return { context, faults, page: await context.newPage() }
}

async function enter(page: Page, loginname: string): Promise<void> {
  await page.getByLabel('Username').fill(loginname)
  await page.getByRole('textbox', { name: 'Password' }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const devices = (page: Page) => page.getByRole('heading', { name: 'Devices', level: 1 })

test('the account works while its key is plugged in, and not a minute longer', async ({
  page,
  platform,
  place,
  browser,
}) => {
  const { id: roleId } = await platform(addRole, {
    name: 'Operators',
    roleType: 'internal',
    auths: ['monitor:view'],
    dataRange: 'all',
  })
  const { name } = await memberOf(place.url, roleId)
  const { publicKey, privateKey } = keyPair()
  const service = await lockDevice([place.url])
  const pc = await computer(browser, place.url, () => service.url)
  const isTold = (text: string) => expect(pc.page.getByText(text)).toBeVisible()

  // Advances the clock after the part that shows the lock has loaded and uses it. Requests are awaited in between: a
  // minute that passes in one step would look like a service that does not answer.
  const aMinuteLater = (text: string) =>
    expect(async () => {
      await pc.page.clock.fastForward(60_000)
      await expect(pc.page.getByText(text)).toBeVisible({ timeout: 10_000 })
    }).toPass({ timeout: 60_000 })

  await test.step('its administrator sets the key', async () => {
    await page.goto('/manage/account/int')
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByRole('button', { name: 'Device lock' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Public key' }).fill('not a key')
    await form.getByRole('button', { name: 'Set', exact: true }).click()
    await expect(form.getByText('A public key must be RSA')).toBeVisible()
    await form.getByLabel('Choose a .pub file').setInputFiles({
      name: 'lock.pub',
      mimeType: 'text/plain',
      buffer: Buffer.from(pemOf(publicKey)),
    })
    await form.getByRole('button', { name: 'Set', exact: true }).click()
    await expect(page.getByText(`Device lock of “${name}” set.`)).toBeVisible()
  })

  await test.step('without the key the sign-in is refused', async () => {
    await pc.page.goto('/monitor/eg/list')
    await enter(pc.page, name)
    await isTold('Your device lock is not plugged in. Plug it in, then sign in again.')
    service.plug(keyPair().privateKey)
    await enter(pc.page, name)
    await isTold('The device lock that is plugged in is not the one of this account.')
  })

  await test.step('with it the requested page opens, and stays', async () => {
    service.plug(privateKey)
    await enter(pc.page, name)
    await expect(devices(pc.page)).toBeVisible()
    expect(new URL(pc.page.url()).pathname).toBe('/monitor/eg/list')
    const before = service.asked.length
    await expect(async () => {
      const shown = pc.page.waitForResponse((response) => response.url().endsWith(validLockCert.path), {
        timeout: 10_000,
      })
      await pc.page.clock.fastForward(60_000)
      await shown
    }).toPass({ timeout: 60_000 })
    expect(service.asked.slice(before)).toContain('/sign-by-device')
    await expect(devices(pc.page)).toBeVisible()
  })

  await test.step('it is pulled out, and the session ends', async () => {
    service.pull()
    await aMinuteLater('Your device lock is not plugged in. Plug it in, then sign in again.')
    await pc.page.goto('/monitor/eg/list')
    await expect(pc.page.getByLabel('Username')).toBeVisible()
  })
  expect(pc.faults).toEqual([])

  await test.step('a missing service is reported', async () => {
    service.plug(privateKey)
    await enter(pc.page, name)
    await expect(devices(pc.page)).toBeVisible()
    await service.stop()
    await aMinuteLater('does not answer on this computer')
  })
  await pc.context.close()
})
