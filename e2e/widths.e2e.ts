// Loads every existing page once in each language, light in one and dark in the other, at usual widths of windows: no
// control is clipped, covered or outside of the window, nothing overflows, nothing is untranslated, no image is broken,
// no date or SN is wrapped, and the console is empty.
import { faultsOf, windows } from './boxes.ts'
import { addressOf, pages, settled, stillness } from './every-page.ts'
import { looksOf, sound } from './looks.ts'
import { expect, type Page, test } from './test.ts'

/**
 * In a run of all journeys each page is measured in both languages; in a run of the main journeys in one language,
 * alternating from page to page.
 */
const isAll = process.env.JOURNEYS !== 'main'

/** Pictures are taken at the widths of a desktop screen and a phone. */
const isLookedAt = ({ width }: { width: number }) => width === 1440 || width === 390

async function measure(page: Page, path: string): Promise<void> {
  for (const size of windows) {
    await page.setViewportSize(size)
    await page.evaluate(stillness)
    expect.soft(await faultsOf(page), `${path} at ${size.width}`).toEqual([])
    if (isLookedAt(size)) expect.soft(await looksOf(page), `${path} at ${size.width}`).toEqual(sound)
  }
}

test('every page of the rooms is in the sweep', () => {
  expect(pages.length).toBeGreaterThan(8)
  expect(pages.every(({ path }) => path.startsWith('/'))).toBe(true)
})

test('a date on two lines is a fault at the width of a desk', async ({ page }) => {
  const cells = '<td style="width: 1px">2026-03-01 12:00</td><td style="white-space: nowrap">2026-03-02 12:00</td>'
  await page.setContent(`<table style="table-layout: fixed; width: 80px"><tr>${cells}</tr></table>`)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await faultsOf(page)).toEqual([{ kind: 'wrapped', what: 'td "2026-03-01 12:00"', by: '1440' }])
  await page.setViewportSize({ width: 1366, height: 768 })
  expect(await faultsOf(page)).toEqual([])
})

for (const [turn, language] of (['en', 'zh-cn'] as const).entries()) {
  for (const [shade, theme] of (['light', 'dark'] as const).entries()) {
    for (const signedIn of [true, false]) {
      const own = pages.filter(
        ({ isPublic }, at) =>
          isPublic === !signedIn && (at >> 1) % 2 === (turn + shade) % 2 && (isAll || at % 2 === turn),
      )
      test.describe(`${language}, ${theme}, ${signedIn ? 'signed in' : 'before the login'}`, () => {
        test.use({ language, theme, signedIn })

        test('no control is clipped, outside or covered, and every page is whole', async ({ page, demo }) => {
          test.setTimeout(400_000)
          for (const { path } of own) {
            await page.setViewportSize(windows[0])
            await page.goto(await addressOf(path, demo))
            await settled(page)
            await measure(page, path)
          }
        })
      })
    }
  }
}
