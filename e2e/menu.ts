// The navigation of a browser on a desk: its rail of areas, and the panel of an area.
import { expect, type Locator, type Page } from './test.ts'

const rail = (page: Page): Locator => page.getByRole('navigation', { name: 'Navigation' }).locator('.rail-area')
const areaOf = (page: Page, area: string): Locator => rail(page).filter({ hasText: area })

/** The entry of an area, whose panel is opened. */
export async function entryOf(page: Page, area: string, entry: string): Promise<Locator> {
  const place = areaOf(page, area)
  if ((await place.getAttribute('aria-expanded')) !== 'true') await place.click()
  return page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: entry, exact: true })
}

/** The areas of the navigation with their entries, exactly and in order. An area with one page has no panel: no entries. */
export async function hasMenu(page: Page, areas: readonly (readonly [string, readonly RegExp[]])[]): Promise<void> {
  await expect(rail(page)).toHaveText(areas.map(([area]) => new RegExp(`^${area}`)))
  for (const [area, entries] of areas) {
    if (entries.length === 0) {
      await expect(areaOf(page, area)).toHaveAttribute('href', /^\//)
      continue
    }
    if ((await areaOf(page, area).getAttribute('aria-expanded')) !== 'true') await areaOf(page, area).click()
    await expect(page.locator('.nav-entry')).toHaveText([...entries])
  }
  await page.keyboard.press('Escape')
}
