// The screens that the first hour of the help shows, opened in both languages; with HELP_PICTURES=1 their pictures are written
// to where the help expects them. And the help of the designers.
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { PNG } from 'pngjs'
import { addressOf, settled } from './every-page.ts'
import { expect, test } from './test.ts'

const isWritten = process.env.HELP_PICTURES === '1'
const pictures = resolve(import.meta.dirname, '../docs/help/pictures')

/** Saves a picture without transparency or filters and with the best compression, which makes it a fifth smaller. */
const keep = (path: string, picture: Buffer) =>
  writeFile(
    path,
    PNG.sync.write(PNG.sync.read(picture), { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 }),
  )

const screens = [
  ['gateways', '/manage/eg/gateway'],
  ['drivers', '/manage/eg/equipment/edit/{id}/driver'],
  ['variables', '/manage/eg/equipment/edit/{id}/signal'],
  ['live-values', '/monitor/eg/detail/list/{id}/{alarm}'],
  ['alarm-rules', '/manage/eg/equipment/edit/{id}/alarm'],
  ['designer', '/manage/eg/{equipId}/designer/{pageId}'],
  ['accounts', '/manage/account/int'],
] as const

for (const [language, folder] of [
  ['en', 'en'],
  ['zh-cn', 'zh'],
] as const) {
  test.describe(language, () => {
    test.use({ language, viewport: { width: 1280, height: 720 } })

    test('the screens of the first hour open', async ({ page, demo }) => {
      test.setTimeout(240_000)
      if (isWritten) await mkdir(resolve(pictures, folder), { recursive: true })
      for (const [name, path] of screens) {
        await page.goto(await addressOf(path, demo))
        await settled(page)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await expect(page.locator('[data-empty="notLoaded"], [data-empty="goneAway"]')).toHaveCount(0)
        if (isWritten)
          await keep(resolve(pictures, folder, `${name}.png`), await page.screenshot({ animations: 'disabled' }))
      }
    })
  })
}

test('the designers open their page of the help in a window of its own', async ({ page, context, demo }) => {
  test.setTimeout(120_000)
  for (const [path, title] of [
    ['/manage/eg/{equipId}/designer/{pageId}', 'Drawing a page'],
    ['/manage/scene/config/{sceneId}', '3D scenes'],
  ] as const) {
    await page.goto(await addressOf(path, demo))
    await settled(page)
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Help on this screen' }).click()
    await expect((await opened).getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(page.url()).toContain(path.startsWith('/manage/scene') ? '/manage/scene/config/' : '/designer/')
  }
})
