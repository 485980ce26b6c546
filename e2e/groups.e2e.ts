import { addGroup } from '../features/device/group/contract.ts'
import { entryOf } from './menu.ts'
import { expect, type Page, test } from './test.ts'

test.use({ alone: true })

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
const act = (page: Page, name: string, what: string) => row(page, name).getByRole('button', { name: what })

async function fill(page: Page, name: string) {
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}

test('a group is added, renamed, moved and deleted', async ({ page }) => {
  await page.goto('/manage/eg/group')
  await page.getByRole('button', { name: 'Add group' }).first().click()
  await fill(page, 'North works')
  await expect(page.getByText('Group “North works” added.')).toBeVisible()
  await act(page, 'North works', 'Add subgroup').click()
  await fill(page, 'Line 1')
  await expect(row(page, 'Line 1')).toHaveAttribute('aria-level', '2')
  await act(page, 'Line 1', 'Edit').click()
  await fill(page, 'Line A')
  await expect(row(page, 'Line A')).toBeVisible()
  await expect(act(page, 'North works', 'Delete')).toHaveAttribute('aria-disabled', 'true')
  await act(page, 'Line A', 'Edit').click()
  await page.getByRole('dialog').getByLabel('Parent group').click()
  await page.getByRole('option', { name: 'Top level' }).or(page.getByTitle('Top level')).last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Line A')).toHaveAttribute('aria-level', '1')
  for (const name of ['Line A', 'North works']) {
    await act(page, name, 'Delete').click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText(name)
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, name)).toBeHidden()
  }
})

test('a name that is in use is refused at its field', async ({ page, platform }) => {
  await platform(addGroup, { name: 'Taken' })
  await page.goto('/manage/eg/group')
  await page.getByRole('button', { name: 'Add group' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Taken')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('The group name "Taken" already exists')).toBeVisible()
})

test('entries of a form are not lost without a question', async ({ page, platform }) => {
  await platform(addGroup, { name: 'South works' })
  await page.goto('/monitor/eg/list')
  await (await entryOf(page, 'Equipment', 'Groups')).click()
  await page.getByRole('button', { name: 'Add group' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add group' })
  const question = page.getByRole('dialog', { name: 'Close without saving?' })
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await form.getByLabel('Name').fill('Half a name')

  for (const close of [
    () => page.keyboard.press('Escape'),
    () => form.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await close()
    await expect(question).toContainText('Add group')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(form.getByLabel('Name')).toHaveValue('Half a name')
  }
  await page.evaluate(() => history.back())
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Half a name')
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(form.getByLabel('Name')).toHaveValue('Half a name')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()

  await page.getByRole('button', { name: 'Add group' }).first().click()
  await expect(form.getByLabel('Name')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
})

test('an eleventh level is refused, with the reason on the button', async ({ page, platform }) => {
  let parentId: number | null = null
  for (let level = 1; level <= 10; level += 1) {
    const added: { id: number } = await platform(addGroup, { name: `Level ${level}`, parentId })
    parentId = added.id
  }
  await page.goto('/manage/eg/group')
  const refused = act(page, 'Level 10', 'Add subgroup')
  await expect(refused).toHaveAttribute('aria-disabled', 'true')
  await refused.hover()
  await expect(page.getByRole('tooltip')).toContainText('at most 10 levels')
  await expect(act(page, 'Level 9', 'Add subgroup')).toHaveAttribute('aria-disabled', 'false')
})
