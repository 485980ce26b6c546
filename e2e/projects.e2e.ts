// A machine builder's project: devices of two sites, a page over them, live for its viewers.
import type { EquipmentId } from '../contract/fields.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { pageInfo, savePage } from '../features/page/page/contract.ts'
import { addProjectGrant } from '../features/people/grant/contract.ts'
import { addProject, addProjectEquips } from '../features/project/project/contract.ts'
import { queryReports } from '../features/watch/history/contract.ts'
import { replayProject } from '../features/watch/playback/contract.ts'
import { dayStart } from '../ui/zone.ts'
import { choose } from './choose.ts'
import { customerOf, ownPassword, signInOnScreen } from './people.ts'
import { idOf, unique } from './scene.ts'
import { expect, newContext, type Page, test } from './test.ts'

test.use({ actionTimeout: 30_000 })

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })

test('a project over two devices is made, drawn, watched live, put in order and deleted', async ({
  page,
  platform,
}) => {
  const name = unique('Town')
  const intake = await idOf(platform, 'Intake station 1')
  const works = (await idOf(platform, 'Treatment works')) as EquipmentId
  const form = page.getByRole('dialog')
  await page.goto('/manage/eg/project/list')

  await test.step('it is added', async () => {
    await page.getByRole('button', { name: 'Add project' }).click()
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Note').fill('From river to tap')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, name)).toContainText('From river to tap')
    await row(page, name).getByRole('link').click()
  })

  await test.step('its devices come first', async () => {
    await expect(page.getByText('Add the devices first.')).toBeVisible()
    await page.getByRole('button', { name: 'Add devices' }).click()
    for (const device of ['Intake station 1', 'Treatment works']) {
      await form.getByRole('combobox').fill(device)
      await page
        .getByTitle(new RegExp(`^${device}`))
        .last()
        .click()
    }
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('2 devices added.')).toBeVisible()
    await row(page, 'Treatment works').getByRole('button', { name: 'Key variable' }).click()
    await form.getByRole('combobox').fill('Inlet flow')
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'Treatment works')).toContainText('Inlet flow')
  })

  await test.step('a page is drawn, bound to a device of the project', async () => {
    await page.getByRole('link', { name: /^Pages/ }).click()
    await page.getByRole('button', { name: 'Add page' }).click()
    await form.getByLabel('Title').fill('Flows')
    await form.getByRole('button', { name: 'Save' }).click()
    await row(page, 'Flows').getByRole('button', { name: 'Edit page' }).click()
    await expect(page).toHaveURL(/\/manage\/project\/\d+\/designer\/\d+$/)
    await page.locator('.designer-palette').getByRole('button', { name: 'Data text', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('.designer-counts')).toContainText('1 / 2000 widgets')
    await page.getByRole('region', { name: 'Properties' }).getByRole('button', { name: 'Bind…' }).first().click()
    const search = page.getByRole('combobox', { name: 'Name, device or address' })
    const found = page.locator('.bind-hits[aria-busy="false"]').getByRole('option')
    // The search finds no variable of a device outside the project.
    await search.fill('Remote point pressure')
    await expect(page.getByText('Nothing matches.')).toBeVisible()
    await search.fill('Inlet flow')
    await found.first().click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/is saved as version 2/)).toBeVisible()
    const id = Number(/\d+$/.exec(page.url())?.[0])
    expect((await platform(pageInfo, { id })).content.bind.equips).toEqual([works])
    expect(works).not.toBe(intake)
  })

  await test.step('a viewer sees it live', async () => {
    await page.getByRole('link', { name: /Configuration page/ }).click()
    await expect(page).toHaveURL(/\/monitor\/project\/\d+\/page\/\d+$/)
    await expect(page.locator('.data-text')).toHaveText(/^\d+(\.\d+)?/)
    await page.goto('/monitor/gm/ocInfo')
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name: 'Flows' })).toBeVisible()
    await expect(page.locator('.data-text')).toHaveText(/^\d+(\.\d+)?/)
  })

  await test.step('its number shows where it comes from and where it is used', async () => {
    await page.locator('.data-text').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Explain this number' }).click()
    const panel = page.getByRole('dialog', { name: 'Explain: Inlet flow' })
    await expect(panel.locator('.lineage-value')).toHaveText(/^\d.*good/)
    await expect(panel.getByText('Modbus TCP')).toBeVisible()
    await expect(panel.getByRole('link', { name: 'Flows' }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    // The key acts on the widget under the pointer.
    await page.locator('.data-text').hover()
    await page.keyboard.press('i')
    await expect(panel.getByText('Modbus TCP')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the page moves to another device, after the unclear variables were shown', async () => {
    await page.goto('/manage/eg/project/list')
    await row(page, name).getByRole('link').click()
    await expect(page).toHaveURL(/id=\d+/)
    await page.goto(`${page.url()}&tab=devices`)
    await page.getByRole('button', { name: 'Move to other devices' }).click()
    await page.getByRole('combobox', { name: 'Replaced by: Treatment works' }).fill('Distribution station')
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 page gets a new version')).toBeVisible()
    await expect(page.getByText('1 question is open')).toBeVisible()
    await page.getByRole('combobox', { name: 'Becomes: Inlet flow' }).fill('Supply flow')
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 question is open')).toBeHidden()
    await page.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByText('1 page moved.')).toBeVisible()
    await expect(row(page, 'Distribution station')).toBeVisible()
    await expect(row(page, 'Treatment works')).toBeHidden()
  })

  await test.step('the project moves up in the list, and is deleted with its page', async () => {
    await page.goto('/manage/eg/project/list')
    await expect(row(page, name)).toBeVisible()
    const placeOf = async () => (await page.getByRole('row').allInnerTexts()).findIndex((text) => text.includes(name))
    const before = await placeOf()
    await page.getByRole('button', { name: `Move ${name} up` }).click()
    await expect.poll(placeOf).toBe(before - 1)
    await row(page, name).getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('dialog', { name: 'Delete project' })
    await expect(question).toContainText('Its page is deleted')
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, name)).toBeHidden()
  })
})

