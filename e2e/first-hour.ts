// The steps of a new user after the first values are live: write, raise an alarm, draw a page, share it, add a
// colleague.
import type { Peer } from '../testkit/peers/pymodbus.ts'
import type { HumanClock } from './human-clock.ts'
import { type Browser, expect, type Locator, newContext, type Page } from './test.ts'
import { admin } from './world.ts'

type Walk = { page: Page; hand: HumanClock; url: string; browser: Browser }

const button = (at: Page | Locator, named: string | RegExp) =>
  at.getByRole('button', { name: named, ...(typeof named === 'string' ? { exact: true } : {}) })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const tab = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) })

export async function writeOne({ page, hand }: Walk, plc: Peer): Promise<void> {
  await hand.click(button(row(page, 'Speed'), /^Write/))
  const dialog = page.getByRole('dialog', { name: 'Write a value' })
  await hand.fill(dialog.getByLabel('New value'), '950')
  await hand.click(button(dialog, 'Review…'))
  await hand.click(button(dialog, /^Write 950/))
  await expect(dialog).toContainText('Read back 950')
  await hand.click(button(dialog, 'Done'))
  await expect(row(page, 'Speed')).toContainText('950')
  expect(plc.writes).toContain('1 H 1 950')
}

/** Goes from a device without rules to an alarm that is acknowledged. */
export async function beAlarmed({ page, hand }: Walk, synchronise: () => Promise<void>): Promise<void> {
  await hand.click(tab(page, 'Alarms'))
  await expect(page.getByText('This device has no alarm rules', { exact: false })).toBeVisible()
  await hand.click(page.getByRole('link', { name: 'Add an alarm rule' }))
  await hand.fill(page.getByRole('textbox', { name: 'Name' }), 'Pressure high')
  await hand.click(page.getByRole('combobox', { name: /^Variable / }))
  await page.keyboard.type('Outlet')
  await page.keyboard.press('Enter')
  await hand.fill(page.getByRole('spinbutton', { name: 'Limit' }), '400')
  await hand.click(button(page, /^Save as version/))
  await expect(row(page, 'Pressure high')).toContainText('above 400')
  await synchronise()
  await hand.click(
    page
      .getByRole('navigation')
      .getByRole('link', { name: /^Alarms/ })
      .first(),
  )
  const raised = page.locator('.alarm-row').filter({ hasText: 'Pressure high' })
  await hand.click(raised.getByText('Pressure high'))
  await hand.click(button(page, 'Acknowledge…'))
  await hand.click(button(page, 'Acknowledge'))
  await expect(raised).not.toContainText('Unacknowledged')
}

/** Adds the first page of a device. The device opens with it, although it was not made the start page. */
export async function drawPage({ page, hand }: Walk, name: string): Promise<void> {
  await hand.click(page.getByRole('link', { name: 'Open device' }).or(button(page, 'Open device')))
  await hand.click(page.getByRole('main').getByRole('link', { name: 'Configure' }))
  await hand.click(tab(page, 'Configuration pages'))
  await hand.click(button(page, 'Add page'))
  const form = page.getByRole('dialog')
  await hand.fill(form.getByLabel('Title'), 'Overview')
  await hand.click(button(form, 'Save'))
  await expect(row(page, 'Overview')).toContainText('Start page')
  await hand.click(row(page, 'Overview').getByText('Edit page'))
  await expect(button(page, 'Gauge')).toBeVisible()
  for (const [widget, variable, x] of [
    ['Gauge', 'Outlet pressure', 350],
    ['Data text', 'Speed', 700],
  ] as const) {
    await hand.click(button(page, widget))
    await hand.draw({ x, y: 260 }, { x: x + 220, y: 440 })
    await hand.click(button(page, 'Bind…').first())
    await hand.click(page.getByRole('dialog').getByText(variable).first())
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await hand.click(button(page, 'Save'))
  await expect(page.getByText(/is saved as version/).first()).toBeVisible()
  await hand.click(page.getByRole('link', { name: /^Configuration page/ }).first())
  await expect(page.locator('.page-canvas')).toContainText(/437.* ↑/)
  await expect(page.locator('.page-canvas')).toContainText('950')
  await hand.click(page.getByRole('link', { name: 'Real time' }).or(button(page, 'Lists')))
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

export async function share({ page, hand, url, browser }: Walk): Promise<void> {
  await hand.click(tab(page, 'Public sharing'))
  await hand.click(button(page.getByRole('main'), 'Share'))
  const form = page.getByRole('dialog')
  const password = await form.getByLabel('Share password').inputValue()
  await hand.click(button(form, 'Share'))
  const once = page.getByRole('dialog', { name: /is shared/ })
  const link = (await once.getByText(/\/share\//).textContent()) ?? ''
  // The link and the password are copied one by one.
  hand.press(2)
  await hand.click(button(once, 'Done'))
  const visitor = await newContext(browser, { url, session: null })
  const shown = await visitor.newPage()
  await shown.goto(link)
  await hand.fill(shown.getByLabel('Share password'), password)
  await hand.click(button(shown, 'Open'))
  await hand.click(shown.getByRole('link', { name: 'Configuration page' }))
  await expect(shown.locator('.page-canvas')).toContainText('437')
  await visitor.close()
}

/** Adds a colleague who may view but not write. */
export async function addViewer({ page, hand, url, browser }: Walk, name: string): Promise<void> {
  await hand.click(page.getByRole('navigation').getByRole('button', { name: 'Company' }))
  await hand.click(page.getByRole('navigation').getByRole('link', { name: 'Internal accounts' }).first())
  await hand.click(button(page, 'Add account').first())
  const form = page.getByRole('dialog', { name: 'Add account' })
  await hand.fill(form.getByRole('textbox', { name: 'Username' }), 'operator1')
  await hand.fill(form.getByRole('textbox', { name: 'Name', exact: true }), 'Olga')
  await hand.click(form.getByRole('combobox', { name: 'Role' }))
  await hand.click(page.locator('.ant-select-dropdown:visible').getByTitle('Viewer'))
  await hand.click(button(form, 'Save'))
  const once = page.getByRole('dialog', { name: /operator1/ })
  const again = page.getByRole('dialog', { name: 'Enter your password again' })
  await expect(once.or(again)).toBeVisible()
  // On a slow machine more time has passed since the sign-in than for a person, so that a confirmation may be required.
  if (await again.isVisible()) {
    await again.getByLabel('Password').fill(admin.password)
    await button(again, 'Continue').click()
  }
  const shown = (await once.locator('code').last().textContent()) ?? ''
  hand.press()
  await hand.click(button(once, 'Done'))
  const context = await newContext(browser, { url, session: null })
  const colleague = await context.newPage()
  await colleague.goto('/login')
  await hand.fill(colleague.getByLabel('Username'), 'operator1')
  await hand.fill(colleague.getByRole('textbox', { name: 'Password' }), shown)
  await hand.click(button(colleague, 'Sign in'))
  await hand.fill(colleague.getByLabel('Current password'), shown)
  await hand.fill(colleague.getByLabel('New password', { exact: true }), 'Pumphouse1')
  await hand.fill(colleague.getByLabel('New password again'), 'Pumphouse1')
  await hand.click(button(colleague, 'Set password'))
  await hand.click(colleague.getByRole('row').filter({ hasText: name }).getByText('Open', { exact: true }))
  await expect(row(colleague, 'Speed')).toContainText('950')
  await expect(button(row(colleague, 'Speed'), /^Write/)).toHaveAttribute('aria-disabled', 'true')
  await context.close()
}
