// The pages of a device in its editor: added, renamed, set as start page, copied, exported, imported, deleted.
import { readFile } from 'node:fs/promises'
import { type Client, clientOf } from '../apps/demo/client.ts'
import type { EquipmentId } from '../contract/fields.ts'
import { savePage } from '../features/page/page/contract.ts'
import { queryActing, setActing } from '../features/people/acting/contract.ts'
import { addGrant } from '../features/people/grant/contract.ts'
import { pathOf } from '../ui/routes.ts'
import { ownOrganisation } from './own-organisation.ts'
import { customerOf } from './people.ts'
import { deviceAlone, unique } from './scene.ts'
import { expect, newContext, type Page, test } from './test.ts'

test.use({ actionTimeout: 30_000 })

const row = (page: Page, title: string) => page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) })
const act = (page: Page, title: string, what: string) => row(page, title).getByRole('button', { name: what })
const tab = (id: number) => pathOf('/manage/eg/equipment/edit/{id}/page', { id })

async function more(page: Page, title: string, what: string) {
  await act(page, title, 'More actions').click()
  const item = page.getByRole('menuitem', { name: what })
  await item.click()
  // A menu that is closing still contains its items.
  await expect(item).toBeHidden()
}

test('a page is added, renamed, copied, set as start page and deleted', async ({ page, platform }) => {
  const id = await deviceAlone(platform, unique('Listed'))
  await page.goto(tab(id))
  await page.getByRole('button', { name: 'Add page' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill('Overview')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Page “Overview” added.')).toBeVisible()
  await expect(row(page, 'Overview')).toContainText('1024 × 768')
  await act(page, 'Overview', 'Rename').click()
  await form.getByLabel('Title').fill('Station')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Station')).toBeVisible()
  await act(page, 'Station', 'Copy').click()
  await form.getByRole('button', { name: 'Copy' }).click()
  await expect(row(page, 'Station 2')).toBeVisible()
  await more(page, 'Station 2', 'Set as start page')
  await expect(row(page, 'Station 2')).toContainText('Start page')
  await more(page, 'Station', 'Versions')
  await expect(page.getByRole('dialog')).toContainText('2')
  await page.keyboard.press('Escape')
  await act(page, 'Station 2', 'Delete').click()
  const question = page.getByRole('dialog', { name: 'Delete page' })
  await expect(question).toContainText('no start page')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'Station 2')).toBeHidden()
})

test('a page is exported to a file and imported from it, with a list of missing objects', async ({
  page,
  platform,
}) => {
  const id = await deviceAlone(platform, unique('Exported'))
  const json = JSON.stringify({
    title: 'Intake',
    widgets: [
      {
        ...{ id: 'a', widgetType: 'DataText', position: { x: 1, y: 1, width: 80, height: 30, rotate: 0 } },
        data: { type: 'signal', boundTo: { device: null, name: 'Unheard' } },
      },
    ],
  })
  await platform(savePage, { equipmentId: id as EquipmentId, title: 'Overview', json: '{"widgets":[]}' })
  await page.goto(tab(id))
  const [download] = await Promise.all([page.waitForEvent('download'), more(page, 'Overview', 'Export')])
  expect(download.suggestedFilename()).toBe('Overview.json')
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ title: 'Overview', widgets: [] })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const drawer = page.getByRole('dialog')
  const file = { name: 'intake.json', mimeType: 'application/json', buffer: Buffer.from(json) }
  await drawer.locator('input[type=file]').setInputFiles(file)
  await drawer.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(drawer.getByRole('status')).toContainText('Imported as “Intake”')
  await expect(drawer.getByRole('listitem')).toHaveText(['Unheard'])
  await drawer.getByRole('button', { name: 'Close' }).last().click()
  await expect(row(page, 'Intake')).toBeVisible()
})

test('a page requires a password from a guest', async ({ page, platform, place, browser }) => {
  const id = (await deviceAlone(platform, unique('Locked'))) as EquipmentId
  const widget = { id: 'a', widgetType: 'Text', position: { x: 20, y: 20, width: 400, height: 30, rotate: 0 } }
  const json = JSON.stringify({ widgets: [{ ...widget, data: { text: 'Behind the password' } }] })
  const { id: pageId } = await platform(savePage, { equipmentId: id, title: 'Overview', json })
  const live = pathOf('/monitor/eg/detail/page/{pageId}/{alarm}', { pageId, alarm: 0 })

  await test.step('the engineer sets it, and does not need it', async () => {
    await page.goto(tab(id))
    await more(page, 'Overview', 'Password…')
    const form = page.getByRole('dialog')
    await form.getByRole('switch').click()
    await form.getByRole('textbox', { name: 'Password' }).fill('Pump47')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'Overview')).toContainText('Password')
    await page.goto(live)
    await expect(page.getByText('Behind the password').first()).toBeVisible()
  })

  await test.step('the guest enters it once', async () => {
    const session = await guestOf(platform, place.url, id)
    const context = await newContext(browser, { url: place.url, session })
    const guest = await context.newPage()
    await guest.goto(`${place.url}${live}`)
    await expect(guest.getByText('This page is protected by a password.')).toBeVisible()
    await expect(guest.getByText('Behind the password')).toHaveCount(0)
    await guest.getByRole('textbox', { name: 'Password' }).fill('Wrong1')
    await guest.keyboard.press('Enter')
    await expect(guest.getByText('The password of the page is wrong')).toBeVisible()
    await guest.getByRole('textbox', { name: 'Password' }).fill('Pump47')
    await guest.getByRole('button', { name: 'Open page' }).click()
    await expect(guest.getByText('Behind the password').first()).toBeVisible()
    await guest.reload()
    await expect(guest.getByText('Behind the password').first()).toBeVisible()
    await context.close()
  })
})

/** The session of an account of another company, to which a device was authorised for viewing, and which acts there. */
async function guestOf(platform: Client, url: string, equipmentId: EquipmentId): Promise<string> {
  const { loginname, session } = await customerOf(clientOf(url, await ownOrganisation(url)), url)
  await platform(addGrant, { equipmentId, loginname, mayWrite: false })
  const guest = clientOf(url, session)
  const { id: orgId } = (await guest(queryActing, {})).find(({ isOwn }) => !isOwn)!
  await guest(setActing, { orgId })
  return session
}

test.describe('in Chinese', () => {
  test.use({ language: 'zh-cn' })
  test('the list of a device without pages says what they are for', async ({ page, platform }) => {
    await page.goto(tab(await deviceAlone(platform, unique('空设备'))))
    await expect(page.getByText('组态页面以画面显示设备的数据')).toBeVisible()
    await expect(page.getByRole('button', { name: '新增页面' })).toBeEnabled()
  })
})
