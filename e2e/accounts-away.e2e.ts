// Pages of accounts while the platform is away: data that was read before shows its age in place.
import { expect, type Page, test } from './test.ts'

const calls = /\/(lfscada|org)\//

async function away(page: Page): Promise<void> {
  await page.route(calls, (route) => route.abort('connectionrefused'))
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect(page.getByText('No connection to the platform.').first()).toBeVisible()
}

for (const { what, path, open } of [
  { what: 'departments', path: '/manage/orgal/dept' },
  { what: 'the security of the account', path: '/account/security/sms' },
  { what: 'two-step sign-in', path: '/account/security/second-factor' },
  { what: 'an open enterprise', path: '/manage/account/co', open: 'Riverside Brewery' },
] as { what: string; path: string; open?: string }[]) {
  test(`${what} read before the platform went away shows its age until it is back`, async ({ page, faults }) => {
    await page.goto(path)
    if (open) await page.getByRole('button', { name: open }).click()
    const place = open ? page.getByRole('dialog') : page.getByRole('main')
    const old = place.getByText(/^Not current: read/)
    await expect(place.getByRole('heading').first()).toBeVisible()
    await expect(old).toHaveCount(0)
    await away(page)
    await expect(old).toBeVisible()
    await page.unroute(calls)
    await expect(old).toHaveCount(0)
    faults.length = 0
  })
}
