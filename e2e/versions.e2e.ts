// Versions in a real browser: two simultaneous users, the changes of each, and an older version as the newest again.
import type { Client } from '../apps/demo/client.ts'
import { queryConfig, queryVersions } from '../features/device/config/contract.ts'
import { saveDriver } from '../features/device/driver/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { deviceAlone, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ alone: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Saves a change of the variables as another user. */
async function others(platform: Client, equipmentId: number, change: Record<string, object>): Promise<void> {
  const { version, config } = await platform(queryConfig, { equipmentId })
  const save = config.signals.flatMap((signal) => (change[signal.name] ? [{ ...signal, ...change[signal.name] }] : []))
  await platform(saveSignals, { equipmentId, version, save, remove: [] })
}

/** Types over a cell of the sheet. */
async function type(page: Page, line: number, column: 'title' | 'address', text: string) {
  await page.getByRole('row').nth(line).getByRole('gridcell').nth({ title: 3, address: 4 }[column]).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('two edit the same variable: each sees what the other did, keeps the own, and can restore what was', async ({
  page,
  platform,
}) => {
  const id = await deviceAlone(platform, unique('Contested pumps'))
  const { config } = await platform(queryConfig, { equipmentId: id })
  const [first, second] = config.signals.map(({ name }) => name)
  await page.goto(`/manage/eg/equipment/edit/${id}/signal`)
  await expect(page.getByText('2 of 500')).toBeVisible()
  await type(page, 1, 'title', 'Mine')
  await others(platform, id, { [first!]: { title: 'Theirs', unit: 'bar' }, [second!]: { title: 'Only theirs' } })
  await button(page, 'Save').click()

  const dialog = page.getByRole('dialog', { name: 'Someone saved a newer version' })
  const theirs = dialog.getByRole('region', { name: 'Changed meanwhile' })
  const mine = dialog.getByRole('region', { name: 'Your edits' })
  await expect(dialog).toContainText('10004')
  await expect(dialog.getByRole('status')).toContainText('1 of your edits')
  await expect(theirs).toContainText('→ Theirs')
  await expect(theirs).toContainText('→ bar')
  await expect(theirs).toContainText('→ Only theirs')
  await expect(theirs.getByText('both changed it')).toHaveCount(1)
  await expect(mine).toContainText('→ Mine')
  await expect(mine.getByText('both changed it')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Load the new version and keep my edits' }).click()
  await expect(page.getByRole('gridcell', { name: 'Mine' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'Only theirs' })).toBeVisible()
  await button(page, 'Save').click()
  await expect(page.getByText(/Variables saved as version/)).toBeVisible()

  await button(page, 'Versions').click()
  const drawer = page.getByRole('dialog', { name: 'Versions' })
  const [newest, before] = await platform(queryVersions, { equipmentId: id })
  await drawer.getByRole('button', { name: `Compare Version ${newest!.version}` }).click()
  await expect(drawer.getByText('Theirs → Mine')).toBeVisible()
  await drawer.getByRole('button', { name: `Restore Version ${before!.version}` }).click()
  const question = page.getByRole('dialog', { name: `Restore version ${before!.version}?` })
  await expect(question).toContainText('Mine → Theirs')
  await question.getByLabel('Reason (optional)').fill('The other one was right')
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('gridcell', { name: 'Theirs', exact: true })).toBeVisible()
  const [restored] = await platform(queryVersions, { equipmentId: id })
  expect(restored).toMatchObject({ restored: before!.version, message: 'The other one was right' })
})

test('edits of two users in different fields of a driver are saved together', async ({ page, platform }) => {
  const equipmentId = await deviceAlone(platform, unique('Contested drivers'))
  await page.goto(`/manage/eg/equipment/edit/${equipmentId}/driver`)
  await button(page, 'Edit').click()
  await page.getByLabel('IP address or host').fill('192.0.2.77')
  const { version, config } = await platform(queryConfig, { equipmentId })
  const [driver] = config.drivers
  const theirs = { ...driver!, params: { ...driver!.params, port: 1502 } }
  await platform(saveDriver, { equipmentId, version, driver: theirs })
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog', { name: 'Someone saved a newer version' })
  await expect(dialog.getByRole('region', { name: 'Changed meanwhile' })).toContainText('→ 1502')
  await expect(dialog.getByRole('region', { name: 'Your edits' })).toContainText('→ 192.0.2.77')
  await expect(dialog.getByRole('status')).toContainText('do not touch each other')
  await dialog.getByRole('button', { name: 'Load the new version and keep my edits' }).click()
  await expect(page.getByLabel('Port', { exact: true })).toHaveValue('1502')
  await button(page, 'Save').click()
  await expect(page.getByText(/Driver .* saved/)).toBeVisible()
  const saved = await platform(queryConfig, { equipmentId })
  expect(saved.config.drivers[0]!.params).toMatchObject({ host: '192.0.2.77', port: 1502 })
})

test('a page: the changes of a save are named, and the version before is restored', async ({ page, platform }) => {
  const equipmentId = await deviceAlone(platform, unique('Versioned pages'))
  const put = async (words: string, id?: number) => {
    const position = { x: 20, y: 20, width: 200, height: 40, rotate: 0 }
    const json = JSON.stringify({ widgets: [{ id: 'a', widgetType: 'Text', position, data: { text: words } }] })
    return (await platform(savePage, { id, equipmentId, title: 'Works', json, message: words })).id
  }
  const pageId = await put('As it was')
  await put('As it became', pageId)
  await page.goto(pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 }))
  await expect(page.getByText('As it became')).toBeVisible()
  await button(page, 'Versions').click()
  const drawer = page.getByRole('dialog', { name: 'Versions' })
  await drawer.getByRole('button', { name: 'Compare Version 2' }).click()
  await expect(drawer.getByText('As it was → As it became')).toBeVisible()
  await drawer.getByRole('button', { name: 'Restore Version 1' }).click()
  const question = page.getByRole('dialog', { name: 'Restore version 1?' })
  await expect(question).toContainText('As it became → As it was')
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByText('As it was', { exact: true })).toBeVisible()
  await expect(page.getByText('As it became')).toBeHidden()
})
