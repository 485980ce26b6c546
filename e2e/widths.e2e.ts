// No control of any page is clipped, outside of the window or covered, at the widths of windows that people have.
import { faultsOf, windows } from './boxes.ts'
import { addressOf, pages, settled } from './every-page.ts'
import { expect, test } from './test.ts'

/** Beside all journeys each page is measured in both languages; among the main ones in one, and the next page in the other. */
const isAll = process.env.JOURNEYS !== 'main'

/** Runs in the page: two frames after a resize, and until what moves by it has arrived. */
async function stillness(): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const moving = document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(moving.map(({ finished }) => finished))
}

for (const [turn, language] of (['en', 'zh-cn'] as const).entries()) {
  for (const signedIn of [true, false]) {
    const own = pages.filter(({ isPublic }, at) => isPublic === !signedIn && (isAll || at % 2 === turn))
    test.describe(`${language}, ${signedIn ? 'signed in' : 'before the login'}`, () => {
      test.use({ language, signedIn })

      test('no control is clipped, outside or covered', async ({ page, demo }) => {
        test.setTimeout(400_000)
        for (const { path } of own) {
          await page.setViewportSize(windows[0])
          await page.goto(await addressOf(path, demo))
          await settled(page)
          for (const size of windows) {
            await page.setViewportSize(size)
            await page.evaluate(stillness)
            expect.soft(await faultsOf(page), `${path} at ${size.width}`).toEqual([])
          }
        }
      })
    })
  }
}
