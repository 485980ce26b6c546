import { readFile } from 'node:fs/promises'
import type { Client } from '../apps/demo/client.ts'
import { EquipmentId } from '../contract/fields.ts'
import { queryHistory, queryReports } from '../features/watch/history/contract.ts'
import { dayStart } from '../ui/zone.ts'
import { idOf, intake } from './scene.ts'
import { expect, type Page, test } from './test.ts'

const detail = (id: number, query: string) => `/monitor/eg/detail/list/${id}/0?${query}`
const zone = 'Asia/Shanghai'
/** The demo generates its history in the background, the oldest days first, so that a whole day is soon available. */
const day = { from: dayStart(Date.now(), zone, -3), to: dayStart(Date.now(), zone, -2) - 1 }
const history = `tab=history&range=custom&span=${day.from}-${day.to}`

/** Waits until the readings of that day are stored. */
async function stored(platform: Client): Promise<void> {
  const equipmentId = EquipmentId.parse(await idOf(platform, intake))
  const { reports } = await platform(queryReports, { equipmentId })
  const columnIds = reports[0]!.columns.slice(0, 1).map(({ id }) => id)
  const total = async () => (await platform(queryHistory, { equipmentId, columnIds, ...day })).series[0]?.total ?? 0
  await expect.poll(total, { timeout: 240_000, intervals: [1000] }).toBeGreaterThan(8600)
}

const chart = (page: Page) => page.getByRole('application', { name: 'Curves of', exact: false })

test.beforeAll(async ({ platform }) => {
  test.setTimeout(300_000)
  await stored(platform)
})

