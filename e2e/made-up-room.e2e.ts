// A new room costs one folder. The folder alone adds its table, calls, service, setting, errors, limits and MQTT topic, a
// tab on the device page, hits in the search box, a permission, lines in the log, a job and a part of the demonstration.
// [DESIGN 10]
// Every type check includes the folder, because it is in testkit/.
import { signIn } from '../apps/demo/client.ts'
import { addEquipment, queryEquipments } from '../features/device/equipment/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { startSync } from '../features/gateway/gateway/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { fakeGateway } from '../testkit/gateway.ts'
import { buildTree, type Tree, treeWithRoom } from '../testkit/with-room.ts'
import { intake } from './scene.ts'
import { expect, newContext, test, watchFaults } from './test.ts'
import { admin, type StartedPlatform, startPlatform } from './world.ts'

let tree: Tree
let platform: StartedPlatform
test.beforeAll(async () => {
  test.setTimeout(240_000)
  tree = await treeWithRoom('project/shift-note')
  await buildTree(tree)
  platform = await startPlatform('demo', tree.root, { SHIFT_NOTES_PER_MINUTE: '20' })
})
test.afterAll(async () => {
  await platform?.stop()
  await tree?.[Symbol.asyncDispose]()
})

const seeded = 'Strainer cleaned, watch the inlet pressure'
const written = 'Pump 2 vibrates above 45 Hz'

test('a room is added by its folder alone', async ({ browser }) => {
  test.setTimeout(180_000)
  const call = await signIn(platform.url, admin.loginname, admin.password)
  const { rows } = await call(queryEquipments, { keyword: intake })
  const equipmentId = rows[0]!.id
  const context = await newContext(browser, platform)
  const faults = watchFaults(context)
  const page = await context.newPage()

  await test.step('its tab is on the device page, with the row of its seed', async () => {
    await page.goto(`/monitor/eg/detail/list/${equipmentId}/0`)
    await page
      .getByRole('tab', { name: 'Shift notes' })
      .or(page.getByRole('link', { name: 'Shift notes' }))
      .click()
    await expect(page.getByText(seeded)).toBeVisible()
  })

  await test.step('its table stores typed text', async () => {
    await page.getByRole('textbox', { name: 'Note' }).fill(written)
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: written })).toBeVisible()
  })

  await test.step('the search box finds it', async () => {
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox').fill('vibrates')
    await expect(page.getByRole('group', { name: /Shift notes/ }).getByText(written)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('its dialog opens over a live page of the device', async () => {
    const { id } = await call(savePage, { equipmentId, title: 'With a note', json: '{"widgets":[]}' })
    await page.goto(`/monitor/eg/detail/page/${id}/0`)
    const dialog = page.getByRole('dialog', { name: 'Note of the shift before' })
    await expect(dialog).toContainText(written)
    await dialog.getByRole('button', { name: 'Read' }).click()
    await expect(dialog).toBeHidden()
  })

  type Answer = { code: number; data: unknown }
  const post = async (path: string, input: object, session = platform.session): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', cookie: session }
    const answer = await fetch(platform.url + path, { method: 'POST', headers, body: JSON.stringify(input) })
    return (await answer.json()) as Answer
  }

  await test.step('the log has its line, and only accounts with its permission have access', async () => {
    const { data } = await post('/lfscada/user/operationlog/query', { act: 'addShiftNote' })
    expect(JSON.stringify(data)).toContain(written)
    expect((await post('/lfscada/shift/note/query', { equipmentId }, '')).code).toBe(1006)
    expect((await post('/lfscada/shift/note/remove', { id: 999_999 })).code).toBe(10002)
  })

  await test.step('its job deletes due rows', async () => {
    await post('/lfscada/shift/note/add', { equipmentId, note: 'for today', days: 0 })
    const notes = async () => JSON.stringify((await post('/lfscada/shift/note/query', { equipmentId })).data)
    await expect.poll(notes).not.toContain('for today')
    expect(await notes()).toContain(written)
  })

  const add = async (language: 'en' | 'zh-cn') => {
    const headers = { 'content-type': 'application/json', cookie: platform.session, 'accept-language': language }
    const body = JSON.stringify({ equipmentId, note: 'one more', days: 9 })
    const answer = await fetch(`${platform.url}/lfscada/shift/note/add`, { method: 'POST', headers, body })
    return (await answer.json()) as { code: number; msg: string }
  }

  await test.step('its limit is an error of its own, in both languages, with advice in the help', async () => {
    expect(await add('en')).toMatchObject({ code: 200 })
    expect(await add('en')).toMatchObject({ code: 9901, msg: 'A device has at most 3 shift notes' })
    expect(await add('zh-cn')).toMatchObject({ code: 9901, msg: '每台设备最多 3 条交班记录' })
    await page.goto('/help/codes?q=9901')
    await expect(page.getByText('Remove notes that are no longer needed.')).toBeVisible()
  })

  await test.step('its service keeps the pace that its setting says', async () => {
    await expect.poll(async () => (await add('en')).code, { timeout: 60_000, intervals: [10] }).toBe(90003)
  })

  await test.step('its topic receives what the gateway of a device publishes', async () => {
    const sn = 'PANEL001'
    const { id: equipmentId } = await call(addEquipment, { name: 'Press 4' })
    const { id, code, secret } = await call(registerGateway, { sn })
    await call(bindGateway, { equipmentId, sn, code })
    await using gateway = fakeGateway({ port: platform.mqttPort, sn, secret })
    await gateway.connect()
    await call(startSync, { id })
    await expect.poll(() => gateway.bound?.equipmentId).toBe(equipmentId)
    const { session, bound } = gateway
    const told = { session, ...bound, at: Date.now(), note: 'Belt replaced' }
    await gateway.publish(`gw/${sn}/up/shiftnote`, JSON.stringify({ ...told, bindingId: bound!.bindingId + 1 }))
    await gateway.publish(`gw/${sn}/up/shiftnote`, JSON.stringify(told), { qos: 1 })
    const notes = async () => (await post('/lfscada/shift/note/query', { equipmentId })).data
    await expect.poll(notes).toMatchObject({ total: 1, rows: [{ note: 'Belt replaced', author: sn }] })
  })

  await test.step('the log names its field', async () => {
    await page.goto('/manage/orgal/log')
    const row = page.getByRole('row').filter({ hasText: 'Added a shift note' }).first()
    await expect(row).toContainText('kept for (days)')
  })
  expect(faults).toEqual([])
  await context.close()
})
