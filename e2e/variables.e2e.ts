import { saveUserConfig } from '../features/platform/user-config/contract.ts'
import { choose } from './choose.ts'
import { entryOf } from './menu.ts'
import { deviceAlone } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ alone: true })

const sheet = (id: number) => `/manage/eg/equipment/edit/${id}/signal`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Types over a cell of the sheet. */
async function type(page: Page, line: number, column: 'title' | 'address', text: string) {
  const cell = { title: 3, address: 4 }[column]
  await page.getByRole('row').nth(line).getByRole('gridcell').nth(cell).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('a file with a bad row: the row and its reason are named, the good ones can be imported', async ({
  page,
  platform,
}) => {
  const id = await deviceAlone(platform, 'Imported pumps')
  await page.goto(sheet(id))
  await button(page, 'Import…').click()
  const dialog = page.getByRole('dialog', { name: 'Import variables' })
  const lines = ['name,title,address,dataType,access', 'Flow,Flow,H:10,float32,r', '2bad,Wrong name,H:12,float32,r']
  await dialog.getByLabel('or paste here').fill(lines.join('\n'))
  await expect(dialog.getByText('2 new, 0 changed')).toBeVisible()
  await expect(dialog.getByText('1 row has errors')).toBeVisible()
  const bad = dialog.getByRole('row').filter({ hasText: '2bad' })
  await expect(bad).toContainText('3')
  await expect(bad).toContainText('Name')
  await dialog.getByRole('button', { name: 'Add to the table' }).click()
  await expect(page.getByText('4 of 500')).toBeVisible()
  await expect(button(page, 'Save')).toHaveAttribute('aria-disabled', 'true')
  await button(page, 'Next error').click()
  await page.keyboard.type('Good')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No errors')).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText(/Variables saved as version/)).toBeVisible()
})

test('headings of another program are matched once: the next file of this kind needs no matching', async ({
  page,
  platform,
}) => {
  const id = await deviceAlone(platform, 'Foreign pumps')
  const dialog = page.getByRole('dialog', { name: 'Import variables' })
  const paste = async (row: string) => {
    await page.goto(sheet(id))
    await button(page, 'Import…').click()
    await dialog.getByLabel('or paste here').fill(`Messpunkt;Ort;Art\n${row}\n`)
  }
  const match = async (column: string, heading: string) => {
    const stored = page.waitForResponse((answer) => answer.url().includes(saveUserConfig.path))
    await choose(dialog.getByRole('combobox', { name: column }), heading)
    await stored
  }

  await paste('Flow;H:10;REAL')
  await match('Name', 'Messpunkt')
  await match('Address', 'Ort')
  await match('Data type', 'Art')
  await expect(dialog.getByText('1 new, 0 changed')).toBeVisible()

  await paste('Head;H:12;REAL')
  await expect(dialog.getByText('1 new, 0 changed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add to the table' }).click()
  await expect(page.getByText('3 of 500')).toBeVisible()
  await expect(page.getByText('No errors')).toBeVisible()
})

test('a wrong address is marked in the sheet and cannot be saved; undo takes it back', async ({ page, platform }) => {
  await page.goto(sheet(await deviceAlone(platform, 'Mistyped pumps')))
  await expect(page.getByText('2 of 500')).toBeVisible()
  await type(page, 1, 'address', 'nonsense')
  await expect(page.getByText('1 error')).toBeVisible()
  await expect(button(page, 'Save')).toHaveAttribute('aria-disabled', 'true')
  await button(page, 'Undo (Ctrl Z)').click()
  await expect(page.getByText('No errors')).toBeVisible()
})

test('of two simultaneous users the second is notified, keeps the edits on top of the first, and saves', async ({
  page,
  context,
  platform,
}) => {
  const id = await deviceAlone(platform, 'Shared pumps')
  const other = await context.newPage()
  for (const each of [page, other]) {
    await each.goto(sheet(id))
    await expect(each.getByText('2 of 500')).toBeVisible()
  }
  await type(page, 1, 'title', 'Mine')
  await type(other, 2, 'title', 'Theirs')
  await button(other, 'Save').click()
  await expect(other.getByText(/Variables saved as version/)).toBeVisible()
  await page.bringToFront()
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog', { name: 'Someone saved a newer version' })
  await expect(dialog).toContainText('10004')
  await dialog.getByRole('button', { name: 'Load the new version and keep my edits' }).click()
  await expect(page.getByRole('gridcell', { name: 'Mine' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Theirs' })).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText(/Variables saved as version/)).toBeVisible()
})

test('leaving with unsaved edits asks for confirmation first', async ({ page, platform }) => {
  await page.goto(sheet(await deviceAlone(platform, 'Unsaved pumps')))
  await expect(page.getByText('2 of 500')).toBeVisible()
  await type(page, 1, 'title', 'Changed')
  await (await entryOf(page, 'Equipment', 'Groups')).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Unsaved pumps')
  await question
    .getByRole('button', { name: 'Cancel' })
    .or(question.getByRole('button', { name: 'Stay' }))
    .click()
  await expect(page).toHaveURL(/\/signal$/)
})
