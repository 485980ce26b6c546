// Setting up history reports: variables, storage mode, and synchronisation to the gateway.
import { queryConfig } from '../features/device/config/contract.ts'
import { saveReport } from '../features/device/report/contract.ts'
import { deviceAlone, idOf, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

const reports = (id: number) => `/manage/eg/equipment/edit/${id}/report`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const saved = (page: Page, name: string) => expect(page.getByText(`Report “${name}” saved.`)).toBeVisible()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Chooses by typing, as in any list that can be searched. */
async function pick(page: Page, label: string, text: string) {
  await page.getByLabel(label, { exact: true }).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const shiftEnergy = unique('Shift energy')

test('a summary report is added, its plan is shown, and the gateway runs it', async ({ page, platform }) => {
  await page.goto(reports(await idOf(platform, 'Treatment works')))
  await button(page, 'Add summary report').click()
  await page.getByRole('textbox', { name: 'Name' }).fill(shiftEnergy)
  await page.getByText('Periodic', { exact: true }).click()
  await page.getByLabel('Every').fill('8')
  await button(page, 'Total energy: delta').click()
  await button(page, 'Active power: max').click()
  await expect(page.getByText('2 of 100 values of 2 variables')).toBeVisible()
  await expect(page.getByText('6 values a day, 180 in 30 days')).toBeVisible()
  await button(page, 'Save').click()
  await saved(page, shiftEnergy)
  await expect(row(page, shiftEnergy)).toContainText('every 8 h')

  await expect(page.getByText('Mismatch')).toBeVisible()
  await button(page, 'Synchronise').click()
  const dialog = page.getByRole('dialog')
  const line = dialog.getByRole('listitem').filter({ hasText: shiftEnergy })
  await expect(line).toContainText('report')
  await expect(line).toContainText('energyTotal delta')
  await dialog.getByRole('button', { name: 'Synchronise' }).click()
  await expect(dialog.getByText('Synchronisation complete.', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Match', { exact: true })).toBeVisible()
})

test('a condition is written with variables by name; a wrong one is reported with its character', async ({
  page,
  platform,
}) => {
  const id = await deviceAlone(platform, unique('Conditional pumps'))
  await page.goto(reports(id))
  await expect(page.getByText('Without one no history is stored.', { exact: false })).toBeVisible()
  await button(page, 'Add normal report').click()
  await button(page, 'Save').click()
  await expect(page.getByText('2 entries are missing or wrong')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Fast pump')
  await page.getByText('Single', { exact: true }).click()
  await page.getByText('Expression', { exact: true }).click()
  await pick(page, 'Insert a variable…', 'Speed')
  await expect(page.getByLabel('Expression').last()).toBeFocused()
  await page.keyboard.type(' > 60 )')
  await expect(page.getByText('Error in the expression at character', { exact: false })).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(page.getByText('Error in the expression', { exact: false })).toBeHidden()
  await expect(page.getByText('In words')).toBeVisible()
  await page.getByLabel('Level').check()
  await button(page, 'Save').click()
  await saved(page, 'Fast pump')
  await expect(row(page, 'Fast pump')).toContainText('when Speed > 60')
})

test('of two simultaneous users the second is notified, keeps the edits, and saves', async ({ page, platform }) => {
  const equipmentId = await deviceAlone(platform, unique('Shared reports'))
  const { version, config } = await platform(queryConfig, { equipmentId })
  const columns = [{ signalId: config.signals[0]!.id }]
  const report = { name: 'Mine', type: 'normal', mode: 'change', columns } as const
  const made = await platform(saveReport, { equipmentId, version, report })
  await page.goto(reports(equipmentId))
  await page.getByRole('link', { name: 'Mine' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine, renamed')
  await platform(saveReport, { equipmentId, version: made.version, report: { ...report, name: 'Theirs' } })
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog', { name: 'Someone saved a newer version' })
  await expect(dialog).toContainText('10004')
  await dialog.getByRole('button', { name: 'Load the new version and keep my edits' }).click()
  await expect(dialog).toBeHidden()
  await button(page, 'Save').click()
  await saved(page, 'Mine, renamed')
  await expect(row(page, 'Theirs')).toBeVisible()
})

test('leaving with unsaved edits asks for confirmation; deleting a stored variable shows the consequences', async ({
  page,
  platform,
}) => {
  const equipmentId = await deviceAlone(platform, unique('Costly pumps'))
  const { version, config } = await platform(queryConfig, { equipmentId })
  const columns = [{ signalId: config.signals[1]!.id }]
  await platform(saveReport, {
    equipmentId,
    version,
    report: { name: 'Levels', type: 'normal', mode: 'change', columns },
  })
  await page.goto(reports(equipmentId))
  await page.getByRole('link', { name: 'Levels' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Other')
  await page.goBack()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Other')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(row(page, 'Levels')).toBeVisible()

  await page.getByRole('link', { name: 'Variables' }).click()
  await expect(page.getByText('2 of 500')).toBeVisible()
  await page.getByRole('row').nth(2).getByRole('checkbox').check()
  await button(page, 'Delete').click()
  await button(page, 'Save').click()
  await expect(question).toContainText('“Levels” has no variables left and is deleted too')
  await question.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Variables saved as version/)).toBeVisible()
  await expect(page.getByText('1 of 500')).toBeVisible()
})

test('a report is copied, switched off, and deleted; its history stays', async ({ page, platform }) => {
  const equipmentId = await deviceAlone(platform, unique('Copied reports'))
  const { version, config } = await platform(queryConfig, { equipmentId })
  const columns = [{ signalId: config.signals[0]!.id }]
  await platform(saveReport, {
    equipmentId,
    version,
    report: { name: 'Once', type: 'normal', mode: 'change', columns },
  })
  await page.goto(reports(equipmentId))
  await row(page, 'Once').getByRole('button', { name: 'Copy' }).click()
  await page.getByLabel('Enabled').click()
  await button(page, 'Save').click()
  await saved(page, 'Once (copy)')
  await expect(row(page, 'Once (copy)')).toContainText('disabled')
  await expect(page.getByText('2 of 50 reports')).toBeVisible()
  await row(page, 'Once (copy)').getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Data already stored stays readable.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('1 of 50 reports')).toBeVisible()
})
