// An operator hears an alarm that a PLC's value raised, acknowledges it with a comment, shelves another, and finds both in
// the operation log.
import type { Client } from '../apps/demo/client.ts'
import { deleteAlarmRule, saveAlarmRule } from '../features/device/alarm-rules/contract.ts'
import { commandCallback } from '../features/device/command/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { equipmentInfo } from '../features/device/equipment/contract.ts'
import { startSync } from '../features/gateway/gateway/contract.ts'
import { savePage } from '../features/page/page/contract.ts'
import { internalCalls } from '../features/people/account/contract.ts'
import { queryRoles } from '../features/people/role/contract.ts'
import { idOf, intake, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

/** Synchronises the saved rules to the gateway. */
async function synchronise(platform: Client, equipmentId: number): Promise<void> {
  const { gatewayId } = await platform(equipmentInfo, { id: equipmentId })
  const { uuid } = await platform(startSync, { id: gatewayId! })
  await expect.poll(async () => (await platform(commandCallback, { uuid })).status).toBe('success')
}

/** A rule that is always true in the plant. */
async function addRule(platform: Client, equipmentId: number, name: string, level: 'severe' | 'important') {
  const { version, config } = await platform(queryConfig, { equipmentId })
  const signal = config.signals.find(({ dataType, pinned }) => pinned && dataType !== 'bool')
  const condition = { kind: 'limit', signalId: signal!.id, is: 'above', limit: -1e6 } as const
  const advice = 'Start pump 2.'
  const { ruleId } = await platform(saveAlarmRule, { equipmentId, version, rule: { name, level, condition, advice } })
  return ruleId
}

async function removeRules(platform: Client, equipmentId: number, ruleIds: readonly number[]): Promise<void> {
  for (const ruleId of ruleIds) {
    const { version } = await platform(queryConfig, { equipmentId })
    await platform(deleteAlarmRule, { equipmentId, version, ruleId })
  }
  await synchronise(platform, equipmentId)
}

/** Tones that the page has played. */
const tonesOf = (page: Page) => page.evaluate(() => Reflect.get(window, 'tones') as number)

test('an alarm is heard and acknowledged with a comment, another is shelved, and both are in the log', async ({
  page,
  platform,
}) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'tones', 0)
    const make = AudioContext.prototype.createOscillator
    AudioContext.prototype.createOscillator = function () {
      Reflect.set(window, 'tones', Number(Reflect.get(window, 'tones')) + 1)
      return make.call(this)
    }
  })
  const equipmentId = await idOf(platform, intake)
  const [well, screen] = [unique('Well level'), unique('Screen blocked')]
  await page.goto('/monitor/alarm')
  // A browser plays no sound before the user has clicked.
  await page.getByRole('heading', { name: 'Alarms' }).click()
  const ruleIds = [
    await addRule(platform, equipmentId, well, 'severe'),
    await addRule(platform, equipmentId, screen, 'important'),
  ]
  await synchronise(platform, equipmentId)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const panel = page.getByRole('complementary', { name: well })

  await test.step('the alarm appears without a reload, and is heard', async () => {
    await expect(row(well)).toContainText('Unacknowledged')
    await expect(row(screen)).toContainText('Unacknowledged')
    await expect.poll(() => tonesOf(page)).toBeGreaterThan(0)
    await expect(page.getByRole('navigation', { name: 'Open alarms by severity' })).not.toContainText('–')
  })

  await test.step('opened beside the list it shows its advice, also after a reload', async () => {
    await page.getByRole('link', { name: well }).click()
    await expect(panel).toContainText('Start pump 2.')
    await page.reload()
    await expect(panel).toContainText('Start pump 2.')
  })

  await test.step('it is acknowledged with a ready comment', async () => {
    await panel.getByRole('button', { name: 'Acknowledge…' }).click()
    await panel.getByRole('button', { name: 'On my way' }).click()
    await panel.getByRole('button', { name: 'Acknowledge', exact: true }).click()
    await expect(row(well)).not.toContainText('Unacknowledged')
    await expect(row(well)).toContainText('On my way')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  })

  await test.step('another is shelved, with its reason', async () => {
    await page.getByLabel(`Select ${screen}`).check()
    await page.getByLabel('Reason, kept in the log').fill('The rake is being repaired')
    await page.getByRole('button', { name: 'Shelve 1' }).click()
    await expect(row(screen)).toBeHidden()
    await page.getByText('Shelved', { exact: false }).first().click()
    await expect(row(screen)).toContainText('The rake is being repaired')
  })

  await test.step('both are in the operation log', async () => {
    await page.goto('/manage/orgal/log')
    await expect(row(well).filter({ hasText: 'On my way' })).toContainText('Acknowledged')
    await expect(row(screen).filter({ hasText: 'The rake is being repaired' })).toContainText('Shelved')
  })

  await removeRules(platform, equipmentId, ruleIds)
})

