// A project for the customers of a machine builder: four devices, three pages, two calculated values and a report by
// shift, authorised to a customer for reading and shared with the public by a password.
import type { EquipmentId } from '../contract/fields.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { addProjectGrant } from '../features/people/grant/contract.ts'
import { addProject, addProjectEquips, deleteProject } from '../features/project/project/contract.ts'
import { queryCustomReports } from '../features/project/report/contract.ts'
import {
  editProjectShareAuth,
  editProjectSharePassword,
  renewProjectShareLink,
} from '../features/project/share/contract.ts'
import { addMvar } from '../features/watch/mvar/contract.ts'
import { replayProject } from '../features/watch/playback/contract.ts'
import { dayStart } from '../ui/zone.ts'
import { choose } from './choose.ts'
import { customerOf } from './people.ts'
import { idOf, unique } from './scene.ts'
import { expect, newContext, type Page, test, watchFaults } from './test.ts'

const stations = {
  'Intake station 1': 'wellLevel',
  'Treatment works': 'inletFlow',
  'Distribution station': 'supplyFlow',
  'Control building': 'totalPower',
} as const
const zone = 'Asia/Shanghai'
const at = (i: number) => ({ x: 40, y: 40 + i * 60, width: 300, height: 40, rotate: 0 })

const values = (page: Page) => page.locator('[data-widget][data-quality="good"]')
const open = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true }).click()

