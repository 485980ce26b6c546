// A whole page from scratch, as an engineer draws it: the treatment works with symbols, forty variables, animation, a
// trend and an alarm table; moved to another device, set as start page, operated live, restored, read on a phone; and a
// small one by the keyboard alone.
import type { Client } from '../apps/demo/client.ts'
import type { EquipmentId } from '../contract/fields.ts'
import type { PageWidget } from '../contract/page-document.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveDriver } from '../features/device/driver/contract.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { homePage, pageInfo, savePage } from '../features/page/page/contract.ts'
import { saveHomePage } from '../features/page/page-list/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { idOf, unique } from './scene.ts'
import { expect, type Locator, type Page, test } from './test.ts'

test.use({ viewport: { width: 1440, height: 900 }, actionTimeout: 30_000 })

const works = 'Treatment works'
const [columns, rows] = [8, 5]

const listOf = (id: number) => pathOf('/manage/eg/equipment/edit/{id}/page', { id })
const liveOf = (pageId: number) => pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 })
const designerOf = (equipId: number, pageId: number) =>
  pathOf('/manage/eg/{equipId}/designer/{pageId}', { equipId, pageId })

/** The designer on the screen; points are those of a page of 1024 × 768. */
async function opened(page: Page) {
  const sheet = page.locator('.designer-sheet')
  await expect(sheet).toBeVisible()
  const box = (await sheet.boundingBox())!
  const at = (x: number, y: number) => ({ x: box.x + (x / 1024) * box.width, y: box.y + (y / 768) * box.height })
  const panel = page.getByRole('region', { name: 'Properties' })
  /** The results of a search for variables. */
  const found = page.locator('.bind-hits[aria-busy="false"]').getByRole('option')
  return {
    panel,
    found,
    counts: page.locator('.designer-counts'),
    async drag(from: readonly [number, number], to: readonly [number, number]) {
      const [a, b] = [at(...from), at(...to)]
      await page.mouse.move(a.x, a.y)
      await page.mouse.down()
      await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2)
      await page.mouse.move(b.x, b.y)
      await page.mouse.up()
    },
    kind: (name: string) => page.locator('.designer-palette').getByRole('button', { name, exact: true }).first(),
    tab: (name: string) => panel.getByText(name, { exact: true }).click(),
    /** Binds the widget to the variable found by its title among those of all devices. */
    async bind(opener: Locator, title: string) {
      await opener.click()
      const search = page.getByRole('combobox', { name: 'Name, device or address' })
      await search.fill(`${title} ${works}`)
      await found.filter({ hasText: title }).first().click()
    },
    async save() {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText(/is saved as version \d+/).last()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-disabled', 'true')
    },
  }
}

/** A device with variables of the same names on other addresses, behind a gateway that is not connected. */
async function sister(platform: Client, like: EquipmentId): Promise<EquipmentId> {
  const { config } = await platform(queryConfig, { equipmentId: like })
  const { id: equipmentId } = await platform(addEquipment, { name: unique('Works B') })
  const { version } = await platform(queryConfig, { equipmentId })
  const driver = { name: 'PLC', type: 'modbus-tcp', params: { host: '127.0.0.1', port: 9 } }
  const saved = await platform(saveDriver, { equipmentId, version, driver })
  const driverId = saved.config.drivers[0]!.id
  const save = config.signals.map(({ name, title }, i) => ({
    ...{ driverId, name, title, address: `H:${i * 2}`, dataType: 'float32' as const, access: 'rw' as const },
  }))
  await platform(saveSignals, { equipmentId, version: saved.version, save, remove: [] })
  return equipmentId
}