test('variables are chosen by name, and the choice survives a reload', async ({ page, platform }) => {
  await page.goto(detail(await idOf(platform, intake), history))
  await expect(chart(page)).toBeVisible()
  await page.getByRole('button', { name: 'Variables 3 of 10' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByPlaceholder('Variable').fill('Pump 1 speed')
  await drawer
    .getByRole('checkbox', { name: /Pump 1 speed/ })
    .first()
    .check()
  await expect(drawer.getByText('4 of 10 selected')).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('row', { name: /Pump 1 speed/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Variables 4 of 10' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Pump 1 speed' }).click()
  await expect(page.getByRole('row', { name: /Pump 1 speed/ })).toBeHidden()
})

test('dragging over the curve zooms until every reading is drawn; the whole range is one press away', async ({
  page,
  platform,
}) => {
  await page.goto(detail(await idOf(platform, intake), history))
  await expect(page.getByText('reduced:', { exact: false })).toBeVisible()
  const box = (await chart(page).boundingBox())!
  await page.mouse.move(box.x + 500, box.y + 120)
  await page.mouse.down()
  await page.mouse.move(box.x + 560, box.y + 130, { steps: 4 })
  await page.mouse.up()
  await expect(page).toHaveURL(/zoom=\d+-\d+/)
  await expect(page.getByText('raw: all', { exact: false })).toBeVisible()
  await page.reload()
  await expect(page.getByText('raw: all', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Whole range' }).click()
  await expect(page).not.toHaveURL(/zoom=/)
  await expect(page.getByText('reduced:', { exact: false })).toBeVisible()
})

test('the keyboard moves the cursor and zooms', async ({ page, platform }) => {
  await page.goto(detail(await idOf(platform, intake), history))
  await expect(page.getByText('reduced:', { exact: false })).toBeVisible()
  await chart(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('output').filter({ hasText: /00:00:\d\d/ })).toBeVisible()
  await page.keyboard.press('+')
  await expect(page).toHaveURL(/zoom=/)
  await page.keyboard.press('Home')
  await expect(page).not.toHaveURL(/zoom=/)
})

test('a unit without room for an axis shows its range, and gets its axis on request', async ({ page, platform }) => {
  const id = EquipmentId.parse(await idOf(platform, intake))
  const { reports } = await platform(queryReports, { equipmentId: id })
  const byUnit = new Map(reports[0]!.columns.filter(({ unit }) => unit).map((column) => [column.unit, column]))
  const five = [...byUnit.values()].slice(0, 5)
  await page.goto(detail(id, `${history}&columns=${five.map((column) => column.id).join('.')}`))
  const ranges = page.getByTitle('press to show its axis', { exact: false })
  await expect(ranges).toHaveCount(1)
  await expect(ranges).toHaveText(/\d – /)
  const before = await ranges.textContent()
  await ranges.click()
  // The axis of the selected line is shown, and another axis was removed for it.
  await expect(ranges).toHaveCount(1)
  await expect(ranges).not.toHaveText(before!)
  await expect(ranges).toHaveText(/\d – /)
})

test('the table shows the newest first, page by page, and is saved as CSV', async ({ page, platform }) => {
  await page.goto(detail(await idOf(platform, intake), history))
  await page.getByText('Table', { exact: true }).click()
  const rows = page.getByRole('table', { name: 'Rows of Measurements' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('23:59:50')
  await expect(rows).toHaveCount(11)
  await page
    .getByRole('button', { name: 'Page 2', exact: true })
    .or(page.getByRole('button', { name: '2', exact: true }))
    .first()
    .click()
  await expect(rows.nth(1)).toContainText('23:58:10')
  await page.getByRole('textbox', { name: 'Go to page' }).fill('500')
  await page.getByRole('textbox', { name: 'Go to page' }).press('Enter')
  await expect(page).toHaveURL(/pageNo=500/)
  await expect(rows.nth(1)).toContainText('10:08:10')
  // The question where to save belongs to the system; without it the file is a download.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toMatch(/Intake station 1 Measurements\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  expect(lines.length).toBeGreaterThan(8000)
  expect(lines[0]).toContain('Well level')
})

test('the table goes to a moment, which stays in the address until another page is turned to', async ({
  page,
  platform,
}) => {
  await page.goto(detail(await idOf(platform, intake), `${history}&view=table`))
  const rows = page.getByRole('table', { name: 'Rows of Measurements' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('23:59:50')
  const moment = page.getByRole('textbox', { name: 'Go to time' })
  const date = (await moment.inputValue()).slice(0, 10)
  await moment.fill(`${date} 08:30`)
  await moment.press('Enter')
  await expect(page).toHaveURL(/rowAt=\d+/)
  await expect(page.getByText(`${date} 08:30:00`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`${date} 08:30:00`)).toBeVisible()
  await expect(page.locator('[aria-current="time"]')).toHaveText(`${date} 08:30:00`)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).not.toHaveURL(/rowAt=/)
  await expect(page).toHaveURL(/pageNo=\d+/)
  await expect(page.getByText(`${date} 08:30:00`)).toBeHidden()
})

test('a device is scrubbed to the past, where nothing can be written, and back to live', async ({ page, platform }) => {
  await page.goto(detail(await idOf(platform, intake), 'tab=realTime'))
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  const timeline = page.getByRole('region', { name: 'Play back' })
  await timeline.getByText('Past', { exact: true }).click()
  await expect(page).toHaveURL(/at=\d+/)
  await page.goto(detail(await idOf(platform, intake), `tab=realTime&at=${day.from + 43_200_000}`))
  await expect(timeline.getByText('You are viewing stored history', { exact: false })).toBeVisible()
  const level = page.getByRole('row').filter({ hasText: 'Well level' }).first()
  await expect(level).toContainText(/\d\.\d\d/)
  const write = page.getByRole('button', { name: 'Write…' })
  await expect(write).toHaveAttribute('aria-disabled', 'true')
  await write.hover()
  await expect(page.getByRole('tooltip')).toContainText('You are viewing history')
  const time = timeline.locator('strong')
  const before = await time.textContent()
  await timeline.getByText('×600').click()
  await timeline.getByRole('button', { name: 'Play' }).click()
  await expect(time).not.toHaveText(before!)
  await timeline.getByRole('button', { name: 'Pause' }).click()
  await timeline.getByRole('button', { name: 'Back to live' }).click()
  await expect(page).not.toHaveURL(/at=/)
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible()
  await expect(write).not.toHaveAttribute('aria-disabled', 'true')
})

test('the real-time curve moves, pauses on request, and resumes', async ({ page, platform }) => {
  await page.goto(detail(await idOf(platform, intake), 'tab=curve'))
  await expect(chart(page)).toBeVisible()
  await expect(page.getByRole('button', { name: /Well level/ })).toContainText(/\d\.\d\d/)
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused at', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Paused at', { exact: false })).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a day is shown as a curve and as rows', async ({ page, platform }) => {
    await page.goto(detail(await idOf(platform, intake), history))
    await expect(chart(page)).toBeVisible()
    await page.getByText('Table', { exact: true }).click()
    await expect(page.getByText('23:59:50', { exact: false })).toBeVisible()
    await expect(page.getByText('Well level', { exact: true }).first()).toBeVisible()
    const moment = page.getByLabel('Go to time')
    await moment.fill(`${(await moment.inputValue()).slice(0, 10)}T08:30`)
    await expect(page.getByText('08:30:00', { exact: false })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  })
})