test('a page lists the alarms of a device, and acknowledges one', async ({ page, platform }) => {
  const equipmentId = await idOf(platform, 'Treatment works')
  const name = unique('On a page')
  const ruleId = await addRule(platform, equipmentId, name, 'important')
  const data = { equips: [{ equipmentId, title: 'The works' }], timeRange: 60, filterTime: true, rollTime: 2 }
  const position = { x: 20, y: 20, width: 960, height: 600, rotate: 0 }
  const widgets = [{ id: 'a', widgetType: 'Alarm', position, data }]
  const { id } = await platform(savePage, { equipmentId, title: name, json: JSON.stringify({ widgets }) })
  await page.goto(`/monitor/eg/detail/page/${id}/0`)
  await synchronise(platform, equipmentId)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Important')
  await expect(row).toContainText('The works')
  await row.getByRole('button', { name: /^Acknowledge/ }).click()
  await expect(row.getByRole('button', { name: /^Acknowledge/ })).toBeHidden()
  await removeRules(platform, equipmentId, [ruleId])
})

test('an alarm is written to the recipients of its rule by SMS, and the log says that development mode sent none', async ({
  page,
  platform,
}) => {
  const equipmentId = await idOf(platform, intake)
  const [name, person] = [unique('Gate open'), unique('Duty')]
  const { roles } = await platform(queryRoles, {})
  const phone = `199${String(Date.now()).slice(-8)}`
  await platform(internalCalls.add, {
    ...{ loginname: person.toLowerCase().replace(' ', ''), name: person, phone },
    roleId: roles.find((role) => role.name === 'Operators')!.id,
    departmentId: null,
  })
  const ruleId = await addRule(platform, equipmentId, name, 'important')

  await page.goto(`/manage/eg/equipment/edit/${equipmentId}/alarm?edit=${ruleId}`)
  await page.getByRole('button', { name: 'Add a step' }).click()
  const step = page.getByRole('listitem', { name: 'Step 1' })
  await step.getByRole('spinbutton').fill('0')
  await page.getByRole('button', { name: /^Save as version/ }).click()
  await expect(page.getByText('step 1: choose who')).toBeVisible()
  await step.getByRole('combobox').click()
  await page.keyboard.type(person)
  await page.getByTitle(person, { exact: true }).click()
  await step.getByRole('checkbox', { name: 'E-mail' }).check()
  await expect(step).toContainText(`${person}: no address for E-mail`)
  await step.getByRole('checkbox', { name: 'E-mail' }).uncheck()
  await step.getByRole('checkbox', { name: 'SMS' }).check()
  await page.getByRole('button', { name: /^Save as version/ }).click()
  await expect(page.getByText(`Alarm rule “${name}” saved.`, { exact: false })).toBeVisible()
  await synchronise(platform, equipmentId)

  await page.goto('/monitor/alarm')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('complementary', { name })).toContainText(`${person}, SMS: not sent: development mode`)
  await page.getByRole('button', { name: 'Notifications' }).click()
  const told = page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'SMS' })
  await expect(told).toContainText(person)
  await page.goto('/manage/system/outbox')
  await expect(page.getByRole('listitem').filter({ hasText: phone })).toContainText(`Important: ${name}`)
  await removeRules(platform, equipmentId, [ruleId])
})
