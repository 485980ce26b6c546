// Setting up alarm rules: a limit with a dead band, backtested, saved, compared, and exported as a spreadsheet.
import { readFile } from 'node:fs/promises'
import { deviceAlone, idOf, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

const rules = (id: number) => `/manage/eg/equipment/edit/${id}/alarm`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** A field by its label, with or without a note on its earlier value. */
const number = (page: Page, label: string) => page.getByRole('spinbutton', { name: new RegExp(`^${label}`) })

/** Chooses by typing, as in any list that can be searched. */
async function pick(page: Page, label: string, text: string) {
  await page.getByRole('combobox', { name: new RegExp(`^${label} `) }).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('a limit is backtested while it is typed, is saved, and the versions list the changes', async ({
  page,
  platform,
}) => {
  const name = unique('Clear well nearly full')
  await page.goto(rules(await idOf(platform, 'Treatment works')))
  await button(page, 'Add rule').click()
  await expect(page.getByText('Complete the condition to try it on history.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await pick(page, 'Variable', 'Clear well level')
  await number(page, 'Limit').fill('3')
  await number(page, 'Dead band').fill('0.05')
  const tried = page.getByRole('region', { name: 'Backtest, last 30 days' })
  const raised = tried.getByText('Times raised', { exact: true }).first().locator('xpath=following-sibling::dd')
  await expect(raised).toHaveText(/^[1-9][\d,]*$/)
  await number(page, 'Limit').fill('99')
  await expect(raised).toHaveText('0')
  await expect(tried.getByText('It would not have been raised.')).toBeVisible()
  await number(page, 'Limit').fill('3')
  // The demonstration is still generating its history, so more of it may have arrived.
  await expect(raised).toHaveText(/^[1-9][\d,]*$/)

  const message = page.getByRole('textbox', { name: 'Message' })
  await message.click()
  await page.keyboard.type('Clear well at ')
  await button(page, 'value').click()
  await page.keyboard.type(' m')
  await expect(page.getByText(/Reads: “Clear well at [\d.]+ m”/)).toBeVisible()
  await page.getByRole('button', { name: /^Save as version/ }).click()
  await expect(page.getByText(`Alarm rule “${name}” saved.`, { exact: false })).toBeVisible()
  await expect(row(page, name)).toContainText('Clear well level above 3 m, dead band 0.05 m')

  await row(page, name).getByRole('link', { name }).click()
  await number(page, 'Dead band').fill('0.15')
  await expect(page.getByText('was 0.05')).toBeVisible()
  await page.getByRole('button', { name: /^Save as version/ }).click()
  await expect(row(page, name)).toContainText('dead band 0.15 m')
  await button(page, 'Versions').click()
  const drawer = page.getByRole('dialog')
  await drawer
    .getByRole('button', { name: /Compare|Difference/ })
    .first()
    .click()
  await expect(drawer.getByText('Clear well level above 3 m, dead band 0.15 m', { exact: false })).toBeVisible()
})

test('rules go out as a spreadsheet and come back; a wrong row is named before anything is saved', async ({
  page,
  platform,
}) => {
  const id = await deviceAlone(platform, unique('Alarmed pumps'))
  await page.goto(rules(id))
  await button(page, 'Import').click()
  const dialog = page.getByRole('dialog', { name: 'Import alarm rules' })
  const sheet = dialog.getByRole('textbox')
  await sheet.fill('name,level,kind,variable,is,limit\nHigh,severe,limit,Nothing,above,5\nSilent,normal,offline,,,')
  await expect(dialog.getByText('no variable “Nothing”')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Save as version/ })).toHaveAttribute('aria-disabled', 'true')
  await sheet.fill('name,level,kind,variable,is,limit\nHigh,severe,limit,Level,above,5\nSilent,normal,offline,,,')
  await expect(dialog.getByText('2 added, 0 changed')).toBeVisible()
  await dialog.getByRole('button', { name: /^Save as version/ }).click()
  await expect(row(page, 'Silent')).toContainText('Gateway offline')

  await page.getByRole('checkbox', { name: 'Select “High”' }).check()
  await page.getByRole('checkbox', { name: 'Select “Silent”' }).check()
  await button(page, 'Switch off').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('2 rules switched off.', { exact: false })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Enabled: High' })).not.toBeChecked()

  const saving = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  const file = await readFile(await (await saving).path(), 'utf8')
  await button(page, 'Import').click()
  await sheet.fill(file.replace('High,severe', 'High,important'))
  await expect(dialog.getByText('0 added, 2 changed')).toBeVisible()
  await dialog.getByRole('button', { name: /^Save as version/ }).click()
  await expect(row(page, 'High')).toContainText('Important')

  await row(page, 'High').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'High')).toBeHidden()
  await expect(page.getByText('1 of 200 rules')).toBeVisible()
})

test('leaving with unsaved edits asks for confirmation', async ({ page, platform }) => {
  await page.goto(rules(await deviceAlone(platform, unique('Guarded pumps'))))
  await button(page, 'Add rule').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Half a rule')
  await page.goBack()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Half a rule')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Half a rule')
})
