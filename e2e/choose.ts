import { expect, type Locator } from '@playwright/test'

/**
 * Chooses an option by its whole text or a pattern; `typed` narrows the list if the field has a search. Only the list of
 * this field is looked at, since the list of the field before may still be closing.
 */
export async function choose(field: Locator, option: string | RegExp, typed = ''): Promise<void> {
  await field.click()
  if (typed) await field.page().keyboard.type(typed)
  await expect(field).toHaveAttribute('aria-controls', /./)
  const list = field.page().locator(`[id="${await field.getAttribute('aria-controls')}"]`)
  await field.page().locator('.ant-select-dropdown').filter({ has: list }).getByTitle(option, { exact: true }).click()
}
