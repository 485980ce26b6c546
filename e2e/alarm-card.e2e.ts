// The card of a new severe alarm is visible and can be acknowledged whatever is open over the page.
import type { Client } from '../apps/demo/client.ts'
import { deleteAlarmRule, saveAlarmRule } from '../features/device/alarm-rules/contract.ts'
import { commandCallback } from '../features/device/command/contract.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { equipmentInfo } from '../features/device/equipment/contract.ts'
import { startSync } from '../features/gateway/gateway/contract.ts'
import { idOf, intake, unique } from './scene.ts'
import { expect, type Locator, type Page, test } from './test.ts'

/** Synchronises the saved rules to the gateway. */
async function synchronise(platform: Client, equipmentId: number): Promise<void> {
  const { gatewayId } = await platform(equipmentInfo, { id: equipmentId })
  const { uuid } = await platform(startSync, { id: gatewayId! })
  await expect.poll(async () => (await platform(commandCallback, { uuid })).status).toBe('success')
}

/** Adds a severe rule whose condition always holds in the plant. */
async function raise(platform: Client, equipmentId: number): Promise<number> {
  const { version, config } = await platform(queryConfig, { equipmentId })
  const signal = config.signals.find(({ dataType, pinned }) => pinned && dataType !== 'bool')
  const condition = { kind: 'limit', signalId: signal!.id, is: 'above', limit: -1e6 } as const
  const rule = { name: unique('Severe'), level: 'severe', condition } as const
  const { ruleId } = await platform(saveAlarmRule, { equipmentId, version, rule })
  await synchronise(platform, equipmentId)
  return ruleId
}

/** Whether an element is completely within the window, and nothing covers its middle. */
const isOnTop = (part: Locator) =>
  part.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect()
    const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return node.contains(above) && left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
  })

const cardOf = (page: Page) => page.getByRole('alertdialog', { name: 'New severe alarm' })
const actOf = (page: Page) => cardOf(page).getByRole('button', { name: 'Acknowledge' })

test('the card is above toasts, drawers and dialogs, on a desk and on a phone, and takes the press', async ({
  page,
  platform,
}) => {
  const equipmentId = await idOf(platform, intake)
  await page.goto('/manage/eg/group')
  await expect(page.getByRole('heading', { name: 'Groups' }).first()).toBeVisible()
  const ruleId = await raise(platform, equipmentId)
  const isSeen = () => expect.poll(() => isOnTop(actOf(page))).toBe(true)

  await test.step('a page alone, in both sizes', async () => {
    await expect(actOf(page)).toBeVisible()
    await isSeen()
    await page.setViewportSize({ width: 390, height: 844 })
    await isSeen()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  const name = unique('Drawer')
  await test.step('a drawer with a form: the focus may be in the card, and a press does not close the drawer', async () => {
    await page.getByRole('button', { name: 'Add group' }).first().click()
    const drawer = page.getByRole('dialog', { name: 'Add group' })
    await drawer.getByLabel('Name').fill(name)
    await isSeen()
    await actOf(page).focus()
    await expect(actOf(page)).toBeFocused()
    await page.setViewportSize({ width: 390, height: 844 })
    await isSeen()
    await expect.poll(() => isOnTop(drawer.getByRole('button', { name: 'Save' }))).toBe(true)
    await page.setViewportSize({ width: 1440, height: 900 })
    await drawer.getByRole('button', { name: 'Save' }).click()
  })

  await test.step('beside the toast of what was saved: neither hides the other', async () => {
    const toast = page.locator('.toast').first()
    await expect(toast).toBeVisible()
    await isSeen()
    expect(await isOnTop(toast)).toBe(true)
  })

  await test.step('over the mask of a question, and acknowledged there', async () => {
    await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Delete' }).click()
    const question = page.locator('dialog[open]')
    await expect(question).toBeVisible()
    await isSeen()
    await actOf(page).click()
    await expect(cardOf(page)).toBeHidden()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question).toBeHidden()
  })

  const { version } = await platform(queryConfig, { equipmentId })
  await platform(deleteAlarmRule, { equipmentId, version, ruleId })
  await synchronise(platform, equipmentId)
})