test('a machine builder gives a project to a customer and to the public: both see exactly that, live, and the past by a link', async ({
  page,
  platform,
  place,
  browser,
}) => {
  const name = unique('Town')
  const devices = await Promise.all(
    Object.entries(stations).map(async ([station, variable]) => {
      const equipmentId = (await idOf(platform, station)) as EquipmentId
      const { config } = await platform(queryConfig, { equipmentId })
      const named = (own: string) => config.signals.find((each) => each.name === own)!
      return { station, equipmentId, signal: named(variable), named }
    }),
  )
  const { id: projectId } = await platform(addProject, { name, note: null })
  await platform(addProjectEquips, { projectId, equipmentIds: devices.map(({ equipmentId }) => equipmentId) })
  const reference = (i: number) => `\${${devices[i]!.equipmentId}.${devices[i]!.signal.id}}`
  const formulas = [
    { title: 'Difference', formula: { calcType: 'custom' as const, text: `${reference(1)} - ${reference(2)}` } },
    { title: 'Mean', formula: { calcType: 'avg' as const, text: `${reference(1)}, ${reference(2)}` } },
  ]
  const mvars = []
  for (const each of formulas) mvars.push(await platform(addMvar, { projectId, unit: 'm³/h', decimals: 1, ...each }))
  const save = async (title: string, widgets: object[], startup: '0' | '1' = '0') =>
    (await platform(savePage, { projectId, title, startup, json: JSON.stringify({ widgets }) })).id

  await test.step('the report by shift is made from an example, with results while it is made', async () => {
    await page.goto(`/manage/eg/project/list?id=${projectId}&tab=reports`)
    await page.getByRole('button', { name: /^Production per shift/ }).click()
    for (const [role, variable] of [
      ['Counter of pieces', 'Total supplied volume'],
      ['Machine is running', 'Pump 1 running'],
    ] as const) {
      const field = page.getByRole('combobox', { name: role })
      await choose(field, `Distribution station · ${variable}`, `Distribution ${variable}`)
    }
    await expect(page.getByRole('region', { name: 'Production', exact: true })).toContainText(/So far, since .*\d/)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Custom report “Production per shift” saved.')).toBeVisible()
  })

  const [report] = await platform(queryCustomReports, { projectId })
  const overview = await save(
    'Overview',
    devices.map(({ equipmentId: equipId, signal: { id: signalId, title } }, i) => ({
      ...{ id: `v${i}`, widgetType: 'DataText', position: at(i) },
      data: { type: 'signal', signalId, equipId, title },
    })),
    '1',
  )
  await save(
    'Balance',
    mvars.map(({ id: mvarId, title }, i) => ({
      ...{ id: `m${i}`, widgetType: 'DataText', position: at(i), data: { type: 'mvar', mvarId, title } },
    })),
  )
  await save('Shifts', [
    {
      ...{ id: 't', widgetType: 'History', position: { ...at(0), width: 800, height: 400 } },
      data: { type: 'report', customReportId: report!.id, title: report!.title, timeRange: 2880 },
    },
  ])

  /** The customer sees exactly what was granted: three pages, each with its values, and no way to change anything. */
  const seesAll = async (who: Page) => {
    await expect(values(who)).toHaveCount(devices.length)
    for (const value of await values(who).all()) await expect(value).toHaveText(/^\d+(\.\d+)?/)
    await expect(who.getByRole('link', { name: 'Edit page' })).toHaveCount(0)
    await open(who, 'Balance')
    await expect(values(who)).toHaveCount(mvars.length)
    for (const value of await values(who).all()) await expect(value).toHaveText(/^[-−]?\d+\.\d/)
    await open(who, 'Shifts')
    await expect(
      who
        .getByRole('row')
        .filter({ hasText: /Early|Late|Night/ })
        .first(),
    ).toContainText(/\d/)
    await open(who, 'Overview')
    await expect(values(who)).toHaveCount(devices.length)
  }

  const given = async () => {
    const person = await customerOf(platform, place.url)
    await platform(addProjectGrant, { projectId, accountId: person.accountId, loginname: null, mayWrite: false })
    const context = await newContext(browser, { url: place.url, session: person.session })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    return { context, page: await context.newPage(), faults: watchFaults(context) }
  }
  const customer = await given()

  await test.step('the customer sees exactly that, live, and no device', async () => {
    await customer.page.goto('/monitor/gm/ocInfo')
    await customer.page.getByRole('link', { name }).click()
    await seesAll(customer.page)
    await customer.page.goto('/monitor/eg/list')
    await expect(customer.page.getByText(devices[0]!.station)).toHaveCount(0)
  })

  await test.step('the public sees the same with the password', async () => {
    await platform(editProjectSharePassword, { projectId, sharePwd: 'Town4711' })
    const { token } = await platform(renewProjectShareLink, { projectId })
    const menus: ('page' | 'history')[] = ['page', 'history']
    await platform(editProjectShareAuth, {
      ...{ projectId, isShared: true, topMenu: true, menus, expiresAt: null, ancestors: [] },
    })
    const context = await newContext(browser, { url: place.url, session: null })
    const visitor = await context.newPage()
    await visitor.goto(`/share/${token}`)
    await visitor.getByLabel('Share password').fill('Town4711')
    await visitor.getByRole('button', { name: 'Open' }).click()
    await seesAll(visitor)
    await context.close()
  })

  await test.step('the customer sends a colleague a link to last night at 03:12', async () => {
    const moment = dayStart(Date.now(), zone, -1) + 192 * 60_000
    const dataSignal = devices.map(({ signal }) => signal.id)
    const stored = async () =>
      (await platform(replayProject, { pageId: overview, from: moment, to: moment, dataSignal, dataMvar: [] })).start
    // Meanwhile the demonstration generates its past values, the newest last.
    const near = async () => (await stored()).filter(({ at }) => moment - at < 15 * 60_000).length
    await expect.poll(near, { timeout: 120_000, intervals: [1000] }).toBe(devices.length)
    await customer.page.goto(`/monitor/project/${projectId}/page/${overview}?at=${moment}`)
    const first = 'Show the values of this time in its first version'
    await customer.page.getByRole('button', { name: first }).click()
    await expect(values(customer.page)).toHaveCount(devices.length)
    await customer.page.getByRole('button', { name: 'Copy link to this moment' }).click()
    const link = await customer.page.evaluate(() => navigator.clipboard.readText())
    const colleague = await given()
    await colleague.page.goto(link)
    await expect(colleague.page.getByRole('region', { name: 'Play back' }).locator('strong')).toHaveText(/03:12:00/)
    await expect(values(colleague.page)).toHaveText(await values(customer.page).allInnerTexts())
    const then = new Map((await stored()).map(({ id, value }) => [id, Number(value)]))
    for (const [i, { signal }] of devices.entries()) {
      const shown = Number.parseFloat((await values(colleague.page).nth(i).innerText()).replaceAll(',', ''))
      expect(Math.abs(shown - then.get(signal.id)!)).toBeLessThan(0.1)
    }
    expect([...customer.faults, ...colleague.faults]).toEqual([])
    await colleague.context.close()
  })
  await customer.context.close()
  await platform(deleteProject, { id: projectId })
})
