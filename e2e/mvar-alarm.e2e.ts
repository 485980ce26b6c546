// A rule over an intermediate variable of two sites: backtested, saved, raised, acknowledged, and cleared by its limit.
import type { EquipmentId } from '../contract/fields.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { addProject, addProjectEquips, deleteProject } from '../features/project/project/contract.ts'
import { addMvar } from '../features/watch/mvar/contract.ts'
import { idOf, unique } from './scene.ts'
import { expect, type Page, test } from './test.ts'

test.use({ actionTimeout: 30_000 })

const stations = ['Treatment works', 'Distribution station'] as const
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an alarm over two sites is backtested, raised and acknowledged, and clears with its limit', async ({
  page,
  platform,
}) => {
  const variable = unique('Power of both')
  const alarm = unique('Much power')
  const equipmentIds = (await Promise.all(stations.map((each) => idOf(platform, each)))) as EquipmentId[]
  const { id: projectId } = await platform(addProject, { name: unique('Valley'), note: null })
  await platform(addProjectEquips, { projectId, equipmentIds })
  const named = await Promise.all(
    equipmentIds.map(async (equipmentId) => {
      const { config } = await platform(queryConfig, { equipmentId })
      return `\${${equipmentId}.${config.signals.find(({ title }) => title === 'Active power')!.id}}`
    }),
  )
  const formula = { calcType: 'sum', text: named.join(',') } as const
  await platform(addMvar, { projectId, title: variable, unit: 'kW', decimals: 1, formula })
  const limit = page.getByRole('spinbutton', { name: /^Limit/ })
  const toRules = async () => {
    await page.goto(`/manage/eg/project/list?id=${projectId}&tab=mvars`)
    await page.getByRole('link', { name: `Alarm rules: ${variable}` }).click()
  }

  await test.step('the rule is backtested while it is typed', async () => {
    await toRules()
    await button(page, 'Add alarm rule').click()
    await page.getByRole('textbox', { name: 'Name' }).fill(alarm)
    await limit.fill('1')
    const tried = page.getByRole('region', { name: 'Backtest, last 30 days' })
    const raised = tried.getByText('Times raised', { exact: true }).first().locator('xpath=following-sibling::dd')
    await expect(raised).toHaveText(/^[1-9][\d,]*$/)
    await button(page, 'Save').click()
    await expect(row(page, alarm)).toContainText(`${variable} above 1 kW`)
  })

  await test.step('it is raised, and acknowledged', async () => {
    await page.goto('/monitor/alarm')
    await expect(row(page, alarm)).toContainText('Unacknowledged', { timeout: 60_000 })
    await row(page, alarm).getByText(alarm).click()
    const panel = page.getByRole('complementary', { name: alarm })
    await expect(panel).toContainText(variable)
    await expect(panel.getByRole('img', { name: alarm })).toBeVisible()
    await panel.getByRole('button', { name: 'Acknowledge…' }).click()
    await panel.getByRole('button', { name: 'Acknowledge', exact: true }).click()
    await expect(row(page, alarm)).not.toContainText('Unacknowledged')
  })

  await test.step('the limit is raised above both inputs: the alarm clears', async () => {
    await toRules()
    await row(page, alarm).getByRole('button', { name: 'Edit' }).click()
    await limit.fill('100000')
    await button(page, 'Save').click()
    await expect(row(page, alarm)).toContainText('above 100,000 kW')
    await page.goto('/monitor/alarm')
    await expect(row(page, alarm)).toBeHidden({ timeout: 60_000 })
  })

  await platform(deleteProject, { id: projectId })
})
