// Templates in a real browser: one is created from a device, given to another, changed, compared, synchronised and
// unbound.
import type { Client } from '../apps/demo/client.ts'
import type { EquipmentId } from '../contract/fields.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { queryTemplates } from '../features/device/template/contract.ts'
import { queryTemplateMarks } from '../features/device/template-binding/contract.ts'
import { deviceAlone, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ alone: true })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Changes the first variable of a device or template as another user. */
async function retitle(platform: Client, equipmentId: EquipmentId, title: string): Promise<void> {
  const { version, config } = await platform(queryConfig, { equipmentId })
  await platform(saveSignals, { equipmentId, version, save: [{ ...config.signals[0]!, title }], remove: [] })
}

const isSame = async (platform: Client, id: EquipmentId) =>
  (await platform(queryTemplateMarks, { equipmentIds: [id] }))[0]?.isSame

test('a template is created from a device, and applied to another device', async ({ page, platform }) => {
  const model = unique('Model pump')
  await deviceAlone(platform, model)
  const name = unique('Pumps')
  await page.goto('/manage/eg/template/list')
  await button(page, 'Add template').first().click()
  await page.getByLabel('Template name').fill(name)
  await page.getByLabel('Created from').click()
  await page.getByTitle(model).click()
  await button(page, 'Add and go to drivers').click()
  await expect(page.getByText(`Template “${name}” added.`)).toBeVisible()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  // Data of a single machine is not part of a template.
  await page.getByRole('link', { name: /^Variables/ }).click()
  await expect(page.getByText('2 of 500')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Value', exact: true })).toHaveCount(0)

  const device = unique('Follower')
  const { id } = await platform(addEquipment, { name: device })
  await page.goto(`/manage/eg/equipment/edit/${id}/info`)
  await button(page, 'Bind template').click()
  const drawer = page.getByRole('dialog', { name: 'Bind to a template' })
  await drawer.getByLabel('Template').click()
  await page.getByTitle(name).click()
  await expect(drawer.getByRole('heading', { name: /^Variables/ })).toContainText('2 added')
  await drawer.getByRole('button', { name: 'Bind and synchronise' }).click()
  await expect(page.getByText(`“${device}” is now what its template says.`)).toBeVisible()
  await expect(page.getByTitle(`Matches “${name}”`).first()).toBeVisible()

  const [template] = await platform(queryTemplates, { keyword: name })
  await retitle(platform, template!.id as number as EquipmentId, 'Of the template')
  await page.goto('/manage/eg/equipment/list')
  await expect(page.getByRole('row', { name: new RegExp(device) }).getByTitle(`Differs from “${name}”`)).toBeVisible()
  await page.goto(`/manage/eg/template/edit/${template!.id}/info`)
  const row = page.getByRole('row', { name: new RegExp(device) })
  await expect(row).toContainText('Differs')
  await row.getByRole('button', { name: 'Compare and synchronise' }).click()
  const plan = page.getByRole('dialog', { name: 'Synchronise with the template' })
  await expect(plan).toContainText('→ Of the template')
  // Each machine has an address of its own, so that field stays by default.
  await expect(plan.getByRole('checkbox', { name: /IP address or host/ })).toBeChecked()
  await plan.getByRole('button', { name: 'Synchronise' }).click()
  await expect(row).toContainText('Matches')
  expect(await isSame(platform, id)).toBe(true)
})

test('losses are shown before, and unbinding keeps everything', async ({ page, platform }) => {
  const device = unique('Losing pump')
  const id = (await deviceAlone(platform, device)) as EquipmentId
  const name = unique('Empty template')
  await page.goto('/manage/eg/template/add')
  await page.getByLabel('Template name').fill(name)
  await button(page, 'Add and go to drivers').click()
  await expect(page.getByText(`Template “${name}” added.`)).toBeVisible()
  await page.goto(`/manage/eg/equipment/edit/${id}/info`)
  await button(page, 'Bind template').click()
  const drawer = page.getByRole('dialog', { name: 'Bind to a template' })
  await drawer.getByLabel('Template').click()
  await page.getByTitle(name).click()
  await expect(drawer.getByRole('heading', { name: /^Variables/ })).toContainText('2 removed')
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  expect((await platform(queryConfig, { equipmentId: id })).config.signals).toHaveLength(2)

  const follower = unique('Free again')
  const made = await platform(addEquipment, { name: follower })
  await page.goto(`/manage/eg/equipment/edit/${made.id}/info`)
  await button(page, 'Bind template').click()
  await drawer.getByLabel('Template').click()
  await page.getByTitle(name).click()
  await drawer.getByRole('button', { name: 'Bind and synchronise' }).click()
  await expect(page.getByTitle(`Matches “${name}”`).first()).toBeVisible()
  await page.goto('/manage/eg/template/list')
  const row = page.getByRole('row', { name: new RegExp(name) })
  const refused = row.getByRole('button', { name: 'Delete' })
  await expect(refused).toHaveAttribute('aria-disabled', 'true')
  await refused.hover()
  await expect(page.getByRole('tooltip')).toContainText('1 device follows it')
  await page.goto(`/manage/eg/equipment/edit/${made.id}/info`)
  await button(page, 'Unbind').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind' }).click()
  await expect(page.getByText(`“${follower}” follows no template any more.`)).toBeVisible()
  await page.goto('/manage/eg/template/list')
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Template “${name}” deleted.`)).toBeVisible()
})
