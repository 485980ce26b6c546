// Journey of two enterprises side by side: each adds its own people on screen, one shares a device with a customer of
// the other for reading only, and each sees exactly what it may.
import { randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { type Client, clientOf } from '../apps/demo/client.ts'
import { errorText, type Language } from '../contract/errors.ts'
import { writeValue } from '../features/device/command/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveDriver } from '../features/device/driver/contract.ts'
import { addEquipment } from '../features/device/equipment/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { bindGateway } from '../features/gateway/binding/contract.ts'
import { startSync } from '../features/gateway/gateway/contract.ts'
import { registerGateway } from '../features/gateway/registry/contract.ts'
import { mbpoll, startPymodbus } from '../testkit/peers/pymodbus.ts'
import { type Agent, startAgent } from './agent.ts'
import { hasMenu } from './menu.ts'
import { addEnterprise, enrol, firstSignIn, invite, stranger } from './people.ts'
import { deviceAlone, uniqueSn } from './scene.ts'
import { expect, type Page, test } from './test.ts'

const mark = randomBytes(3).toString('hex')
const [north, south] = [`North ${mark}`, `South ${mark}`]
const [shared, hidden, theirs] = [`Shared pump ${mark}`, `Hidden pump ${mark}`, `Southern pump ${mark}`]
const [chen, wang] = [`chen${mark}`, `wang${mark}`]

/** The navigation of an account that may monitor. */
const monitoring = [
  ['Monitor', [/^Devices/, /^Device groups/, /^Map/]],
  ['Projects', []],
] as const

/** Calls of the platform as the account of a browser. */
async function callsOf(context: BrowserContext, url: string): Promise<Client> {
  const session = (await context.cookies()).find(({ name }) => name === 'gatehouse')!
  return clientOf(url, `${session.name}=${session.value}`)
}

/** A device that a gateway reads from a PLC; the variable may be written to. */
async function liveDevice(
  boss: Client,
  operator: Client,
  plcPort: number,
): Promise<{ id: number; signalId: number; agent: Agent }> {
  const { sn, code, secret } = await operator(registerGateway, { sn: uniqueSn() })
  const { id } = await boss(addEquipment, { name: shared })
  const { version } = await boss(queryConfig, { equipmentId: id })
  const driver = { name: 'PLC', type: 'modbus-tcp', params: { host: '127.0.0.1', port: plcPort } }
  const saved = await boss(saveDriver, { equipmentId: id, version, driver })
  const row = {
    name: 'Pressure',
    title: 'Outlet pressure',
    address: 'H:0',
    dataType: 'uint16',
    access: 'rw',
    unit: 'kPa',
  }
  const save = [{ ...row, driverId: saved.config.drivers[0]!.id, min: 0, max: 1000 } as const]
  const { config } = await boss(saveSignals, { equipmentId: id, version: saved.version, save, remove: [] })
  const { gatewayId } = await boss(bindGateway, { equipmentId: id, sn, code })
  const agent = await startAgent({ sn, secret })
  await expect(async () => void (await boss(startSync, { id: gatewayId }))).toPass()
  return { id, signalId: config.signals[0]!.id, agent }
}

/** A role that sees the devices of its department and edits them, and the department. */
async function arrange(page: Page) {
  await page.goto('/manage/orgal/dept')
  await page.getByRole('button', { name: 'Add department' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Production')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Production' })).toBeVisible()
  await page.goto('/manage/orgal/role')
  await page.getByRole('button', { name: 'Add role' }).click()
  await form.getByLabel('Name').fill('Engineers')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Engineers', level: 1 })).toBeVisible()
  await page.getByText('Write values', { exact: true }).click()
  await page.getByText('All devices of the company', { exact: true }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Role “Engineers” saved.')).toBeVisible()
}

async function share(page: Page, id: number) {
  await page.goto(`/monitor/eg/detail/list/${id}/0?tab=accounts`)
  await page.getByRole('button', { name: 'Authorise' }).click()
  const form = page.getByRole('dialog')
  await form.getByText('Of another company', { exact: true }).click()
  await form.getByLabel('Username').fill(wang)
  await form.getByRole('button', { name: 'Authorise' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: wang })).toContainText('other company')
}

/** The page shows nothing of the other enterprise except its name and the device. */
async function seesNothingOf(page: Page, secrets: readonly string[]) {
  for (const secret of secrets) await expect(page.getByText(secret)).toHaveCount(0)
}

