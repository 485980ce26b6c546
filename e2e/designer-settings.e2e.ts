// Settings of the designer and of the page, and unsaved changes.
import type { PageId } from '../contract/fields.ts'
import { pageInfo, savePage } from '../features/page/page/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { idOf, intake, unique } from './scene.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

const minuteMs = 60_000

test('settings of the designer and the type of a page; unsaved changes ask before leaving', async ({
  page,
  platform,
}) => {
  const equipmentId = await idOf(platform, intake)
  const title = unique('Pump popup')
  const position = { x: 40, y: 40, width: 60, height: 40, rotate: 0 }
  const json = JSON.stringify({
    con: { width: 800, height: 600 },
    widgets: [{ id: 'a', widgetType: 'Rect', position }],
  })
  const { id } = await platform(savePage, { equipmentId, title, json })
  const stored = () => platform(pageInfo, { id: id as PageId })
  const version = async () => (await stored()).version
  await page.clock.install()
  await page.goto(pathOf('/manage/eg/{equipId}/designer/{pageId}', { equipId: equipmentId, pageId: id }))
  const panel = page.getByRole('region', { name: 'Properties' })

  await test.step('autosave saves after as many minutes as are set', async () => {
    await panel.getByLabel('Autosave').check()
    await panel.getByLabel('Save every').fill('2')
    await expect(page.getByRole('button', { name: 'Autosave · 2 min' })).toHaveAttribute('aria-pressed', 'true')
    await panel.getByLabel('Type', { exact: true }).selectOption('Sub page')
    await expect(page.getByText(/unsaved/)).toBeVisible()
    await page.clock.fastForward(2 * minuteMs)
    await expect.poll(version).toBe(2)
    expect((await stored()).content.con.type).toBe('sub')
    await panel.getByLabel('Autosave').uncheck()
  })

  await test.step('leaving unsaved changes asks for confirmation, in the product and in the browser', async () => {
    await panel.getByLabel('Bound widgets show').selectOption('Live or last value')
    await panel.getByLabel('Type', { exact: true }).selectOption('Main page')
    await page.getByRole('link', { name: 'Configuration page' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(question).toContainText('Changes may not be saved')
    await question.getByRole('button', { name: 'Cancel' }).click()
    const asked = page.waitForEvent('dialog')
    const reloaded = page.reload()
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await reloaded
    await expect(page.getByText(/Unsaved work of/)).toBeVisible()
  })

  await test.step('the list of pages names sub pages, which are no start page', async () => {
    await page.goto(pathOf('/manage/eg/equipment/edit/{id}/page', { id: equipmentId }))
    const row = page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) })
    await expect(row.getByText('Sub page')).toBeVisible()
    await row.getByRole('button', { name: `More actions for ${title}` }).click()
    await expect(page.getByRole('menuitem', { name: 'Set as start page' })).toHaveAttribute('aria-disabled', 'true')
  })
})