test('a project is authorised to a customer on its tab, who opens its page in the operations centre until it is withdrawn', async ({
  page,
  platform,
  place,
  browser,
}) => {
  const name = unique('Harbour')
  const works = (await idOf(platform, 'Treatment works')) as EquipmentId
  const { id } = await platform(addProject, { name, note: null })
  await platform(addProjectEquips, { projectId: id, equipmentIds: [works] })
  const position = { x: 40, y: 40, width: 300, height: 40, rotate: 0 }
  const greeting = { id: 'a', widgetType: 'Text', position, data: { text: 'Welcome aboard' } }
  const { config } = await platform(queryConfig, { equipmentId: works })
  const flow = config.signals.find(({ name }) => name === 'inletFlow')!
  const data = { type: 'signal', signalId: flow.id, equipId: works, title: flow.title }
  const value = { id: 'b', widgetType: 'DataText', position: { ...position, y: 120 }, data }
  const [report] = (await platform(queryReports, { equipmentId: works })).reports
  const stored = { type: 'report', equipId: works, reportId: report!.id, title: report!.name, exportExcel: true }
  const table = {
    id: 'c',
    widgetType: 'History',
    position: { ...position, y: 200, width: 700, height: 300 },
    data: stored,
  }
  const widgets = [greeting, value, table]
  const { id: pageId } = await platform(savePage, { projectId: id, title: 'Quay', json: JSON.stringify({ widgets }) })
  const { loginname, session } = await customerOf(platform, place.url)
  const context = await newContext(browser, { url: place.url, session })
  const customer = await context.newPage()

  await test.step('before, the customer sees no project', async () => {
    await customer.goto('/monitor/gm/ocInfo')
    await expect(customer.getByText('There are no projects that your account may see.')).toBeVisible()
  })

  await test.step('it is authorised', async () => {
    await page.goto(`/manage/eg/project/list?id=${id}`)
    await page.getByRole('link', { name: 'Authorised accounts' }).click()
    await expect(page.getByText('Not authorised yet.')).toBeVisible()
    await page.getByRole('button', { name: 'Authorise' }).first().click()
    const form = page.getByRole('dialog')
    await choose(form.getByRole('combobox', { name: 'Account' }), new RegExp(loginname), loginname)
    await form.getByRole('button', { name: 'Authorise' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: loginname })).toBeVisible()
  })

  await test.step('the customer opens it', async () => {
    await customer.reload()
    await customer.getByRole('link', { name }).click()
    await expect(customer.getByText('Welcome aboard')).toBeVisible()
    // The customer sees the values that the page is bound to, and nothing else of the device.
    await expect(customer.locator('[data-widget="1"][data-quality="good"]')).toHaveText(/^\d+(\.\d+)?/)
    await expect(customer.locator('[data-widget="2"]').getByRole('row').nth(1)).toContainText(/\d+\.\d/)
    await expect(customer.getByRole('link', { name: 'Edit page' })).toHaveCount(0)
  })

  await test.step('a link to 03:12 of a night before the first version says that there was no page', async () => {
    const zone = 'Asia/Shanghai'
    const at = dayStart(Date.now(), zone, -3) + 192 * 60_000
    const stored = async () => {
      const of = { pageId, from: at, to: at, dataSignal: [flow.id], dataMvar: '' }
      return (await platform(replayProject, of)).start[0]
    }
    // The demonstration generates its history in the background.
    await expect.poll(stored, { timeout: 60_000, intervals: [1000] }).toBeTruthy()
    await customer.goto(`${new URL(customer.url()).pathname}?at=${at}`)
    const playBack = customer.getByRole('region', { name: 'Play back' })
    await expect(playBack.locator('strong')).toHaveText(/03:12:00/)
    await expect(playBack.getByText('The first version of the page was saved at', { exact: false })).toBeVisible()
    await customer.getByRole('button', { name: 'Show the values of this time in its first version' }).click()
    const then = Number((await stored())!.value)
    await expect(customer.locator('[data-widget="1"][data-quality="good"]')).toContainText(String(Math.trunc(then)))
    await playBack.getByRole('button', { name: 'Copy link to this moment' }).click()
    // A user who is signed out returns to the same moment after signing in by this link.
    const visitor = await newContext(browser, { url: place.url, session: null })
    const other = await visitor.newPage()
    await other.goto(customer.url())
    await signInOnScreen(other, loginname, ownPassword)
    await expect(other.getByRole('region', { name: 'Play back' }).locator('strong')).toHaveText(/03:12:00/)
    await visitor.close()
    await playBack.getByRole('button', { name: 'Back to live' }).click()
    await expect(customer.locator('[data-widget="1"][data-quality="good"]')).toHaveText(/^\d+(\.\d+)?/)
  })

  await test.step('withdrawn, the page is no longer accessible', async () => {
    await page.getByRole('button', { name: /^Withdraw: / }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(page.getByText('Not authorised yet.')).toBeVisible()
    // The page that is still open shows no value as good any more.
    await expect(customer.locator('[data-widget][data-quality="stale"]')).toHaveCount(1)
    await customer.goto('/monitor/gm/ocInfo')
    await expect(customer.getByText('There are no projects that your account may see.')).toBeVisible()
  })
  await context.close()
})