test('two enterprises share one device for viewing, and nothing else', async ({ page, platform, place, browser }) => {
  const plc = await startPymodbus({ 1: { H: { 0: 410 } } })
  const [a, b, colleague, customer] = [
    await stranger(browser, place),
    await stranger(browser, place),
    await stranger(browser, place),
    await stranger(browser, place),
  ]
  let agent: Agent | undefined
  try {
    await test.step('the operator adds two enterprises, whose first accounts choose their passwords', async () => {
      await page.goto('/manage/account/co')
      const first = await addEnterprise(page, north, `north${mark}`)
      const second = await addEnterprise(page, south, `south${mark}`)
      await firstSignIn(a.page, `north${mark}`, first)
      await firstSignIn(b.page, `south${mark}`, second)
    })

    const boss = await callsOf(a.context, place.url)
    const live = await liveDevice(boss, platform, plc.port)
    agent = live.agent
    await deviceAlone(boss, hidden)
    await deviceAlone(await callsOf(b.context, place.url), theirs)

    await test.step('A arranges its people, and a colleague comes by invitation', async () => {
      await arrange(a.page)
      const link = await invite(a.page, { role: 'Engineers', department: 'Production' })
      await enrol(colleague.page, link, { org: north, loginname: chen, name: 'Chen Li' })
      await hasMenu(colleague.page, monitoring)
      await expect(colleague.page.getByText(shared).first()).toBeVisible()
      await expect(colleague.page.getByText(hidden).first()).toBeVisible()
      await seesNothingOf(colleague.page, [theirs])
    })

    await test.step('B has a customer without any authorisation', async () => {
      const link = await invite(b.page, { type: 'External' })
      await enrol(customer.page, link, { org: south, loginname: wang, name: 'Wang Wu' })
      await hasMenu(customer.page, monitoring)
      await seesNothingOf(customer.page, [shared, hidden, theirs])
    })

    await test.step('A shares one device with the customer for reading; B is not informed', async () => {
      await share(a.page, live.id)
      for (const path of ['/monitor/eg/list', '/manage/account/int', '/manage/account/ext', '/manage/orgal/log']) {
        await b.page.goto(path)
        await expect(b.page.getByRole('heading', { level: 1 })).toBeVisible()
        await seesNothingOf(b.page, [north, shared, hidden, chen, 'Chen Li'])
      }
    })

    await test.step('as a guest the customer sees the one device, live, and no other page', async () => {
      await customer.page.goto('/monitor/eg/list')
      await customer.page.getByRole('button', { name: /^Company:/ }).click()
      await customer.page.getByRole('menuitem', { name: `${north} · Guest` }).click()
      await expect(customer.page.getByText(shared).first()).toBeVisible()
      await hasMenu(customer.page, monitoring)
      await seesNothingOf(customer.page, [hidden, theirs, chen, 'Chen Li', 'Zhang San'])
      await customer.page.getByText(shared).first().click()
      await expect(customer.page.getByText('410', { exact: true })).toBeVisible()
      await mbpoll(plc.port, ['-t', '4', '-r', '0', '127.0.0.1', '437'])
      await expect(customer.page.getByText('437', { exact: true })).toBeVisible()
      await expect(customer.page.getByRole('tab', { name: 'Authorised accounts' })).toHaveCount(0)
    })

    await test.step('a write is refused by the control, with its reason, and by the platform, in both languages', async () => {
      const write = customer.page.getByRole('button', { name: 'Write…' })
      await expect(write).toHaveAttribute('aria-disabled', 'true')
      const data = { equipmentId: live.id, signalId: live.signalId, value: 1 }
      for (const language of ['en', 'zh-cn'] satisfies Language[]) {
        const headers = { 'accept-language': language, origin: place.url }
        const answer = await customer.context.request.post(writeValue.path, { data, headers })
        expect(await answer.json()).toMatchObject({ code: 90007, msg: errorText(90007, language) })
      }
      expect(plc.writes).toEqual(['1 H 0 437'])
    })

    await test.step('pages of A are closed to the customer', async () => {
      for (const path of [
        '/manage/account/int',
        '/manage/orgal/role',
        '/manage/orgal/log',
        '/manage/eg/equipment/list',
      ]) {
        await customer.page.goto(path)
        await expect(customer.page.getByText(errorText(90002, 'en'))).toBeVisible()
        await seesNothingOf(customer.page, [hidden, chen, 'Chen Li', 'Engineers'])
      }
      // The router logs each refusal to the console.
      const told = customer.faults.splice(0)
      expect(told.filter((fault) => !fault.includes(errorText(90002, 'en')))).toEqual([])
    })

    await test.step('the colleague of A may write, and the PLC has it', async () => {
      await colleague.page.goto(`/monitor/eg/detail/list/${live.id}/0`)
      await expect(colleague.page.getByText('437', { exact: true })).toBeVisible()
      await expect(colleague.page.getByRole('button', { name: 'Write…' })).not.toHaveAttribute('aria-disabled', 'true')
    })
    expect([a, b, colleague, customer].flatMap(({ faults }) => faults)).toEqual([])
  } finally {
    await agent?.[Symbol.asyncDispose]()
    await plc.kill()
    for (const { context } of [a, b, colleague, customer]) await context.close()
  }
})
