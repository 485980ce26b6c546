// The sites of a project for a customer: their positions, values calculated over them, and an embedded page with the
// outer page in the past.
import type { EquipmentId } from '../contract/fields.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { addProjectGrant } from '../features/people/grant/contract.ts'
import { addProject, addProjectEquips, deleteProject } from '../features/project/project/contract.ts'
import { addMvar } from '../features/watch/mvar/contract.ts'
import { replayProject } from '../features/watch/playback/contract.ts'
import { formatNumber } from '../ui/format.ts'
import { drawingOptions } from './browser.ts'
import { customerOf } from './people.ts'
import { idOf, intake, unique } from './scene.ts'
import { expect, newContext, test, watchFaults } from './test.ts'

test.use({ launchOptions: drawingOptions })

const works = 'Treatment works'
const at = (x: number, y: number, width: number, height: number) => ({ x, y, width, height, rotate: 0 })

test('a customer sees the sites of a project on a map, a calculated curve, and a page within the page in the past', async ({
  platform,
  place,
  browser,
}) => {
  const sites = await Promise.all(
    [intake, works].map(async (station) => {
      const equipmentId = (await idOf(platform, station)) as EquipmentId
      const { config } = await platform(queryConfig, { equipmentId })
      return { equipmentId, signal: (name: string) => config.signals.find((each) => each.name === name)! }
    }),
  )
  const { id: projectId } = await platform(addProject, { name: unique('Sites'), note: null })
  await platform(addProjectEquips, { projectId, equipmentIds: sites.map(({ equipmentId }) => equipmentId) })
  const level = sites[0]!.signal('wellLevel')
  const flow = sites[1]!.signal('inletFlow')
  const text = `\${${sites[0]!.equipmentId}.${level.id}} + \${${sites[1]!.equipmentId}.${flow.id}}`
  const formula = { calcType: 'custom' as const, text }
  const mvar = await platform(addMvar, { projectId, title: 'Both', unit: 'm', decimals: 1, formula })
  const save = async (title: string, widgets: object[]) =>
    (await platform(savePage, { projectId, title, json: JSON.stringify({ widgets }) })).id
  const value = { type: 'signal', signalId: flow.id, equipId: sites[1]!.equipmentId, title: 'Flow', decimals: 3 }
  const opens = (pageId: number, hint: string) => ({ enable: true, action: 'page', target: 'window', pageId, hint })
  const shown = { id: 'v', widgetType: 'DataText', position: at(20, 20, 300, 40), data: value }
  const last = await save('Last', [shown])
  const inner = await save('Inner', [{ ...shown, clickEvent: opens(last, 'From inside') }])
  const outer = await save('Sites', [
    { ...shown, position: at(660, 20, 300, 40), clickEvent: opens(last, 'From outside') },
    { id: 'm', widgetType: 'Map', position: at(20, 20, 600, 400), data: {} },
    { id: 'i', widgetType: 'Iframe', position: at(640, 80, 360, 300), data: { type: 'equip', pageId: inner } },
    {
      ...{ id: 'a', widgetType: 'Area', position: at(20, 440, 900, 300) },
      data: { timeRange: 60, mvarArray: [{ mvarId: mvar.id, title: 'Both' }] },
    },
  ])
  const person = await customerOf(platform, place.url)
  await platform(addProjectGrant, { projectId, accountId: person.accountId, loginname: null, mayWrite: false })
  const context = await newContext(browser, { url: place.url, session: person.session })
  const faults = watchFaults(context)
  const page = await context.newPage()
  const values = page.locator('[data-quality="good"]').filter({ hasText: /^\d+\.\d{3}$/ })

  await test.step('the sites are on the map, without links to forbidden pages', async () => {
    await page.goto(`/monitor/project/${projectId}/page/${outer}`)
    await expect(page.locator('.map-counts')).toContainText('Devices 2')
    await expect(page.getByRole('button', { name: new RegExp(`^${works}: Online`) })).toBeVisible()
    await page.getByRole('button', { name: new RegExp(`^${intake}: Online`) }).click()
    const card = page.getByRole('region', { name: intake })
    await expect(card).toContainText('Online')
    await expect(card.getByRole('link')).toHaveCount(0)
  })

  await test.step('the calculated value is drawn, live', async () => {
    const legend = page.getByRole('list', { name: 'Curves' }).or(page.locator('.moving-legend'))
    await expect(legend.first()).toContainText(/Both\s*\d+\.\d\s*m/)
    await expect(values).toHaveCount(2)
  })

  await test.step('an embedded page acts for itself alone', async () => {
    await values.nth(1).click()
    await expect(page.getByRole('dialog', { name: 'From inside' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('both pages show the same moment of the past', async () => {
    const moment = Date.now() - 30 * 60_000
    const stored = async () => {
      const asked = { pageId: inner, from: moment, to: moment, dataSignal: [flow.id], dataMvar: [] }
      return (await platform(replayProject, asked)).start[0]
    }
    await expect.poll(async () => moment - ((await stored())?.at ?? 0), { timeout: 120_000 }).toBeLessThan(15 * 60_000)
    // The number is rounded as on screen: toFixed rounds halves differently.
    const then = formatNumber(Number((await stored())!.value), 3)
    await page.goto(`/monitor/project/${projectId}/page/${outer}?at=${moment}&drawn=first`)
    await expect(values).toHaveCount(2)
    await expect(values).toHaveText([then, then])
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(values.first()).not.toHaveText(then)
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(values.nth(1)).toHaveText(await values.first().innerText())
  })
  expect(faults).toEqual([])
  await context.close()
  await platform(deleteProject, { id: projectId })
})