test('an intermediate variable over two devices is created, chosen in the designer, and shown to a customer', async ({
  page,
  platform,
  place,
  browser,
}) => {
  const name = unique('Valley')
  const stations = ['Treatment works', 'Distribution station'] as const
  const [works, distribution] = (await Promise.all(stations.map((each) => idOf(platform, each)))) as EquipmentId[]
  const { id } = await platform(addProject, { name, note: null })
  await platform(addProjectEquips, { projectId: id, equipmentIds: [works!, distribution!] })
  const { id: pageId } = await platform(savePage, {
    projectId: id,
    title: 'Power',
    startup: '1',
    json: '{"widgets":[]}',
  })
  const form = page.getByRole('dialog')
  await page.goto(`/manage/eg/project/list?id=${id}&tab=mvars`)

  await test.step('its formula is checked while it is made, and shown in words', async () => {
    await page.getByRole('button', { name: 'Add intermediate variable' }).click()
    await form.getByLabel('Name').fill('Power of both')
    await form.getByLabel('Unit').fill('kW')
    await form.getByLabel('Decimals').fill('1')
    const insert = form.getByRole('combobox', { name: 'Insert a variable…' })
    for (const station of stations) {
      await choose(insert, `${station} · Active power`, `${station} Active power`)
    }
    await expect(form.locator('.mvar-checked')).toContainText(
      /Sum: Treatment works · Active power, Distribution station · Active powerWith the last readings ?\d+\.\d kW/,
    )
    await form.getByLabel('Variables').fill('${1.1')
    await expect(form.locator('.mvar-fault')).toContainText('Error in the expression at character 1')
    await form.getByLabel('Variables').fill('')
    for (const station of stations) {
      await choose(insert, `${station} · Active power`, `${station} Active power`)
    }
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'Power of both')).toContainText('Sum: Treatment works · Active power, Distribution station')
  })

  await test.step('a widget is bound to it, with its unit', async () => {
    await page.goto(`/manage/project/${id}/designer/${pageId}`)
    await page.locator('.designer-palette').getByRole('button', { name: 'Data text', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Properties' }).getByRole('button', { name: 'Bind…' }).first().click()
    await page.getByRole('radio', { name: 'Intermediate variables' }).click({ force: true })
    await page.locator('.bind-hits[aria-busy="false"]').getByRole('option', { name: 'Power of both' }).click()
    await page.getByRole('radio', { name: 'Live preview' }).click({ force: true })
    await expect(page.locator('[data-widget][data-quality="good"]')).toHaveText(/^\d+\.\d kW$/)
    await page.getByRole('radio', { name: 'Design', exact: true }).click({ force: true })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/is saved as version 2/)).toBeVisible()
  })

  await test.step('a customer who sees no device gets its value', async () => {
    const { accountId, session } = await customerOf(platform, place.url)
    await platform(addProjectGrant, { projectId: id, accountId, loginname: null, mayWrite: false })
    const context = await newContext(browser, { url: place.url, session })
    const customer = await context.newPage()
    await customer.goto(`/monitor/project/${id}/page/${pageId}`)
    await expect(customer.locator('[data-widget][data-quality="good"]')).toHaveText(/^\d+\.\d kW$/)
    await context.close()
  })

  await test.step('it is deleted: the page is bound to nothing there', async () => {
    await page.goto(`/manage/eg/project/list?id=${id}&tab=mvars`)
    await row(page, 'Power of both').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, 'Power of both')).toBeHidden()
    expect((await platform(pageInfo, { id: pageId })).content.bind.mvars).toEqual([])
  })
})
