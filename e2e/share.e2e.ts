// A device shared with the public: the link and its password, the visitor's screens, and how the visit ends.
import { errorCode, errorText } from '../contract/errors.ts'
import type { EquipmentId } from '../contract/fields.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { addProject, addProjectEquips } from '../features/project/project/contract.ts'
import { lookAtShare } from '../features/project/share/contract.ts'
import { idOf, intake, unique } from './scene.ts'
import { expect, newContext, test, watchFaults } from './test.ts'

test('a device is shared by link and password, viewed without an account, and withdrawn', async ({
  platform,
  place,
  browser,
}) => {
  const owner = await newContext(browser, place)
  const page = await owner.newPage()
  const equipmentId = await idOf(platform, intake)
  await page.goto(`${place.url}/monitor/eg/detail/list/${equipmentId}/0?tab=share`)
  const card = page
    .getByRole('region', { name: 'Public sharing' })
    .or(page.locator('.card', { hasText: 'Public sharing' }))
  await card.getByRole('button', { name: 'Share', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Share password').fill('Pump4711')
  await drawer.getByRole('button', { name: 'Share', exact: true }).click()
  const once = page.getByRole('dialog', { name: /is shared/ })
  const link = (await once.getByText(/\/share\//).textContent()) ?? ''
  expect(link).toMatch(/\/share\/[\w-]{43}$/)
  await once.getByRole('button', { name: 'I have' }).or(once.getByRole('button').last()).click()
  await expect(card.getByText(/Shared, 0 visits open/)).toBeVisible()

  const context = await newContext(browser, { url: place.url, session: null })
  const faults = [watchFaults(owner), watchFaults(context)]
  const visitor = await context.newPage()

  await test.step('without the password nothing is shown', async () => {
    await visitor.goto(link)
    await visitor.getByLabel('Share password').fill('wrong1')
    await visitor.getByRole('button', { name: 'Open' }).click()
    await expect(visitor.getByLabel('Share password')).toHaveAccessibleDescription('The share password is wrong')
    await expect(visitor.getByText(intake)).toHaveCount(0)
  })

  await test.step('with it the values are live, and cannot be written', async () => {
    await visitor.getByLabel('Share password').fill('Pump4711')
    await visitor.getByRole('button', { name: 'Open' }).click()
    await expect(visitor.getByRole('heading', { name: intake, level: 1 })).toBeVisible()
    await expect(visitor.locator('.phase-live')).toBeVisible()
    await expect(visitor.getByRole('button', { name: /^Write/ }).first()).toHaveAttribute('aria-disabled', 'true')
    await visitor.getByRole('link', { name: 'Configuration page' }).click()
    await expect(visitor.locator('.page-canvas')).toBeVisible()
    await visitor.getByRole('link', { name: 'History' }).click()
    await expect(visitor.locator('canvas').first()).toBeVisible()
    await visitor.reload()
    await expect(visitor.locator('canvas').first()).toBeVisible()
  })

  await test.step('no other page is open to the visitor', async () => {
    const other = await context.newPage()
    await other.goto(`${place.url}/monitor/eg/list`)
    await expect(other).toHaveURL(/\/login/)
    await other.close()
  })

  await test.step('the visit ends with sharing', async () => {
    await card.getByRole('button', { name: 'End sharing' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End sharing' }).click()
    await expect(page.getByText(`Sharing of ${intake} has ended`)).toBeVisible()
    await expect(visitor.getByText('Sharing has ended').first()).toBeVisible({ timeout: 20_000 })
    await expect(visitor.getByText(intake)).toHaveCount(0)
  })
  expect(faults.flat()).toEqual([])
  await context.close()
  await owner.close()
})

test('opening a link while the database is away reports that, and not that nothing is shared', async ({
  page,
  faults,
}) => {
  const away = { code: errorCode('databaseDown'), msg: errorText(errorCode('databaseDown'), 'en'), data: null }
  await page.route(`**${lookAtShare.path}`, (route) => route.fulfill({ json: away }))
  await page.goto('/share/unknown')
  await expect(page.getByRole('alert')).toContainText('The database is not available')
  await expect(page.getByText('Nothing is shared here')).toHaveCount(0)
  await page.unroute(`**${lookAtShare.path}`)
  await expect(page.getByText('This link is not valid')).toBeVisible()
  await expect(page.getByText('Ask the person who sent you the link')).toBeVisible()
  faults.length = 0
})

test('a project is shared by link and password: its pages are live for visitors with both, until it is withdrawn', async ({
  page,
  platform,
  place,
  browser,
}) => {
  const name = unique('Basin')
  const works = (await idOf(platform, 'Treatment works')) as EquipmentId
  const { id } = await platform(addProject, { name, note: null })
  await platform(addProjectEquips, { projectId: id, equipmentIds: [works] })
  const { config } = await platform(queryConfig, { equipmentId: works })
  const flow = config.signals.find(({ name: own }) => own === 'inletFlow')!
  const position = { x: 40, y: 120, width: 300, height: 40, rotate: 0 }
  const data = { type: 'signal', signalId: flow.id, equipId: works, title: flow.title }
  const json = JSON.stringify({ widgets: [{ id: 'a', widgetType: 'DataText', position, data }] })
  const { id: second } = await platform(savePage, { projectId: id, title: 'Second', json })
  const clickEvent = { enable: true, action: 'page', target: '_self', pageId: second, hint: 'Second' }
  const button = { id: 'b', widgetType: 'Button', position: { ...position, y: 200 }, data: { text: 'On' }, clickEvent }
  const first = JSON.stringify({ widgets: [...JSON.parse(json).widgets, button] })
  await platform(savePage, { projectId: id, title: 'First', startup: '1', json: first })

  await page.goto(`/manage/eg/project/list?id=${id}&tab=share`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Share password').fill('Basin4711')
  await drawer.getByRole('button', { name: 'Share', exact: true }).click()
  const once = page.getByRole('dialog', { name: /is shared/ })
  const link = (await once.getByText(/\/share\//).textContent()) ?? ''
  await once.getByRole('button').last().click()
  await expect(page.getByText(/Shared, 0 visits open/)).toBeVisible()

  const context = await newContext(browser, { url: place.url, session: null })
  const faults = watchFaults(context)
  const visitor = await context.newPage()
  const value = visitor.locator('[data-widget][data-quality="good"]')

  await test.step('with the password its start page is live', async () => {
    await visitor.goto(link)
    await visitor.getByLabel('Share password').fill('Basin4711')
    await visitor.getByRole('button', { name: 'Open' }).click()
    await expect(visitor.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(value).toHaveText(/^\d+(\.\d+)?/)
    await expect(visitor.getByText('Treatment works')).toHaveCount(0)
  })

  await test.step('its other page is one click away, and stays after a reload', async () => {
    await visitor.getByRole('button', { name: 'On' }).click()
    await expect(visitor.getByRole('link', { name: 'Second' })).toHaveAttribute('aria-current', /.+/)
    await visitor.reload()
    await expect(visitor.getByRole('button', { name: 'On' })).toHaveCount(0)
    await expect(value).toHaveText(/^\d+(\.\d+)?/)
  })

  await test.step('the visit ends with sharing', async () => {
    await page.getByRole('button', { name: 'End sharing' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End sharing' }).click()
    await expect(visitor.getByText('Sharing has ended').first()).toBeVisible({ timeout: 20_000 })
    await expect(value).toHaveCount(0)
  })
  expect(faults).toEqual([])
  await context.close()
})
