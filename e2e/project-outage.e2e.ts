// Journey of a project's page and its lists while one link of the path is down: nothing outdated is shown as current,
// and everything recovers automatically.
import { clientOf } from '../apps/demo/client.ts'
import type { EquipmentId, ProjectId } from '../contract/fields.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { addProject, addProjectEquips } from '../features/project/project/contract.ts'
import { addMvar } from '../features/watch/mvar/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { type OutageWorld, startOutageWorld } from './outage-world.ts'
import { test as base, expect, type Page } from './test.ts'

type World = OutageWorld & { projectId: ProjectId; path: string }

/** A project of the one device, whose page has a value and an intermediate variable. */
async function drawProject({
  url,
  session,
  equipmentId,
}: OutageWorld): Promise<{ projectId: ProjectId; path: string }> {
  const call = clientOf(url, session)
  const { config } = await call(queryConfig, { equipmentId })
  const { id: signalId, title } = config.signals.find(({ name }) => name === 'wellLevel')!
  const { id: projectId } = await call(addProject, { name: 'Town', note: null })
  await call(addProjectEquips, { projectId, equipmentIds: [equipmentId as EquipmentId] })
  const position = { x: 100, y: 100, width: 300, height: 60, rotate: 0 }
  const data = { type: 'signal', signalId, equipId: equipmentId, title, unit: 'm', decimals: 2 }
  const formula = { calcType: 'custom' as const, text: `\${${equipmentId}.${signalId}} / 2` }
  const { id: mvarId } = await call(addMvar, { projectId, title: 'Half', unit: 'm', decimals: 2, formula })
  const half = { type: 'mvar', mvarId, title: 'Half', unit: 'm', decimals: 2 }
  const widgets = [
    { id: 'a', widgetType: 'DataText', position, data },
    { id: 'b', widgetType: 'DataText', position: { ...position, y: 200 }, data: half },
  ]
  const json = JSON.stringify({ widgets })
  const { id: pageId } = await call(savePage, { projectId, title: 'Well', startup: '1', json })
  return { projectId, path: pathOf('/monitor/project/{projectId}/page/{pageId}', { projectId, pageId }) }
}

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: the shape Playwright asks for
    async ({}, use) => {
      const world = await startOutageWorld()
      await use({ ...world, ...(await drawProject(world)) })
      await world.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  place: async ({ world: { url, session } }, use) => use({ url, session }),
})

/** Console errors of an outage are expected. */
test.afterEach(({ faults }) => void faults.splice(0))

const backMs = 60_000
const ofQuality = (page: Page, quality: string) => page.locator(`[data-widget][data-quality="${quality}"]`)
const centre = (page: Page) => page.getByRole('row').filter({ hasText: 'Town' })

async function open(page: Page, { path }: World) {
  await page.goto(path)
  await expect(ofQuality(page, 'good')).toHaveText([/^\d\.\d\d m$/, /^\d\.\d\d m$/])
}

test('the platform stops: the values are old, the lists show old data, and everything recovers', async ({
  page,
  world,
}) => {
  await open(page, world)
  const lists = await page.context().newPage()
  await lists.goto('/monitor/gm/ocInfo')
  await expect(centre(lists)).toContainText('1 / 1')
  const devices = await page.context().newPage()
  await devices.goto(`/manage/eg/project/list?id=${world.projectId}&tab=devices`)
  await expect(devices.getByRole('row')).toHaveCount(2)
  await world.platform.goes()
  for (const each of [page, lists, devices]) await expect(each.locator('.link-banner')).toBeVisible()
  for (const each of [lists, devices]) await expect(each.locator('.as-of')).toBeVisible()
  await expect(ofQuality(page, 'stale')).toHaveCount(2)
  await world.platform.returns()
  await expect(ofQuality(page, 'good')).toHaveCount(2, { timeout: backMs })
  for (const each of [lists, devices]) await expect(each.locator('.as-of')).toBeHidden({ timeout: backMs })
  await expect(centre(lists)).toContainText('1 / 1')
})

test('the gateway goes: the values are old, and the operations centre counts it as offline', async ({
  page,
  world,
}) => {
  test.setTimeout(240_000)
  await open(page, world)
  const lists = await page.context().newPage()
  await lists.goto('/monitor/gm/ocInfo')
  await expect(centre(lists)).toContainText('1 / 1')
  await world.gateway.goes()
  await expect(ofQuality(page, 'stale')).toHaveCount(2, { timeout: backMs })
  // The page requests the state once a minute. [S7]
  await expect(centre(lists)).toContainText('0 / 1', { timeout: 90_000 })
  await world.gateway.returns()
  await expect(ofQuality(page, 'good')).toHaveCount(2, { timeout: backMs })
})

test("the PLC goes: each value is the project's text for a bad one, with its mark", async ({ page, world }) => {
  await open(page, world)
  await world.plc.goes()
  await expect(ofQuality(page, 'bad')).toHaveText([/^0 m\s*bad$/, /^0 m\s*bad$/], { timeout: backMs })
  await world.plc.returns()
  await expect(ofQuality(page, 'good')).toHaveText([/^\d\.\d\d m$/, /^\d\.\d\d m$/], { timeout: backMs })
})
