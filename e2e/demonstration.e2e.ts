// The demonstration: its panel breaks things in the works, its pages draw them, its names follow the language.
import { pathOf } from '../ui/routes.ts'
import { idOf, intake } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test('a PLC is silenced on the plant panel, shown on its device, and answers again', async ({ page, platform }) => {
  const id = await idOf(platform, 'Hill booster station')
  await page.goto(pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id, alarm: 0 }))
  await page.getByRole('button', { name: /^Plant panel/ }).click()
  const panel = page.getByRole('dialog', { name: 'Plant' })
  const silent = panel.getByRole('switch', { name: 'Silent PLC' })
  await silent.click()
  await expect(silent).toHaveAttribute('aria-checked', 'true')
  await expect(silent).toContainText('On since')
  const pressure = page.getByRole('row').filter({ hasText: 'Suction pressure' }).first()
  await expect(pressure).toHaveAttribute('data-state', 'bad', { timeout: 30_000 })
  await silent.click()
  await expect(silent).toHaveAttribute('aria-checked', 'false')
  await expect(pressure).toHaveAttribute('data-state', 'good', { timeout: 30_000 })
})

const demanded = [
  ['Pump trip', 'Pump 1 tripped', intake],
  ['High turbidity', 'Raw water turbidity high', intake],
  ['Silent PLC', 'PLC does not answer', 'Hill booster station'],
  ['Lost link', 'Station offline', 'Sludge dewatering'],
] as const

test('interesting alarms are raised and cleared from the plant panel', async ({ page }) => {
  test.setTimeout(600_000)
  await page.goto('/monitor/alarm')
  await page.getByRole('button', { name: /^Plant panel/ }).click()
  const panel = page.getByRole('dialog', { name: 'Plant' })
  const press = async (name: string, isOn: boolean) => {
    const trouble = panel.getByRole('switch', { name: new RegExp(`^${name}`) })
    await trouble.click()
    await expect(trouble).toHaveAttribute('aria-checked', String(isOn))
  }
  const row = (alarm: string, device: string) =>
    page.locator('.alarm-row').filter({ hasText: alarm }).filter({ hasText: device })
  for (const [trouble] of demanded) await press(trouble, true)
  for (const [, alarm, device] of demanded)
    await expect(row(alarm, device)).toContainText('Active', { timeout: 180_000 })
  for (const [trouble] of demanded) await press(trouble, false)
  // The alarms are unacknowledged: they stay, marked as cleared.
  for (const [, alarm, device] of demanded)
    await expect(row(alarm, device)).toContainText(/Cleared|Latched/, { timeout: 180_000 })
})

test('the treatment works are drawn with live values', async ({ page, platform }) => {
  const id = await idOf(platform, 'Treatment works')
  await page.goto(`${pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id, alarm: 0 })}?tab=realTime`)
  await page.getByRole('button', { name: 'Configuration page' }).click()
  const drawing = page.getByRole('region', { name: 'Configuration page Treatment works' })
  await expect(drawing.getByText('Coagulation and sedimentation')).toBeVisible()
  await expect(drawing.locator('g.widget[data-quality="good"] > .shape').first()).toBeAttached()
  await expect(drawing.locator('.widget[data-quality="good"] > .data-text').first()).toBeVisible()
})

/** Opens the search when the top bar has loaded, and types. */
async function search(page: Page, words: string): Promise<void> {
  await expect(page.locator('.top-bar').getByText('Ctrl K')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.locator('.palette').getByRole('combobox')).toBeFocused()
  await page.keyboard.type(words)
}

test('writable variables are found, however many others match', async ({ page }) => {
  await page.goto('/monitor/eg/list')
  await expect(page.getByRole('link', { name: intake })).toBeVisible()
  await search(page, 'write pump')
  await page.getByRole('option', { name: /Pump/ }).first().click()
  await expect(page.getByRole('dialog', { name: 'Write a value' })).toBeVisible()
})

