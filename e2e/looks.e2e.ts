// With `LOOKS=all`: pictures of every page at six widths in screenshots/, for review by eye, in both languages and themes, and
// of an account with hardly any permission. Without it `widths.e2e.ts` checks every page, and this file has no tests.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { windows } from './boxes.ts'
import { addressOf, pages, settled, stillness } from './every-page.ts'
import { looksOf, sound } from './looks.ts'
import { customerOf } from './people.ts'
import { expect, type Page, stateOf, test } from './test.ts'
import { root } from './world.ts'

const fileOf = (path: string) =>
  path
    .replace(/[{}]/g, '')
    .replace(/[/?=&]/g, '-')
    .replace(/^-/, '') || 'start'

/** Pictures of one page at six widths, in a folder per width. */
async function picturesOf(page: Page, path: string, address: string, folder: string): Promise<void> {
  await page.setViewportSize(windows[0])
  await page.goto(address)
  await settled(page)
  for (const size of windows) {
    await page.setViewportSize(size)
    await page.evaluate(stillness)
    const into = join(root, 'screenshots', `${folder}-${size.width}`)
    mkdirSync(into, { recursive: true })
    await page.screenshot({ path: join(into, `${fileOf(path)}.png`) })
    expect.soft(await looksOf(page), `${path} at ${size.width}`).toEqual(sound)
  }
}

const themes = process.env.LOOKS === 'all' ? (['light', 'dark'] as const) : []

for (const language of ['en', 'zh-cn'] as const) {
  for (const theme of themes) {
    for (const signedIn of [true, false]) {
      test.describe(`${language}, ${theme}, ${signedIn ? 'signed in' : 'before the login'}`, () => {
        test.use({ language, theme, signedIn })

        test('every page has its pictures', async ({ page, demo }) => {
          test.setTimeout(1_200_000)
          for (const { path } of pages.filter(({ isPublic }) => isPublic === !signedIn))
            await picturesOf(page, path, await addressOf(path, demo), `${language}-${theme}`)
        })
      })
    }

    test(`${language}, ${theme}: every page for an account with hardly any permission has its pictures`, async ({
      browser,
      demo,
      place,
      faults,
    }) => {
      test.setTimeout(1_200_000)
      const { session } = await customerOf(demo, place.url)
      const { cookies, origins } = stateOf(place.url, session, { language, theme })
      const context = await browser.newContext({ baseURL: place.url, storageState: { cookies, origins } })
      const page = await context.newPage()
      for (const { path, isPublic } of pages)
        if (!isPublic) await picturesOf(page, path, await addressOf(path, demo), `customer-${language}-${theme}`)
      await context.close()
      expect(faults).toEqual([])
    })
  }
}