test('the treatment works from scratch', async ({ page, platform }) => {
  test.setTimeout(240_000)
  const equipmentId = (await idOf(platform, works)) as EquipmentId
  const { config } = await platform(queryConfig, { equipmentId })
  const titles = [...new Set(config.signals.map(({ title }) => title))].slice(0, columns * rows)
  const title = unique('Drawn works')
  const start = await platform(homePage, { equipmentId })
  await page.goto(listOf(equipmentId))
  await page.getByRole('button', { name: 'Add page' }).first().click()
  await page.getByRole('dialog').getByLabel('Title').fill(title)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) })
  await row.getByRole('button', { name: 'Edit page' }).click()
  const { panel, found, counts, drag, kind, tab, bind, save } = await opened(page)
  const pageId = Number(/designer\/(\d+)/.exec(page.url())![1])

  await test.step('symbols, of which one turns while its pump runs', async () => {
    const search = page.getByPlaceholder('Search widgets')
    await search.fill('Centrifugal pump')
    await kind('Centrifugal pump').click()
    await drag([40, 60], [110, 130])
    await tab('Motion')
    await panel.getByLabel('Rotation').check()
    await bind(panel.getByText('Bind…').first(), 'Sludge valve open')
    await search.fill('Closed tank')
    await kind('Closed tank').click()
    await drag([160, 60], [240, 140])
    await tab('Style')
    await bind(panel.getByText('Bind…').first(), 'Settling tank level')
    await search.fill('')
    await expect(counts).toContainText('2 / 2000 widgets')
  })

  await test.step('forty variables', async () => {
    await page.keyboard.press('Escape')
    for (const [i, each] of titles.entries()) {
      await kind('Data text').click()
      const [x, y] = [24 + (i % columns) * 122, 170 + Math.floor(i / columns) * 40]
      await drag([x, y], [x + 114, y + 30])
      await bind(panel.getByText('Bind…').first(), each)
    }
    await expect(counts).toContainText(`${2 + titles.length} / 2000 widgets`)
  })

  await test.step('a trend, an alarm table and a valve that is operated', async () => {
    await kind('Area chart').click()
    await drag([20, 400], [500, 590])
    await tab('Data')
    await panel.getByRole('button', { name: 'Add variables' }).click()
    await page.getByRole('combobox', { name: 'Name, device or address' }).fill(`Inlet flow ${works}`)
    await found.filter({ hasText: 'Inlet flow' }).first().click()
    await page.getByRole('button', { name: 'Done' }).click()
    await kind('Alarm record').click()
    await drag([520, 400], [1000, 590])
    await kind('Button').click()
    await drag([20, 620], [180, 660])
    await tab('Event')
    await panel.getByLabel('Active').check()
    await bind(panel.getByText('Bind…').first(), 'Outlet valve set point')
    await panel.getByLabel('Value', { exact: true }).fill('61')
    await save()
  })

  await test.step('grouped and aligned', async () => {
    await page.keyboard.press('Escape')
    await drag([8, 160], [1010, 390])
    await expect(counts).toContainText(`${titles.length} selected`)
    await page.getByRole('button', { name: 'Align left' }).click()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+g')
    await expect(counts).toContainText('1 selected')
    await save()
  })

  await test.step('copied to a page of another device, whose variables replace the bindings', async () => {
    const other = await sister(platform, equipmentId)
    const json = JSON.stringify({ con: { width: 1024, height: 768 }, widgets: [] })
    const { id } = await platform(savePage, { equipmentId: other, title: 'Copied', json })
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    await page.goto(designerOf(other, id))
    const copy = await opened(page)
    await page.keyboard.press('Control+Shift+v')
    await page.keyboard.press('Escape')
    await copy.panel.getByRole('button', { name: 'Replace…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Replace the device' })
    await dialog.getByRole('combobox', { name: 'Replace by' }).fill('Works B')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toContainText(/^(\d+) of \1 variables/)
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
    await copy.save()
    const { bind: bound } = (await platform(pageInfo, { id })).content
    expect(bound.equips).toEqual([other])
    expect(bound.signals.length).toBeGreaterThanOrEqual(titles.length)
  })

  await test.step('set as start page, opened live, a valve operated with confirmation', async () => {
    await page.goto(listOf(equipmentId))
    await row.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Set as start page' }).click()
    await expect(row).toContainText('Start page')
    await page.goto(liveOf(pageId))
    await expect(
      page
        .locator('.page-canvas')
        .getByText(/^\d+\.\d+ m³\/h$/)
        .first(),
    ).toBeVisible()
    await page.locator('.page-canvas [data-click]').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Outlet valve set point')
    await dialog.getByRole('button', { name: /^Write 61/ }).click()
    await expect(dialog).toContainText('Read back 61')
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('restored to the version two saves ago', async () => {
    await page.goto(designerOf(equipmentId, pageId))
    await expect(page.getByText('v3', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Versions' }).click()
    const versions = page.getByRole('dialog')
    await versions
      .getByRole('button', { name: /^Compare/ })
      .first()
      .click()
    await expect(versions.getByRole('figure', { name: 'After' }).locator('rect[data-kind="added"]')).toHaveCount(1)
    await expect(versions.getByRole('figure', { name: 'Before' }).locator('rect[data-kind="removed"]')).not.toHaveCount(
      0,
    )
    await versions.getByRole('button', { name: 'Restore' }).last().click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Restore' }).last().click()
    await expect(page.getByText('v4', { exact: true })).toBeVisible()
    expect((await platform(pageInfo, { id: pageId as never })).content.widgets).toEqual([])
    await page.goto(designerOf(equipmentId, pageId))
    await page.getByRole('button', { name: 'Versions' }).click()
    await versions.getByRole('button', { name: 'Restore' }).first().click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Restore' }).last().click()
    await expect(page.getByText('v5', { exact: true })).toBeVisible()
  })

  await test.step('on a phone its values are below the picture', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(liveOf(pageId))
    await expect(page.getByText('Inlet flow').last()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  })

  if (start) await platform(saveHomePage, { id: start.id })
})

test('a small page by the keyboard alone', async ({ page, platform }) => {
  const equipmentId = (await idOf(platform, works)) as EquipmentId
  const json = JSON.stringify({ con: { width: 1024, height: 768 }, widgets: [] })
  const { id } = await platform(savePage, { equipmentId, title: unique('By keys'), json })
  await page.goto(designerOf(equipmentId, id))
  const { counts, panel, found, kind } = await opened(page)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const tabTo = async (wanted: Locator) => {
    for (let i = 0; i < 60 && !(await wanted.evaluate((node) => node === document.activeElement)); i += 1)
      await press('Tab')
    await expect(wanted).toBeFocused()
  }
  // Adds a widget by searching the palette, and then a second one.
  await press('F6', 'F6')
  await expect(page.getByPlaceholder('Search widgets')).toBeFocused()
  await page.keyboard.type('Data text')
  await expect(kind('Rectangle')).toHaveCount(0)
  await tabTo(kind('Data text'))
  await press('Enter', 'Enter')
  await expect(counts).toContainText('2 / 2000 widgets')
  // Binds the second widget by the first button of the panel.
  await press('F6', 'F6')
  await tabTo(panel.getByRole('button', { name: 'Bind…' }).first())
  await press('Enter')
  await page.keyboard.type(`Inlet flow ${works}`)
  await expect(found.first()).toContainText('Inlet flow')
  await press('Enter')
  await expect(panel.getByText('Inlet flow').first()).toBeVisible()
  // Moves a widget, selects both, groups them, aligns, copies, undoes a step, and saves.
  await press('Shift+F6', 'Shift+ArrowRight', 'ArrowDown', 'Control+a', 'Control+g')
  await expect(counts).toContainText('1 selected')
  await press('Control+d', 'Control+z', 'Control+s')
  await expect(page.getByText(/is saved as version 2/)).toBeVisible()
  const { widgets } = (await platform(pageInfo, { id })).content
  const [group] = widgets as PageWidget[]
  expect(widgets).toHaveLength(1)
  expect(group!.children!.map(({ widgetType }) => widgetType)).toEqual(['DataText', 'DataText'])
  expect((await platform(pageInfo, { id })).content.bind.equips).toEqual([equipmentId])
})
