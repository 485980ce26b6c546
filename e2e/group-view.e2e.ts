// The devices of a group, one after the other, without leaving the group.
import { editEquipment } from '../features/device/equipment/contract.ts'
import { addGroup } from '../features/device/group/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { saveHomePage } from '../features/page/page-list/contract.ts'
import { deviceAlone } from './scene.ts'
import { expect, test } from './test.ts'

test.use({ alone: true })

test('an operator goes through the devices of a group, their lists and their pages', async ({ page, platform }) => {
  const { id: groupId } = await platform(addGroup, { name: 'North works', parentId: null })
  const { id: below } = await platform(addGroup, { name: 'Hall 1', parentId: groupId })
  const add = async (name: string, group: number) => {
    const id = await deviceAlone(platform, name)
    await platform(editEquipment, { id, name, groupId: group })
    return id
  }
  await add('Press', groupId)
  const oven = await add('Oven', below)
  const position = { x: 20, y: 20, width: 300, height: 40, rotate: 0 }
  const widgets = [{ id: 't', widgetType: 'Text', position, data: { text: 'Oven at a glance' } }]
  const { id } = await platform(savePage, { equipmentId: oven, title: 'Overview', json: JSON.stringify({ widgets }) })
  await platform(saveHomePage, { id })

  await page.goto('/monitor/eg/list')
  await page.getByRole('link', { name: 'Device groups' }).click()
  const groups = page.getByRole('navigation', { name: 'Groups' })
  await groups.getByRole('link', { name: /^North works/ }).click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row('Press')).toContainText('no gateway')
  await row('Press').getByRole('link', { name: 'Press' }).click()
  await expect(page).toHaveURL(new RegExp(`/monitor/eg/group/list/${groupId}/`))
  await expect(page.getByRole('heading', { name: 'Press', level: 1 })).toBeVisible()

  await page.getByRole('link', { name: 'Device', exact: true }).click()
  await expect(page).toHaveURL(/group\/list\/\d+\/\d+\?tab=device/)
  await groups.getByRole('link', { name: 'Oven' }).click()
  await expect(page.getByRole('heading', { name: 'Oven', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Configuration page' }).click()
  await expect(page).toHaveURL(`/monitor/eg/group/configuration/${groupId}/${oven}/${id}`)
  await expect(page.getByText('Oven at a glance')).toBeVisible()
  await page.getByRole('button', { name: 'Lists' }).click()
  await expect(page).toHaveURL(new RegExp(`group/list/${groupId}/${oven}`))

  // A device without a start page shows only its lists.
  await page.goto(`/monitor/eg/group/configuration/${groupId}/${oven}`)
  await expect(page.getByText('Oven at a glance')).toBeVisible()
  await page.getByRole('link', { name: 'North works' }).first().click()
  await row('Press').getByRole('link', { name: 'Configuration page' }).click()
  await expect(page).toHaveURL(/group\/list\/\d+\/\d+\?tab=realTime/)
  await groups.getByRole('link', { name: /^Hall 1/ }).click()
  await expect(row('Oven')).toBeVisible()
  await expect(row('Press')).toHaveCount(0)
})
