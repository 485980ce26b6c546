// A wall display: signed in by its code, live, stopped on a severe alarm, recovered after the platform was away, and
// signed out.
import { clientOf } from '../apps/demo/client.ts'
import type { EquipmentId, ProjectId } from '../contract/fields.ts'
import { saveAlarmRules } from '../features/device/alarm-rules/contract.ts'
import { commandCallback } from '../features/device/command/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { queryGateways, startSync } from '../features/gateway/gateway/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { addProject, addProjectEquips } from '../features/project/project/contract.ts'
import { acknowledgeAlarms, queryAlarms } from '../features/watch/alarm/contract.ts'
import { type OutageWorld, startOutageWorld } from './outage-world.ts'
import { test as base, expect, newContext } from './test.ts'

type World = OutageWorld & { projectId: ProjectId }
const ruleName = 'Well level watched'

/** Adds a project of one device, with a page that shows the level and a start page without values. */
async function drawProject({ url, session, equipmentId }: OutageWorld): Promise<ProjectId> {
  const call = clientOf(url, session)
  const { config } = await call(queryConfig, { equipmentId })
  const { id: signalId, title } = config.signals.find(({ name }) => name === 'wellLevel')!
  const { id: projectId } = await call(addProject, { name: 'Town', note: null })
  await call(addProjectEquips, { projectId, equipmentIds: [equipmentId as EquipmentId] })
  const position = { x: 100, y: 100, width: 300, height: 60, rotate: 0 }
  const data = { type: 'signal', signalId, equipId: equipmentId, title, unit: 'm', decimals: 2 }
  const level = JSON.stringify({ widgets: [{ id: 'a', widgetType: 'DataText', position, data }] })
  const text = JSON.stringify({ widgets: [{ id: 'b', widgetType: 'Text', position, data: { text: 'Good morning' } }] })
  await call(savePage, { projectId, title: 'Hall', startup: '1', json: text })
  await call(savePage, { projectId, title: 'Well', json: level })
  return projectId
}

/** A severe alarm that stays active from now on. */
async function raise({ url, session, equipmentId }: OutageWorld): Promise<void> {
  const call = clientOf(url, session)
  const { version, config } = await call(queryConfig, { equipmentId })
  const { id: signalId } = config.signals.find(({ name }) => name === 'wellLevel')!
  const condition = { kind: 'limit', signalId, is: 'above', limit: -1000 } as const
  await call(saveAlarmRules, {
    equipmentId,
    version,
    remove: [],
    save: [{ name: ruleName, level: 'severe', condition }],
  })
  const { rows } = await call(queryGateways, {})
  const { uuid } = await call(startSync, { id: rows[0]!.id })
  await expect.poll(async () => (await call(commandCallback, { uuid })).status, { timeout: 30_000 }).toBe('success')
}

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape Playwright asks for
    async ({}, use) => {
      const world = await startOutageWorld()
      await use({ ...world, projectId: await drawProject(world) })
      await world.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  place: async ({ world: { url, session } }, use) => use({ url, session }),
})

const backMs = 60_000

test('a wall display is signed in by its code, stays on an alarm, survives an outage of the platform, and is signed out', async ({
  page,
  world,
  faults,
  browser,
}) => {
  test.setTimeout(240_000)
  const call = clientOf(world.url, world.session)
  const context = await newContext(
    browser,
    { url: world.url, session: null },
    { viewport: { width: 1920, height: 1080 } },
  )
  const wall = await context.newPage()
  const tab = (title: string) => wall.locator('.wall-bar').getByRole('button', { name: title })
  const value = wall.locator('[data-widget][data-quality="good"]')

  await test.step('the display shows a code, which is entered in the project', async () => {
    await wall.goto('/kiosk')
    const code = (await wall.locator('.wall-code').textContent()) ?? ''
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    await page.goto(`/manage/eg/project/list?id=${world.projectId}&tab=displays`)
    await page.getByRole('button', { name: 'Add display' }).first().click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('KW-02')
    await form.getByLabel('Seconds a page').fill('5')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Enter code' }).click()
    await form.getByLabel('Code').fill(code.toLowerCase())
    await form.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('The screen is signed in as “KW-02”.')).toBeVisible()
    await expect(wall.getByText('Display KW-02, view only')).toBeVisible({ timeout: 20_000 })
  })

  await test.step('its pages rotate, and the values are live', async () => {
    await expect(tab('Well')).toHaveAttribute('aria-current', 'true', { timeout: 20_000 })
    await expect(value).toHaveText(/^\d\.\d\d m$/)
    await expect(wall.getByText(/^Live, \d/)).toBeVisible()
    await expect(tab('Hall')).toHaveAttribute('aria-current', 'true', { timeout: 20_000 })
  })

  await test.step('a severe alarm opens its page, which stays until the alarm is acknowledged', async () => {
    await raise(world)
    await expect(wall.getByText(`Stays here: ${ruleName}`)).toBeVisible({ timeout: 30_000 })
    await expect(tab('Well')).toHaveAttribute('aria-current', 'true')
    await expect(wall.locator('.wall-alarms')).toContainText('Not acknowledged')
    // The value has to have arrived before the platform goes away.
    await expect(value).toHaveText(/^\d\.\d\d m$/)
  })

  await test.step('while the platform is away it shows that, and it recovers automatically', async () => {
    await world.platform.goes()
    await expect(wall.locator('.wall-away')).toContainText('The platform cannot be reached', { timeout: 30_000 })
    await expect(wall.locator('[data-widget][data-quality="stale"]')).toHaveCount(1)
    await world.platform.returns()
    await expect(wall.locator('.wall-away')).toHaveCount(0, { timeout: backMs })
    await expect(value).toHaveText(/^\d\.\d\d m$/, { timeout: backMs })
    await expect(wall.getByText(`Stays here: ${ruleName}`)).toBeVisible()
    const { rows } = await call(queryAlarms, {})
    await call(acknowledgeAlarms, { alarmIds: rows.map(({ id }) => id), comment: null })
    await expect(tab('Hall')).toHaveAttribute('aria-current', 'true', { timeout: 30_000 })
  })

  await test.step('signed out, it shows nothing of the project, and a code', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await expect(wall.getByText('This display was signed out')).toBeVisible({ timeout: 20_000 })
    await expect(wall.locator('.wall-code')).toBeVisible()
    await expect(wall.getByText('KW-02')).toHaveCount(0)
  })
  // Console errors of an outage are expected.
  faults.length = 0
  await context.close()
})
