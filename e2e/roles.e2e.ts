// A role from its name to the screens of a member: keys, an authorised group, and the reason why something is not
// allowed.
import { addEquipment } from '../features/device/equipment/contract.ts'
import { addGroup } from '../features/device/group/contract.ts'
import { queryRoles } from '../features/people/role/contract.ts'
import { choose } from './choose.ts'
import { memberOf } from './own-organisation.ts'
import { expect, newContext, test, watchFaults } from './test.ts'

test.use({ alone: true })

test('a role is created, a group authorised to it, and its member sees exactly that', async ({
  page,
  platform,
  place,
  browser,
}) => {
  const group = await platform(addGroup, { name: 'North works' })
  await platform(addEquipment, { name: 'Pump A', groupId: group.id })
  await platform(addEquipment, { name: 'Pump B' })
  await page.goto('/manage/orgal/role')

  await test.step('the role is created, and previewed before it is saved', async () => {
    await page.getByRole('button', { name: 'Add role' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Operators')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Operators', level: 1 })).toBeVisible()
    await page.getByText('Write values', { exact: true }).click()
    await expect(page.getByText('2 changes')).toBeVisible()
    await expect(page.getByText('Not saved')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Role “Operators” saved.')).toBeVisible()
    await expect(page.getByText('2 changes')).toBeHidden()
  })

  await test.step('the preview has the width for its entries', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const menu = page.locator('.role-menu')
    await expect(menu.getByText('Monitor', { exact: true }).first()).toBeVisible()
    const wrapped = await menu.locator('li, h3').evaluateAll((nodes) =>
      nodes.flatMap((node) => {
        const words = document.createRange()
        words.selectNodeContents(node)
        const lines = new Set([...words.getClientRects()].map(({ top }) => Math.round(top)))
        return lines.size > 1 ? [node.textContent] : []
      }),
    )
    expect(wrapped).toEqual([])
    const widths = await menu.locator('section').evaluateAll((nodes) => nodes.map(({ clientWidth }) => clientWidth))
    expect(widths.length).toBeGreaterThan(0)
    expect(Math.min(...widths)).toBeGreaterThan(118)
  })

  await test.step('a group is authorised to it', async () => {
    await page.getByRole('button', { name: 'Authorise' }).click()
    const form = page.getByRole('dialog')
    await choose(form.getByRole('combobox', { name: 'Group' }), 'North works')
    await form.getByRole('button', { name: 'Authorise' }).click()
    await expect(page.getByText('Sees 1 device')).toBeVisible()
  })

  const { roles } = await platform(queryRoles, {})
  const member = await memberOf(place.url, roles[0]!.id)

  await test.step('its member sees the group, and nothing else', async () => {
    const context = await newContext(browser, { url: place.url, session: member.session })
    const faults = watchFaults(context)
    const other = await context.newPage()
    await other.goto(`${place.url}/monitor/eg/list`)
    await expect(other.getByText('Pump A').first()).toBeVisible()
    await expect(other.getByText('Pump B')).toHaveCount(0)
    await expect(other.getByRole('navigation').getByText('Monitor')).toBeVisible()
    await expect(other.getByRole('navigation').getByText('Company')).toHaveCount(0)
    expect(faults).toEqual([])
    await context.close()
  })

  await test.step('the platform gives the reason for what it may not do', async () => {
    await page.reload()
    const why = page.locator('.card').filter({ has: page.getByRole('heading', { name: 'Why', exact: true }) })
    await choose(why.getByRole('combobox', { name: 'Member' }), member.name)
    await choose(page.getByRole('combobox', { name: 'Device' }), 'Pump A')
    await expect(why.getByRole('status')).toContainText('Not allowed')
    await expect(why.getByRole('status')).toContainText('view only')
    await page
      .getByRole('group', { name: /^Right: Operators/ })
      .getByText('Write')
      .click()
    await expect(why.getByRole('status')).toContainText('Allowed')
    await expect(why.getByRole('status')).not.toContainText('Not allowed')
  })

  await test.step('a role with members is not deleted', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: 'Members' }).click()
    await expect(page.getByRole('dialog')).toContainText(member.name)
  })
})

test('a department is added below another, and one with departments below it is not deleted', async ({ page }) => {
  await page.goto('/manage/orgal/role')
  await page.getByRole('group', { name: 'What is arranged' }).getByText('Departments').click()
  await page.getByRole('button', { name: 'Add department' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Production')
  await form.getByRole('button', { name: 'Save' }).click()
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
  await row('Production').getByRole('button', { name: 'Add below' }).click()
  await form.getByLabel('Name').fill('Shift 1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(row('Shift 1')).toHaveAttribute('aria-level', '2')
  await expect(row('Production').getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
})
