import { setApart } from './apart.ts'
import { entryOf } from './menu.ts'
import { expect, type Page, test } from './test.ts'

const heading = (page: Page) => page.getByRole('heading', { name: 'History quarantine' })
const dialog = (page: Page, title: string | RegExp) =>
  page
    .getByRole('dialog')
    .filter({ has: page.getByText(title) })
    .last()

test('a quarantined message is found, viewed, reprocessed once it can be, and removed', async ({ page, platform }) => {
  const { sn, mend } = await setApart(platform)
  await page.goto('/manage/eg/gateway')
  await (await entryOf(page, 'Platform', 'History quarantine')).click()
  await expect(heading(page)).toBeVisible()
  await page.getByPlaceholder('SN').fill(sn)
  const rows = page.getByRole('row').filter({ hasText: sn })
  await expect(rows).toHaveCount(10)
  await page.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByTitle('Unknown column · 5').click()
  await expect(rows).toHaveCount(5)
  await page.reload()
  await expect(rows).toHaveCount(5)

  await test.step('reprocessed too early it stays, with its reason', async () => {
    await expect(page.getByRole('button', { name: 'Reprocess' })).toHaveAttribute('aria-disabled', 'true')
    await page.getByLabel('Select this page').check()
    await expect(page.getByText('5 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Reprocess' }).click()
    const question = dialog(page, 'Reprocess 5 messages?')
    await expect(question).toContainText('never of a later owner')
    await question.getByRole('button', { name: 'Reprocess' }).click()
    const result = dialog(page, 'Result')
    await expect(result.getByText('It refers to a stored column that its device does not have.')).toHaveCount(5)
    await result.getByRole('button', { name: 'Close' }).click()
    await expect(result).toBeHidden()
  })

  await test.step('with its payload shown it is reprocessed', async () => {
    await mend()
    await rows.last().getByRole('link', { name: sn }).click()
    const panel = page.getByRole('dialog').filter({ has: page.getByText('Payload') })
    await expect(panel.locator('pre')).toContainText('"values":[21.5]')
    await panel.getByRole('button', { name: 'Reprocess' }).click()
    await dialog(page, 'Reprocess the message?').getByRole('button', { name: 'Reprocess' }).click()
    await expect(page.getByText('1 message is now in history.')).toBeVisible()
    await expect(rows).toHaveCount(4)
  })

  await test.step('one that cannot be says so there too, and stays', async () => {
    await rows.first().getByRole('link', { name: sn }).click()
    const panel = page.getByRole('dialog').filter({ has: page.getByText('Payload') })
    await panel.getByRole('button', { name: 'Reprocess' }).click()
    await dialog(page, 'Reprocess the message?').getByRole('button', { name: 'Reprocess' }).click()
    const result = dialog(page, 'Result')
    await expect(result.getByText('None of them passed:')).toBeVisible()
    await result.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toBeHidden()
    await expect(rows).toHaveCount(4)
  })

  await test.step('the rest is removed', async () => {
    await page.getByLabel('Select this page').check()
    await page.getByRole('button', { name: 'Remove' }).click()
    const question = dialog(page, 'Remove 4 messages?')
    await expect(question).toContainText('deleted permanently')
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(rows).toHaveCount(0)
    await expect(page.getByText('4 messages removed.')).toBeVisible()
  })
})
