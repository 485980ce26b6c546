// Messages of an account: the bell, the dialog, the pages; announcements reach everybody.
import { addNotice, publishNotice, withdrawNotice } from '../features/notify/notice/contract.ts'
import { saveUserConfig } from '../features/platform/user-config/contract.ts'
import { unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ alone: true })

const bell = (page: Page, name: RegExp) => page.getByRole('button', { name })
const unread = (page: Page, count: number) => bell(page, new RegExp(`^Messages, ${count} unread$`))
const lines = (page: Page) => page.getByRole('region', { name: 'Messages' }).getByRole('listitem')

test('an announcement calls, is read, and goes', async ({ page, context, demo }) => {
  const published: number[] = []
  const publish = async (titleEn: string) => {
    const words = { title: `公告 ${titleEn}`, titleEn, body: '今晚 22 点。', bodyEn: 'Tonight at 22:00.\nOne hour.' }
    const { id } = await demo(addNotice, words)
    published.push(id)
    await demo(publishNotice, { id })
    return id
  }
  const [first, second] = [unique('Maintenance'), unique('Release')]
  await page.goto('/msg/messageAll')
  await expect(unread(page, 0)).toBeVisible()
  await expect(page.getByText('There are no messages yet.')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/monitor/eg/list')
  await expect(unread(other, 0)).toBeVisible()

  try {
    await test.step('the announcement arrives in every window, with a dialog, and the title scrolls', async () => {
      await publish(first)
      const dialog = page.getByRole('dialog', { name: first })
      await expect(dialog).toContainText('Tonight at 22:00.')
      await expect(unread(page, 1)).toBeAttached()
      await expect(unread(other, 1)).toBeAttached()
      await expect(page).toHaveTitle(/·/)
      await expect(lines(page)).toHaveCount(1)
    })

    await test.step('dismissed for good, it is read in every window', async () => {
      await page.getByRole('dialog', { name: first }).getByRole('button', { name: 'Do not remind again' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(unread(page, 0)).toBeVisible()
      await expect(unread(other, 0)).toBeAttached()
      await expect(other.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('another is opened from its dialog, with all its text', async () => {
      await publish(second)
      await page.getByRole('dialog', { name: second }).getByRole('button', { name: 'Read', exact: true }).click()
      await expect(page).toHaveURL(/\/msg\/detail\/all\/notice\/public\/\d+$/)
      await expect(page.getByRole('heading', { name: second })).toBeVisible()
      await expect(page.getByText('One hour.')).toBeVisible()
      await expect(unread(page, 0)).toBeVisible()
    })

    await test.step('the bell lists unread messages, and opens the public announcement', async () => {
      const third = unique('Update')
      const id = await publish(third)
      await page.getByRole('dialog', { name: third }).getByRole('button', { name: 'Later' }).click()
      await unread(page, 1).click()
      await page.getByRole('region', { name: 'Latest unread' }).getByRole('link', { name: third }).click()
      await expect(page).toHaveURL(new RegExp(`/system/msg/detail/${id}/notice$`))
      await expect(page.getByRole('heading', { name: third })).toBeVisible()
      await expect(unread(other, 0)).toBeAttached()
    })

    await test.step('messages are found by state, selected and deleted', async () => {
      await page.goto('/msg/messageReaden')
      await expect(lines(page)).toHaveCount(3)
      await page.getByRole('link', { name: 'Unread', exact: true }).click()
      await expect(page).toHaveURL(/messageUnReaden/)
      await expect(page.getByText('No unread messages.')).toBeVisible()
      await page.getByRole('link', { name: 'All', exact: true }).click()
      await expect(lines(page)).toHaveCount(3)
      await page
        .locator('label')
        .filter({ has: page.getByRole('radio', { name: 'Alarm' }) })
        .click()
      await expect(page.getByText('Nothing matches')).toBeVisible()
      await page.getByRole('button', { name: 'Clear filter' }).click()
      await page.getByRole('checkbox', { name: `Select: ${first}` }).check()
      await expect(page.getByText('1 selected')).toBeVisible()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(lines(page)).toHaveCount(2)
      await expect(page.getByText(first)).toHaveCount(0)
    })
  } finally {
    for (const id of published) await demo(withdrawNotice, { id })
  }
  await expect(lines(page)).toHaveCount(0)
})

test('reminders are chosen in the settings', async ({ page }) => {
  await page.goto('/account/config')
  const styles = page.getByRole('group', { name: 'Reminder styles' })
  await expect(styles.getByRole('checkbox', { name: 'Sound' })).toBeChecked()
  for (const [name, isChosen] of [
    ['Dialog', true],
    ['Window title', false],
  ] as const) {
    const saved = page.waitForResponse((response) => response.url().endsWith(saveUserConfig.path))
    await styles.getByRole('checkbox', { name }).click()
    await expect(styles.getByRole('checkbox', { name })).toBeChecked({ checked: isChosen })
    await saved
  }
  await page.reload()
  await expect(styles.getByRole('checkbox', { name: 'Dialog' })).toBeChecked()
  await expect(styles.getByRole('checkbox', { name: 'Window title' })).not.toBeChecked()
})

test('the bell does not claim a count while the platform cannot be reached', async ({ page, context, faults }) => {
  await page.goto('/monitor/eg/list')
  await expect(unread(page, 0)).toBeVisible()
  await context.setOffline(true)
  await expect(bell(page, /unread count not known/)).toBeVisible({ timeout: 60_000 })
  await context.setOffline(false)
  await expect(unread(page, 0)).toBeVisible({ timeout: 60_000 })
  faults.length = 0
})
