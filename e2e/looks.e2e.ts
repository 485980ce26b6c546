// With `LOOKS=all`: pictures of every page in both languages and themes, on a desk and on a phone, in screenshots/, to be
// looked at. Without it `widths.e2e.ts` checks every page, and this file has no tests.
import { join } from 'node:path'
import { addressOf, pages, settled } from './every-page.ts'
import { looksOf, sound } from './looks.ts'
import { expect, test } from './test.ts'
import { root } from './world.ts'

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

const fileOf = (path: string) =>
  path
    .replace(/[{}]/g, '')
    .replace(/[/?=&]/g, '-')
    .replace(/^-/, '') || 'start'

const themes = process.env.LOOKS === 'all' ? (['light', 'dark'] as const) : []

for (const language of ['en', 'zh-cn'] as const) {
  for (const theme of themes) {
    for (const signedIn of [true, false]) {
      const own = pages.filter(({ isPublic }) => isPublic === !signedIn)
      test.describe(`${language}, ${theme}, ${signedIn ? 'signed in' : 'before the login'}`, () => {
        test.use({ language, theme, signedIn })

        test('every page has its pictures', async ({ page, demo }) => {
          test.setTimeout(800_000)
          for (const { path } of own) {
            for (const [size, viewport] of Object.entries(sizes)) {
              await page.setViewportSize(viewport)
              await page.goto(await addressOf(path, demo))
              await settled(page)
              const name = `${fileOf(path)}-${language}-${theme}-${size}.png`
              await page.screenshot({ path: join(root, 'screenshots', name) })
              expect.soft(await looksOf(page), path).toEqual(sound)
            }
          }
        })
      })
    }
  }
}
