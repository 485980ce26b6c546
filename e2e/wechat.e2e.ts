// Journey of binding WeChat, signing in by it, and unbinding it, with a simulated WeChat on the loopback that shows its
// own page.
import { type WeChatPeer, weChatPeer } from '../testkit/we-chat.ts'
import { answerFirstSettings } from './session.ts'
import { expect, newContext, test } from './test.ts'
import { root, type StartedPlatform, startPlatform } from './world.ts'

let peer: WeChatPeer
let platform: StartedPlatform
test.beforeAll(async () => {
  test.setTimeout(120_000)
  peer = await weChatPeer()
  platform = await startPlatform('server', root, {
    WECHAT_APP_ID: peer.appId,
    WECHAT_APP_SECRET: peer.secret,
    WECHAT_OPEN_URL: peer.url,
    WECHAT_API_URL: peer.url,
  })
  await answerFirstSettings(platform.url, platform.session)
})
test.afterAll(async () => {
  await platform?.stop()
  await peer?.stop()
})

test('a bound WeChat signs in, until it is unbound', async ({ browser }) => {
  const open = async (session: string | null) => {
    return (await newContext(browser, { url: platform.url, session })).newPage()
  }
  const page = await open(platform.session)
  const row = page.getByRole('listitem').filter({ hasText: 'Scan a code with WeChat' })
  await page.goto('/account/security/sms')
  await expect(row).toContainText('Not bound')
  await row.getByRole('button', { name: 'Bind', exact: true }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toHaveText('WeChat was not authorised, or it was cancelled.')
  await page.getByRole('button', { name: 'Back to account security' }).click()
  await row.getByRole('button', { name: 'Bind', exact: true }).click()
  await page.getByRole('link', { name: 'Agree' }).click()
  await expect(row).toContainText(/Bound \d{4}-\d{2}-\d{2}/)

  const other = await open(null)
  await other.goto('/login?to=/account/security/sms')
  await other.getByRole('link', { name: 'Sign in with WeChat' }).click()
  await other.getByRole('link', { name: 'Agree' }).click()
  await expect(other).toHaveURL(/\/account\/security\/sms$/)
  await expect(other.getByRole('button', { name: /Account of/ })).toBeVisible()

  await row.getByRole('button', { name: 'Unbind' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click()
  await expect(row).toContainText('Not bound')
  await other.context().clearCookies()
  await other.goto('/weixin')
  await other.getByRole('link', { name: 'Agree' }).click()
  await expect(other.getByRole('alert')).toContainText('bound to no account')
  await expect(other.getByRole('link', { name: 'Sign in with a password' })).toBeVisible()
})
