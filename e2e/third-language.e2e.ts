// A language that is one file of `languages/`: chosen without a reload, stored, and English where the file lacks a text or cannot
// be loaded.
import { expect, type Page, test } from './test.ts'

const home = '/manage/eg/group'
/** The German language file of the build. */
const german = /\/assets\/de-[^/]+\.js$/

const entry = (page: Page, name: string) => page.locator('.nav-panel').getByRole('link', { name, exact: true })
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('langs'))

async function choose(page: Page, name: string): Promise<void> {
  await page.locator('.top-language').click()
  await page.getByRole('menuitem', { name }).click()
}

test('the switch shows the navigation in German, and English where German lacks a text', async ({ page }) => {
  await page.goto(home)
  await expect(entry(page, 'Groups')).toBeVisible()
  await choose(page, 'Deutsch')
  await expect(entry(page, 'Gruppen')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Konto von/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sprache: Deutsch' })).toHaveText('DE')
  await expect(page).toHaveTitle('Gruppen · Gatehouse')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('button', { name: 'Add group' }).first()).toBeVisible()
  expect(await stored(page)).toBe('de')
  await choose(page, '中文')
  await expect(entry(page, '分组管理')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
})

test('the choice is valid after a reload, without English in between, and calls are in English', async ({ page }) => {
  await page.goto(home)
  await choose(page, 'Deutsch')
  await expect(entry(page, 'Gruppen')).toBeVisible()
  await page.route(german, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await page.addInitScript(() => {
    const drawn: string[] = []
    new MutationObserver(() => drawn.push(document.querySelector('.nav-panel')?.textContent ?? '')).observe(document, {
      ...{ childList: true, subtree: true },
    })
    Object.assign(window, { drawn })
  })
  const request = page.waitForRequest((each) => each.url().includes('/lfscada/'))
  await page.reload()
  expect((await request).headers()['accept-language']).toBe('en')
  await expect(entry(page, 'Gruppen')).toBeVisible()
  const drawn = await page.evaluate(() => (window as unknown as { drawn: string[] }).drawn)
  expect(drawn.filter((text) => text.includes('Gruppen'))).not.toEqual([])
  expect(drawn.filter((text) => text.includes('Groups'))).toEqual([])
})

test('a file that cannot be loaded, or is empty, leaves English until it is there', async ({ page, faults }) => {
  await page.goto(home)
  await choose(page, 'Deutsch')
  await expect(entry(page, 'Gruppen')).toBeVisible()
  await page.route(german, (route) => route.abort('connectionrefused'))
  await page.reload()
  await expect(entry(page, 'Groups')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(await stored(page)).toBe('de')
  await page.unroute(german)
  await page.route(german, (route) => route.fulfill({ contentType: 'text/javascript', body: 'export default {}' }))
  await page.reload()
  await expect(entry(page, 'Groups')).toBeVisible()
  await page.unroute(german)
  await page.reload()
  await expect(entry(page, 'Gruppen')).toBeVisible()
  faults.length = 0
})

test('a switch to a file that cannot be loaded is reported and changes nothing', async ({ page, faults }) => {
  await page.goto(home)
  await page.route(german, (route) => route.abort('connectionrefused'))
  await choose(page, 'Deutsch')
  await expect(page.locator('.toast')).toContainText('This could not be loaded.')
  await expect(entry(page, 'Groups')).toBeVisible()
  expect(await stored(page)).toBe('en')
  faults.length = 0
})

test.describe('before the login', () => {
  test.use({ signedIn: false })

  test('the language is chosen too', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
    await expect(page.getByLabel('Benutzername')).toBeVisible()
    await expect(page).toHaveTitle(/^Anmelden · /)
  })
})

test.describe('a browser in German', () => {
  test.use({ signedIn: false, locale: 'de-AT' })

  test('starts in German where no language was chosen', async ({ page }) => {
    await page.addInitScript(() => localStorage.removeItem('langs'))
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible()
  })
})
