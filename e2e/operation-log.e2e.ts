import { readFileSync } from 'node:fs'
import { addGroup } from '../features/device/group/contract.ts'
import { entryOf } from './menu.ts'
import { expect, type Page, test } from './test.ts'

test.use({ alone: true })

const rows = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })

async function choose(page: Page, filter: string, option: string) {
  await page.getByRole('combobox', { name: filter }).click()
  await page.keyboard.type(option)
  await page.getByTitle(option, { exact: true }).click()
}

test('the actions of an organisation are found, verified and exported', async ({ page, platform }) => {
  for (const name of ['Intake', 'Filters', '=Sludge']) await platform(addGroup, { name, parentId: null })
  await page.goto('/manage/eg/group')
  await (await entryOf(page, 'Company', 'Operation log')).click()
  await expect(page.getByRole('heading', { name: 'Operation log' })).toBeVisible()
  await expect(page.getByText(/Entries 1–4 are unchanged, verified at/)).toBeVisible()
  await expect(rows(page)).toHaveCount(4)
  await expect(rows(page).first()).toContainText('Added')
  await expect(rows(page).first()).toContainText('=Sludge')

  await test.step('filtered by kind, action and word, which a reload keeps', async () => {
    await choose(page, 'Any object', 'Group')
    await expect(rows(page)).toHaveCount(3)
    await page.getByPlaceholder('Object or user').fill('filt')
    await expect(rows(page)).toHaveCount(1)
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
    await page.getByPlaceholder('Object or user').fill('')
    await expect(rows(page)).toHaveCount(3)
    await choose(page, 'Any action', 'Signed in')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filter' }).click()
    await expect(rows(page)).toHaveCount(4)
  })

  await test.step('exported as it is filtered', async () => {
    await choose(page, 'Any object', 'Group')
    await expect(rows(page)).toHaveCount(3)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^operation-log \d{4}-\d\d-\d\d\.csv$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toContain("'=Sludge")
  })

  await test.step('the chain is verified again after one more', async () => {
    await platform(addGroup, { name: 'Tank', parentId: null })
    await page.getByRole('button', { name: 'Verify again' }).click()
    await expect(page.getByText(/Entries 1–5 are unchanged/)).toBeVisible()
  })
})

test('a user sees the own sign-ins and actions', async ({ page, platform }) => {
  await platform(addGroup, { name: 'Intake', parentId: null })
  await page.goto('/manage/eg/group')
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByText('My operation log').click()
  await expect(page).toHaveURL(/\/account\/log$/)
  await expect(page.getByRole('heading', { name: 'My operation log' })).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await choose(page, 'Any action', 'Signed in')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('127.0.0.1')
})
