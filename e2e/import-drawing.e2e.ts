// Drawings of other programs brought to a page: an SVG, and a project of FUXA with its variables.
import { fileURLToPath } from 'node:url'
import type { Client } from '../apps/demo/client.ts'
import type { PageId } from '../contract/fields.ts'
import type { PageWidget } from '../contract/page-document.ts'
import { queryLiveSignals } from '../features/device/live/contract.ts'
import { pageInfo, savePage } from '../features/page/page/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { pumpStationSvg } from './drawings/pump-station.ts'
import { idOf, intake, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ viewport: { width: 1440, height: 900 } })

/** The project of FUXA, as its editor saves it. */
const fuxaProject = fileURLToPath(new URL('drawings/pump-station.fuxap', import.meta.url))
const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
type File = string | ReturnType<typeof textFile>

async function opened(page: Page, platform: Client, widgets: object[] = []) {
  const equipmentId = await idOf(platform, intake)
  const json = JSON.stringify({ con: { width: 800, height: 600 }, widgets })
  const { id } = await platform(savePage, { equipmentId, title: unique('Imported'), json })
  await page.goto(pathOf('/manage/eg/{equipId}/designer/{pageId}', { equipId: equipmentId, pageId: id }))
  await expect(page.locator('.designer-sheet')).toBeVisible()
  return { equipmentId, pageId: id }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import a drawing' })
const counts = (page: Page) => page.locator('.designer-counts')

async function take(page: Page, file: File) {
  await dialog(page).getByLabel('File of the drawing').setInputFiles(file)
  await expect(dialog(page).getByText('What will come')).toBeVisible()
}

async function saved(page: Page, platform: Client, pageId: PageId): Promise<PageWidget[]> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/is saved as version \d+/).first()).toBeVisible()
  return (await platform(pageInfo, { id: pageId })).content.widgets
}

const allOf = (widgets: readonly PageWidget[]): PageWidget[] =>
  widgets.flatMap((widget) => [widget, ...allOf(widget.children ?? [])])

test('an SVG comes to a page that has widgets as one group, with a report, and goes by one undo', async ({
  page,
  platform,
}) => {
  const rect = { id: 'a', widgetType: 'Rect', position: { x: 10, y: 10, width: 60, height: 40, rotate: 0 } }
  const { pageId } = await opened(page, platform, [rect])
  await page.getByRole('button', { name: /Import a drawing/ }).click()
  await take(page, textFile('pump-station.svg', pumpStationSvg))
  const report = dialog(page).locator('.import-lost li')
  await expect(report.filter({ hasText: 'Scripts' })).toHaveText(/1/)
  await expect(report.filter({ hasText: 'Event attributes' })).toContainText('onclick')
  await expect(report.filter({ hasText: 'References to other files' })).toContainText(
    'https://pictures.example/logo.png',
  )
  await expect(report.filter({ hasText: 'Filters' })).toContainText('url(#shadow)')
  await expect(dialog(page).locator('.import-counts li').filter({ hasText: 'Triangle' })).toContainText('2')
  await dialog(page).getByRole('button', { name: 'Insert' }).click()
  await expect(counts(page)).toContainText('33 / 2000 widgets')
  await expect(counts(page)).toContainText('1 selected')
  await page.keyboard.press('Control+z')
  await expect(counts(page)).toContainText('1 / 2000 widgets')
  await page.keyboard.press('Control+Shift+z')
  const widgets = allOf(await saved(page, platform, pageId))
  expect(widgets).toHaveLength(33)
  expect(JSON.stringify(widgets)).not.toMatch(/script|onclick|pictures\.example/)
  // Each picture of the imported drawing can be displayed.
  const pictures = page.locator('.designer-sheet img.page-image')
  expect(await pictures.count()).toBe(5)
  for (const picture of await pictures.all())
    expect(await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true)
})

test('a view of FUXA makes the page: variables are found by name and are live', async ({ page, platform }) => {
  const { equipmentId, pageId } = await opened(page, platform)
  await page.keyboard.press('Control+i')
  await take(page, fuxaProject)
  const found = dialog(page)
  await expect(found.getByText('14 of 15 found by name')).toBeVisible()
  await expect(found.getByText('4 widgets can write values')).toBeVisible()
  const report = found.locator('.import-lost li')
  await expect(report.filter({ hasText: 'Variables that the device does not have' })).toContainText('pump9Running')
  await expect(report.filter({ hasText: 'Controls without a widget' })).toContainText('Times')
  await expect(report.filter({ hasText: 'Pages to open' })).toContainText('Overview')
  await expect(report.filter({ hasText: 'Events' })).toContainText('onrunscript')
  await found.getByRole('combobox', { name: /^View/ }).selectOption('Notes')
  await expect(found.getByText('400 × 300 px')).toBeVisible()
  await found.getByRole('combobox', { name: /^View/ }).selectOption('Station')
  await expect(found.getByText('900 × 560 px')).toBeVisible()
  await found.getByRole('button', { name: 'Insert' }).click()
  await expect(counts(page)).toContainText('900 × 560')
  await page.keyboard.press('Control+z')
  await expect(counts(page)).toContainText('800 × 600')
  await expect(counts(page)).toContainText('0 / 2000 widgets')
  await page.keyboard.press('Control+Shift+z')
  const widgets = allOf(await saved(page, platform, pageId))
  const signals = await platform(queryLiveSignals, { equipmentId })
  const idFor = (name: string) => signals.find((signal) => signal.name === name)?.id
  const named = (name: string) => widgets.find(({ widgetName }) => widgetName === name)
  expect(named('Well level')?.data).toMatchObject({ signalId: idFor('wellLevel'), equipId: equipmentId, unit: 'm' })
  expect(named('Automatic')?.clickEvent).toMatchObject({ action: 'write', data: { signalId: idFor('gateSp') } })
  expect(named('Tripped')?.animation?.fill).toMatchObject({ data: { signalId: idFor('pump1Tripped') } })
  await page.getByText('Live preview').click()
  await expect(page.getByText(/^\d\.\d\d m$/).first()).toBeVisible()
})

test('a file that is no drawing is refused with its name and the reason', async ({ page, platform }) => {
  await opened(page, platform)
  await page.keyboard.press('Control+i')
  const input = dialog(page).getByLabel('File of the drawing')
  await input.setInputFiles(textFile('broken.svg', '<svg>\n<rect></svg>'))
  await expect(dialog(page).getByRole('alert')).toHaveText(/broken\.svg\s*Line 2: unexpected close tag/)
  await input.setInputFiles(textFile('notes.txt', 'hello'))
  await expect(dialog(page).getByRole('alert')).toHaveText(/notes\.txt\s*The file is neither an SVG/)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})
