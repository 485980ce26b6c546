// Pages on a live PLC: the writes of each press and the animations of its value; tables of stored data.
import { readFile } from 'node:fs/promises'
import { queryConfig } from '../features/device/config/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { queryReports } from '../features/watch/history/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { idOf, intake, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

const at = (x: number, y: number, width = 160, height = 40) => ({ x, y, width, height, rotate: 0 })
const pathOfPage = (pageId: number) => pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 })

/** Presses a button of the page and confirms; resolves when the PLC has read it back. */
async function write(page: Page, button: string, confirm: RegExp, readBack: string) {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: confirm }).click()
  await expect(dialog).toContainText(`Read back ${readBack}`)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
}

test('each press writes its value, and the value animates its widgets', async ({ page, platform }) => {
  test.setTimeout(120_000)
  const equipmentId = await idOf(platform, 'Treatment works')
  const { config } = await platform(queryConfig, { equipmentId })
  const of = (name: string) => {
    const { id: signalId } = config.signals.find((signal) => signal.name === name)!
    return { type: 'signal', signalId, equipId: equipmentId }
  }
  const [open, dose] = [of('sludgeOpen'), of('coagulantDoseSp')]
  const press = (id: string, y: number, text: string, more: object) => ({
    ...{ id, widgetType: 'Button', position: at(20, y), data: { text } },
    clickEvent: { enable: true, action: 'write', data: open, writeType: 'press', delay: 0, ...more },
  })
  const when = (more: object) => ({ enable: true, data: open, symbol: '==', value: 'true', ...more })
  const widgets = [
    press('a', 20, 'Open', { pressType: 'set1' }),
    press('b', 80, 'Shut', { pressType: 'set0' }),
    press('c', 140, 'Turn over', { pressType: 'toggle' }),
    press('d', 200, 'More', { pressType: 'increment', data: dose, writeValue: '0.5' }),
    press('e', 260, 'As before', { writeType: 'fixed', data: dose, writeValue: '18' }),
    {
      id: 'f',
      widgetType: 'DataText',
      position: at(220, 20),
      data: { ...open, trueText: 'drawing', falseText: 'shut' },
    },
    {
      ...{ id: 'g', widgetType: 'Rect', position: at(220, 80) },
      animation: { border: when({ color: '#ff0000' }), visibility: { ...when({ type: 'show' }) } },
    },
    {
      ...{ id: 'h', widgetType: 'Text', position: at(220, 140), data: { text: 'Sludge' } },
      animation: { font: when({ color: '#0000ff' }), rotate: when({ speed: 800 }) },
    },
  ]
  const { id } = await platform(savePage, { equipmentId, title: unique('Presses'), json: JSON.stringify({ widgets }) })
  await page.goto(pathOfPage(id))
  const [rect, text] = [page.locator('[data-widget="6"]'), page.locator('[data-widget="7"]')]
  await expect(page.getByText('shut', { exact: true })).toBeVisible()
  await expect(rect.locator('.shape')).toBeHidden()

  await write(page, 'Open', /^Write/, 'open')
  await expect(page.getByText('drawing', { exact: true })).toBeVisible()
  await expect(rect.locator('.shape')).toHaveCSS('stroke', 'rgb(255, 0, 0)')
  await expect(text.getByText('Sludge')).toHaveCSS('color', 'rgb(0, 0, 255)')
  await expect(text).toHaveCSS('animation-name', 'widget-turn')
  await write(page, 'Turn over', /^Write/, 'closed')
  await expect(page.getByText('shut', { exact: true })).toBeVisible()
  await expect(rect.locator('.shape')).toBeHidden()
  await write(page, 'Turn over', /^Write/, 'open')
  await write(page, 'Shut', /^Write/, 'closed')
  await write(page, 'More', /^Write 18\.5/, '18.5')
  await write(page, 'As before', /^Write 18/, '18.0')
})

