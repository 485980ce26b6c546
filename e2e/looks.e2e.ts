// Every page that exists, in both languages and both themes, on a desk and on a phone: nothing sticks out, nothing is
// untranslated, no image is broken, the console is silent. With `LOOKS=all` the
// pictures lie in screenshots/, to be looked at.
import { join } from 'node:path'
import { addressOf, pages, settled } from './every-page.ts'
import { expect, type Page, test } from './test.ts'
import { root } from './world.ts'

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

const fileOf = (path: string) =>
  path
    .replace(/[{}]/g, '')
    .replace(/[/?=&]/g, '-')
    .replace(/^-/, '') || 'start'

/** What a paying customer would see at once. */
const looks = (page: Page) =>
  page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    broken: [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map(({ src }) => src),
    raw: (
      document.body.innerText.match(/\{\{\w+\}\}|\b(?:undefined|NaN|\[object \w+\])\b|\b[a-z]+:[a-z]+[A-Z]\w+\b/g) ?? []
    ).filter((word) => !/^https?:/.test(word)),
    empty: document.body.innerText.trim().length < 10,
  }))

test('every page of the rooms is in the sweep', () => {
  expect(pages.length).toBeGreaterThan(8)
  expect(pages.every(({ path }) => path.startsWith('/'))).toBe(true)
})

/** With `LOOKS=all` every look is swept, and its pictures are kept in `screenshots/`. */
const isAll = process.env.LOOKS === 'all'

/** Else a page is swept in two looks that differ in language, theme and size; the next page in the next two. */
function inLook<P>(all: readonly P[], ...[isChinese, isDark, isPhone]: boolean[]): P[] {
  const look = Number(isChinese) * 4 + Number(isDark) * 2 + Number(isPhone)
  return all.filter((_, index) => isAll || index % 4 === Math.min(look, 7 - look))
}

for (const language of ['en', 'zh-cn'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const own = inLook(pages, language === 'zh-cn', theme === 'dark', size === 'phone')
      test.describe(`${language}, ${theme}, ${size}`, () => {
        test.use({ language, theme, viewport })

        test('all pages', async ({ page, platform }) => {
          test.setTimeout(400_000)
          for (const { path, isPublic } of own) {
            if (isPublic) continue
            await test.step(path, async () => {
              await page.goto(await addressOf(path, platform))
              await settled(page)
              await picture(page, `${fileOf(path)}-${language}-${theme}-${size}`)
              expect.soft(await looks(page), path).toEqual({ overflow: 0, broken: [], raw: [], empty: false })
            })
          }
        })
      })

      test.describe(`${language}, ${theme}, ${size}, before the login`, () => {
        test.use({ language, theme, viewport, signedIn: false })

        test('all public pages', async ({ page }) => {
          for (const { path, isPublic } of own) {
            if (!isPublic) continue
            await page.goto(path)
            await settled(page)
            await picture(page, `${fileOf(path)}-${language}-${theme}-${size}`)
            expect.soft(await looks(page), path).toEqual({ overflow: 0, broken: [], raw: [], empty: false })
          }
        })
      })
    }
  }
}

async function picture(page: Page, name: string): Promise<void> {
  if (isAll) await page.screenshot({ path: join(root, 'screenshots', `${name}.png`) })
}
