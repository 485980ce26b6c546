import { equipmentInfo } from '../features/device/equipment/contract.ts'
import { queryReports } from '../features/watch/history/contract.ts'
import { deviceAlone, idOf, intake, unique, uniqueSn } from './scene.ts'
import { expect, type Page, test } from './test.ts'

const list = '/monitor/eg/list'
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const detail = (id: number, tab = '') => `/monitor/eg/detail/list/${id}/0${tab && `?tab=${tab}`}`

test('the list shows who is online, filters by state and word, and its address survives a reload', async ({
  page,
  platform,
}) => {
  const dark = unique('Dark pump house')
  await deviceAlone(platform, dark, uniqueSn())
  await page.goto(list)
  await expect(row(page, intake)).toBeVisible()
  await page.getByText('Offline', { exact: false }).first().click()
  await expect(page).toHaveURL(/state=offline/)
  await expect(row(page, dark)).toBeVisible()
  await expect(row(page, intake)).toBeHidden()
  await page.reload()
  await expect(row(page, dark)).toBeVisible()
  await expect(row(page, intake)).toBeHidden()
  await page.goto(list)
  await page.getByPlaceholder('Name or SN').fill('Intake')
  await expect(row(page, dark)).toBeHidden()
  await expect(page).toHaveURL(/Intake/)
  await page.reload()
  await expect(page.getByPlaceholder('Name or SN')).toHaveValue('Intake')
  await expect(row(page, intake)).toBeVisible()
})

test('pinned variables live in the list', async ({ page }) => {
  await page.goto(list)
  const cell = row(page, intake).first()
  await expect(cell).toContainText(/Well level/)
  await expect(cell).toContainText(/\d\.\d\d/)
})

test('the parts of a device each have an address', async ({ page, platform }) => {
  const id = await idOf(platform, intake)
  await page.goto(detail(id, 'realTime'))
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  await expect(row(page, 'Turbidity')).toContainText('NTU')
  for (const [tab, address, words] of [
    ['Device', 'device', 'Configuration version'],
    ['Gateway', 'gateway', 'matches the platform'],
    ['Read / write', 'command', 'Every write is confirmed'],
    ['Operation log', 'log', 'Saved alarm rules'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Device', exact: true }).getByRole('link', { name: tab }).click()
    await expect(page).toHaveURL(new RegExp(`tab=${address}`))
    await expect(page.getByText(words, { exact: false }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText(words, { exact: false }).first()).toBeVisible()
  }
})

test('a number of nineteen digits stays in its cell', async ({ page, platform }) => {
  await page.goto(detail(await idOf(platform, intake), 'realTime'))
  const shown = row(page, 'Turbidity')
  await expect(shown).toContainText('NTU')
  for (const width of [1280, 1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    // The width is measured in the same call, before the next live value is shown.
    const beyond = await shown.locator('.live-value').evaluate((value) => {
      value.textContent = '-9223372036854775808'
      const cell = value.closest('td')!.getBoundingClientRect()
      const words = document.createRange()
      words.selectNodeContents(value.parentElement!)
      const lines = [...words.getClientRects()]
      return lines.filter(({ left, right }) => left < cell.left - 1 || right > cell.right + 1).length
    })
    expect(beyond, `at ${width}`).toBe(0)
  }
})

test.describe('in a browser elsewhere', () => {
  test.use({ timezoneId: 'America/Lima' })

  test('a device that has not loaded yet has neither a name nor the time zone of the browser', async ({
    page,
    platform,
  }) => {
    const id = await idOf(platform, intake)
    let answer = (): void => undefined
    const asked = new Promise<void>((done) => {
      answer = done
    })
    for (const { path } of [equipmentInfo, queryReports])
      await page.route(`**${path}`, async (route) => {
        await asked
        await route.continue()
      })
    await page.goto(detail(id))
    const header = page.getByRole('main').getByRole('banner').or(page.locator('.page-header')).first()
    await expect(header.getByText('Live', { exact: true })).toBeVisible()
    await expect(header).not.toContainText(/…\s|Lima|Asia/)
    await expect(header.getByRole('heading')).toHaveText('')
    answer()
    await expect(header).toContainText('Asia/Shanghai')
    await expect(header.getByRole('heading')).toHaveText(intake)
  })
})

test('the gateway reports its driver live, and old reports are marked as old', async ({
  page,
  platform,
  context,
  faults,
}) => {
  const id = await idOf(platform, intake)
  await page.goto(detail(id, 'gateway'))
  const driver = page.getByRole('table', { name: 'Drivers' }).getByRole('row').nth(1)
  await expect(driver).toContainText('connected')
  await expect(driver).toContainText(/\d ms/)
  const requests = () => driver.getByRole('cell').nth(2).innerText()
  const before = await requests()
  await expect.poll(requests).not.toBe(before)
  await context.setOffline(true)
  await expect(page.getByText('Not live: this is how it was', { exact: false })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Not live: this is how it was', { exact: false })).toBeHidden()
  // The browser itself reports the disconnection as an error.
  expect(faults.splice(0).filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test('a device whose gateway is offline says so, and its write is refused with the reason', async ({
  page,
  platform,
}) => {
  const id = await deviceAlone(platform, unique('Silent pump house'), uniqueSn())
  await page.goto(detail(id, 'realTime'))
  await expect(page.getByText('The gateway is offline.', { exact: false })).toBeVisible()
  const write = row(page, 'Speed').getByRole('button', { name: 'Write' })
  await expect(write).toHaveAttribute('aria-disabled', 'true')
  // Wait for the panel of first steps: it loads late and would move the row away from the pointer.
  await expect(page.getByRole('listitem', { name: 'Start the agent on the gateway' })).toBeVisible()
  await write.hover()
  await expect(page.getByRole('tooltip')).toContainText('The gateway is offline and cannot be operated')
})

test('a device without a gateway says what to do', async ({ page, platform }) => {
  const id = await deviceAlone(platform, unique('Bare pump house'))
  await page.goto(detail(id, 'realTime'))
  await expect(page.getByText('This device is not bound to a gateway', { exact: false })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Bind a gateway' })).toBeVisible()
})

test('smart data saving pauses after ten minutes without activity, says so, and resumes', async ({
  page,
  platform,
}) => {
  const id = await idOf(platform, intake)
  await page.clock.install()
  await page.goto(detail(id, 'realTime'))
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  await page.clock.fastForward(9 * 60_000 + 55_000)
  await page.clock.runFor(10_000)
  await expect(page.getByText('Paused after a period without activity', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.clock.runFor(2_000)
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
})

test.describe('in Chinese', () => {
  test.use({ language: 'zh-cn' })

  test('the list and a device speak it', async ({ page, platform }) => {
    await page.goto(list)
    await expect(page.getByRole('heading', { name: '设备监控' })).toBeVisible()
    await page.goto(detail(await idOf(platform, intake), 'realTime'))
    const tabs = page.getByRole('navigation', { name: '设备', exact: true })
    await expect(tabs.getByRole('link', { name: '操作日志' })).toBeVisible()
  })
})
