// Keys and parameters of a page on the demonstration's PLCs.
import { EquipmentId, type ProjectId } from '../contract/fields.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { homePage, savePage } from '../features/page/page/contract.ts'
import { addProject, addProjectEquips, queryProjects } from '../features/project/project/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { idOf } from './scene.ts'
import { expect, type Page, test } from './test.ts'

const at = (x: number, y: number, width = 160) => ({ x, y, width, height: 40, rotate: 0 })
const pathOfPage = (pageId: number) => pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 })

test('a momentary button holds its value while it is pressed, and the gateway releases one whose browser is gone', async ({
  page,
  browser,
  platform,
}) => {
  const equipmentId = await idOf(platform, 'Treatment works')
  const { config } = await platform(queryConfig, { equipmentId })
  const { id: signalId } = config.signals.find(({ name }) => name === 'sludgeOpen')!
  const data = { type: 'signal', signalId, equipId: equipmentId }
  const clickEvent = { enable: true, action: 'write', writeType: 'press', pressType: 'momentary', data }
  const widgets = [
    { id: 'a', widgetType: 'Button', position: at(20, 20), data: { text: 'Draw sludge' }, clickEvent },
    {
      id: 'b',
      widgetType: 'DataText',
      position: at(20, 80),
      data: { ...data, trueText: 'drawing', falseText: 'shut' },
    },
  ]
  const json = JSON.stringify({ widgets })
  const { id } = await platform(savePage, { equipmentId, title: 'Keys', json })

  const enabled = async (on: Page) => {
    await on.goto(pathOfPage(id))
    await expect(on.getByText('shut')).toBeVisible()
    const key = on.getByRole('button', { name: 'Draw sludge' })
    const dialog = on.getByRole('dialog')
    // A value is drawn before the code for writing has loaded; a press shows a note until then.
    await expect(async () => {
      await key.click()
      await expect(dialog).toContainText('while pressed', { timeout: 2000 })
    }).toPass()
    await dialog.getByRole('button', { name: 'Enable the key' }).click()
    await expect(dialog).toBeHidden()
    await key.hover()
    await on.mouse.down()
  }
  await enabled(page)
  await expect(page.getByText('drawing')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByText('shut')).toBeVisible()

  const lost = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await lost.newPage()
  await enabled(other)
  await expect(page.getByText('drawing')).toBeVisible()
  // The line is cut while the button is pressed: no renewal arrives any more.
  await lost.setOffline(true)
  await expect(page.getByText('shut')).toBeVisible()
  await lost.close()
})

test('one page shows another pump by the parameters of its address', async ({ page, platform }) => {
  const equipmentId = await idOf(platform, 'Distribution station')
  const named = (signalName: string) => ({ type: 'signal', equipId: equipmentId, signalName })
  const widgets = [
    { id: 'a', widgetType: 'Text', position: at(20, 20), data: { text: 'Pump {tag}' } },
    { id: 'b', widgetType: 'DataText', position: at(20, 80), data: { ...named('{pump}Hours'), unit: 'h' } },
  ]
  const json = JSON.stringify({ widgets })
  const { id } = await platform(savePage, { equipmentId, title: 'Any pump', json })
  const hours = async (pump: string, tag: string) => {
    await page.goto(`${pathOfPage(id)}?p.pump=${pump}&p.tag=${tag}`)
    await expect(page.getByText(`Pump ${tag}`)).toBeVisible()
    const value = page.getByText(/^[\d,.]+ h$/)
    await expect(value).toBeVisible()
    return value.textContent()
  }
  expect(await hours('pump1', 'P-301')).not.toBe(await hours('pump2', 'P-302'))
})

test('a page of a device is live in a window over a page of a project, and embedded in it', async ({
  page,
  platform,
}) => {
  const equipmentId = await idOf(platform, 'Distribution station')
  const [project] = await platform(queryProjects, {})
  const { config } = await platform(queryConfig, { equipmentId })
  const { id: signalId } = config.signals.find(({ name }) => name === 'supplyFlow')!
  const data = { type: 'signal', signalId, equipId: equipmentId, prefix: 'Supply ' }
  const shown = JSON.stringify({ widgets: [{ id: 'a', widgetType: 'DataText', position: at(20, 20), data }] })
  const { id: equipPageId } = await platform(savePage, { equipmentId, title: 'Supply', json: shown })
  const target = { type: 'equip', equipPageId, target: 'window', hint: 'Supply' }
  const clickEvent = { enable: true, action: 'page', ...target }
  const widgets = [
    { id: 'b', widgetType: 'Button', position: at(20, 20), data: { text: 'Open' }, clickEvent },
    {
      ...{ id: 'c', widgetType: 'Iframe', data: { pageId: equipPageId } },
      position: { x: 20, y: 80, width: 400, height: 300, rotate: 0 },
    },
  ]
  const json = JSON.stringify({ widgets })
  const { id } = await platform(savePage, { projectId: project!.id, title: 'Over a project', json })
  await page.goto(`/monitor/project/${project!.id}/page/${id}`)
  await page.getByRole('button', { name: 'Supply' }).click()
  for (const place of [page.getByRole('dialog', { name: 'Supply' }), page.locator('.page-within').first()]) {
    const value = place.getByText(/^Supply \d/)
    const before = await value.textContent()
    await expect(value).not.toHaveText(before ?? '')
    await expect(place.getByText('The live data stream was interrupted')).toBeHidden()
  }
})

test('a page of another project is live within a page, through its own project', async ({ page, platform }) => {
  const equipmentId = await idOf(platform, 'Distribution station')
  const { config } = await platform(queryConfig, { equipmentId })
  const { id: signalId } = config.signals.find(({ name }) => name === 'supplyFlow')!
  const project = async (name: string, equipmentIds: EquipmentId[]) => {
    const { id } = await platform(addProject, { name, note: null })
    if (equipmentIds.length > 0) await platform(addProjectEquips, { projectId: id, equipmentIds })
    return id
  }
  const [inner, outer] = [
    await project('Supply alone', [EquipmentId.parse(equipmentId)]),
    await project('Without devices', []),
  ]
  const drawn = async (projectId: ProjectId, widget: object) => {
    const json = JSON.stringify({ widgets: [{ id: 'a', position: at(20, 20, 600), ...widget }] })
    return (await platform(savePage, { projectId, title: 'Supply', json })).id
  }
  const data = { type: 'signal', signalId, equipId: equipmentId, prefix: 'Supply ' }
  const pageId = await drawn(inner, { widgetType: 'DataText', data })
  const shown = await drawn(outer, { widgetType: 'Iframe', data: { type: 'main', pageId, fit: 'none' } })
  await page.goto(`/monitor/project/${outer}/page/${shown}`)
  const value = page.locator('.page-within').getByText(/^Supply \d/)
  const before = await value.textContent()
  await expect(value).not.toHaveText(before ?? '')
})

test('a pump of the overview opens its faceplate over the page', async ({ page, platform }) => {
  const equipmentId = await idOf(platform, 'Control building')
  const home = await platform(homePage, { equipmentId })
  await page.goto(pathOfPage(home!.id))
  await page.getByRole('button', { name: 'P-302' }).click()
  const faceplate = page.getByRole('dialog', { name: 'P-302' })
  await expect(faceplate.getByText(/rpm/).first()).toBeVisible()
  await expect(faceplate.getByRole('button', { name: 'Stop' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(faceplate).toBeHidden()
})