test('a table of stored data is paged, narrowed and saved', async ({ page, platform }) => {
  test.setTimeout(300_000)
  const equipmentId = await idOf(platform, intake)
  const { reports } = await platform(queryReports, { equipmentId })
  const { id: reportId, name } = reports.find((report) => report.name === 'Measurements')!
  const data = { type: 'report', reportId, equipId: equipmentId, title: name }
  const shown = { timeRange: 1440, page: true, pageSize: 20, rollTime: 2, filterTime: true, exportExcel: true }
  const widgets = [{ id: 'a', widgetType: 'History', position: at(20, 20, 960, 700), data: { ...data, ...shown } }]
  const { id } = await platform(savePage, { equipmentId, title: unique('Stored'), json: JSON.stringify({ widgets }) })
  await page.goto(pathOfPage(id))
  const rows = page.locator('.past-table tbody tr')
  const range = page.getByText(/^\d+–\d+ of [\d,]+$/)
  // The demonstration generates its history while journeys run.
  await expect(rows).toHaveCount(20, { timeout: 240_000 })
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(range).toHaveText(/^21–40 of/)
  await expect(rows).toHaveCount(20)
  const ofDay = (await range.textContent())!.replace(/^.* /, '')
  const span = page.getByLabel('Time range')
  // The demonstration generates the last hour of its history last.
  await expect(async () => {
    await span.selectOption('1440')
    await span.selectOption('60')
    await expect(range).toHaveText(/^1–20 of/, { timeout: 5_000 })
  }).toPass({ timeout: 240_000 })
  await expect(range).not.toContainText(ofDay)
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  // A workbook is a ZIP file, which starts with PK.
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
})

test('a press without confirmation, one with its own message, a script, and a site over the page', async ({
  page,
  platform,
  faults,
}) => {
  test.setTimeout(120_000)
  const equipmentId = await idOf(platform, 'Treatment works')
  const { config } = await platform(queryConfig, { equipmentId })
  const { id: signalId } = config.signals.find(({ name }) => name === 'coagulantDoseSp')!
  const dose = { type: 'signal', signalId, equipId: equipmentId, title: 'Dose' }
  const button = (id: string, y: number, text: string, clickEvent: object) => ({
    ...{ id, widgetType: 'Button', position: at(20, y), data: { text } },
    clickEvent: { enable: true, data: dose, ...clickEvent },
  })
  const widgets = (target: number) => [
    button('a', 20, 'At once', { writeValue: '19', confirm: false, feedback: 'Dose is {value} now' }),
    button('b', 80, 'Asked', { writeValue: '20', feedback: 'Dose was set to {value}' }),
    button('c', 140, 'Script', {
      action: 'script',
      script: `write('variable', read('variable').value - 2)\nopen(${target})`,
    }),
    button('d', 200, 'Broken', { action: 'script', script: "write('variable', 1)\nthrow new Error('no pump')" }),
    button('e', 260, 'Site', {
      ...{ action: 'link', link: 'https://site.example/', target: 'window' },
      ...{ iframe: true, titleShow: false, hint: 'Supplier', width: 500, height: 300 },
    }),
    { id: 'f', widgetType: 'DataText', position: at(220, 20), data: dose },
  ]
  const save = (title: string, target: number) =>
    platform(savePage, { equipmentId, title: unique(title), json: JSON.stringify({ widgets: widgets(target) }) })
  const other = await save('Reached', 1)
  const { id } = await save('Without a question', other.id)
  await page.goto(pathOfPage(id))
  const dialog = page.getByRole('dialog')
  await expect(page.locator('[data-widget="5"]')).toHaveAttribute('data-quality', 'good')

  await page.getByRole('button', { name: 'At once', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Dose is 19.0' })).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Asked', exact: true }).click()
  await dialog.getByRole('button', { name: /^Write 20/ }).click()
  await expect(dialog).toContainText('Dose was set to 20.0')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Broken', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'no pump (line 2)' })).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Supplier', exact: true }).click()
  await expect(dialog).toContainText('do not allow frames of https://site.example')
  await expect(dialog.getByRole('heading')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  // The browser reports only the blocked website.
  expect(faults.splice(0).every((fault) => fault.includes("frame-src 'none'"))).toBe(true)

  await page.getByRole('button', { name: 'Script', exact: true }).click()
  await dialog.getByRole('button', { name: /^Write 18/ }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(new RegExp(`/page/${other.id}/`))
})