test('results of a slow platform are shown when they arrive', async ({ page }) => {
  const delayMs = 7_000
  await page.route('**/multi/signal/search', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    await route.continue().catch(() => undefined)
  })
  await page.goto('/monitor/eg/list')
  await expect(page.getByRole('link', { name: intake })).toBeVisible()
  await search(page, 'pump')
  await expect(page.getByRole('option', { name: /Pump/ }).first()).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test.describe('in Chinese', () => {
  test.use({ language: 'zh-cn' })

  test('names are shown and found in Chinese, and follow the switch of the language', async ({ page }) => {
    await page.goto('/monitor/eg/list')
    await expect(page.getByRole('link', { name: '山区加压站' })).toBeVisible()
    await search(page, '累计加压')
    await expect(page.getByRole('option', { name: '累计加压水量' }).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^语言/ }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await expect(page.getByRole('link', { name: 'Hill booster station' })).toBeVisible()
  })

  test('no dialog, question, report or entry of the log falls back to another language', async ({ page, platform }) => {
    const id = await idOf(platform, intake)
    const given = page.getByText(/Intake station 1|Pump 1 running|Pump 1 while running|Measurements/)
    await page.goto(pathOf('/manage/eg/equipment/edit/{id}/report', { id }))
    await expect(page).toHaveTitle(/^1号取水站 · /)
    await expect(page.getByRole('row').filter({ hasText: '1号泵运行 = 运行' })).toBeVisible()
    await expect(given).toHaveCount(0)
    await page.getByRole('row').filter({ hasText: '1号泵运行 = 运行' }).click()
    await expect(page.getByRole('combobox', { name: '变量' }).or(page.getByText('1号泵运行 ·')).first()).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^井液位高/ })).toBeVisible()
    await expect(given).toHaveCount(0)

    await page.getByRole('button', { name: '同步' }).click()
    await expect(page.getByRole('dialog').getByText(/^1号取水站 · /)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '同步' })).toBeFocused()

    await page.goto('/manage/eg/equipment/list')
    await page.getByRole('row').filter({ hasText: '1号取水站' }).getByRole('button', { name: '解绑' }).click()
    await expect(page.getByText(/1号取水站 · GH/)).toBeVisible()
    await expect(given).toHaveCount(0)
    await page.keyboard.press('Escape')

    // A station that no journey changes: its first saves are on the first page of its log.
    const quiet = await idOf(platform, 'Sludge dewatering')
    await page.goto(`${pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: quiet, alarm: 0 })}?tab=log`)
    await expect(page.getByRole('row').filter({ hasText: '保存历史报表' }).first()).toContainText('污泥脱水站')
    await expect(page.getByText('Sludge dewatering')).toHaveCount(0)
  })
})

test('a missing translation is filled in, and shown immediately', async ({ page, platform }) => {
  const { addGroup, deleteGroup } = await import('../features/device/group/contract.ts')
  const { saveTranslations } = await import('../features/platform/translation/contract.ts')
  const { id } = await platform(addGroup, { name: 'South works', parentId: null })
  await page.goto('/manage/organisation/translation?word=South')
  const field = page.getByLabel('South works in Chinese')
  await expect(field).toHaveAttribute('data-missing')
  await field.fill('南厂')
  await field.press('Enter')
  // The call is sent once nothing is missing any more; leaving the page before could cancel it.
  await expect(field).not.toHaveAttribute('data-missing')
  await page.goto('/manage/eg/group')
  await expect(page.getByText('South works')).toBeVisible()
  await page.getByRole('button', { name: /^Language/ }).click()
  await page.getByRole('menuitem', { name: '中文' }).click()
  await expect(page.getByText('南厂')).toBeVisible()
  await platform(deleteGroup, { id })
  await platform(saveTranslations, { entries: [{ source: 'South works', en: null, zh: null }] })
})
