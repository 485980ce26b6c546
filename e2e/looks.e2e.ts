// Every page that exists, in both languages and both themes, on a desk and on a phone: nothing sticks out, nothing is
// untranslated, no image is broken, the console is silent. With `LOOKS=all` the
// pictures lie in screenshots/, to be looked at.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '../apps/demo/client.ts'
import type { EquipmentId } from '../contract/fields.ts'
import { equipmentInfo } from '../features/equipment/contract.ts'
import { homePage } from '../features/page/contract.ts'
import { queryProjects } from '../features/project/contract.ts'
import { queryQuarantine } from '../features/quarantine/contract.ts'
import { planRollout, queryRollouts, startRollout } from '../features/rollout/contract.ts'
import { addScene, queryScenes } from '../features/scene/contract.ts'
import { glbOf } from '../features/scene/glb.ts'
import { queryTemplates } from '../features/template/contract.ts'
import type { PageRoute } from '../ui/routes.ts'
import { setApart } from './apart.ts'
import { idOf, intake } from './scene.ts'
import { expect, type Page, test } from './test.ts'
import { root } from './world.ts'

const files = readdirSync(join(root, 'features'))
  .map((room) => join(root, 'features', room, 'routes.ts'))
  .filter((file) => existsSync(file))
const declared: { default: readonly PageRoute[] }[] = await Promise.all(files.map((file) => import(file)))
const pages = [
  ...declared.flatMap((file) => file.default).map(({ path, may }) => ({ path, isPublic: may === 'public' })),
  { path: '/404', isPublic: true },
  // Parts of a page that have an address of their own.
  ...[
    'device',
    'gateway',
    'command',
    'history&range=30d',
    'history&range=30d&view=table',
    'curve',
    'alarm',
    'log',
    'track',
    'realTime&at=now',
  ].map((tab) => ({
    path: `/monitor/eg/detail/list/{id}/{alarm}?tab=${tab}`,
    isPublic: false,
  })),
  { path: '/monitor/eg/list?view=cards', isPublic: false },
  { path: '/manage/eg/equipment/edit/{id}/report?add=summary', isPublic: false },
  { path: '/manage/system/history-quarantine?state=relanded', isPublic: false },
  { path: '/manage/system/history-quarantine?id={kept}', isPublic: false },
]

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

async function addressOf(path: string, platform: Client): Promise<string> {
  const isOfTemplate = /\/template\//.test(path)
  if (path === '/manage/eg/template/rollout/{id}') return path.replace('{id}', String(await rolledOut(platform)))
  const id = isOfTemplate ? (await platform(queryTemplates, {}))[0]!.id : await idOf(platform, intake)
  const group = path.includes('{groupId}') ? (await platform(equipmentInfo, { id: id as EquipmentId })).groupId : null
  const [project] = /\{(projectId|ocId)\}/.test(path) ? await platform(queryProjects, {}) : []
  const ofProject = project && { projectId: project.id }
  const page = path.includes('{pageId}')
    ? await platform(homePage, ofProject ?? { equipmentId: id as EquipmentId })
    : null
  const kept = path.includes('quarantine') ? await keptApart(platform) : null
  const scene = path.includes('{sceneId}') ? await someScene(platform) : null
  // A past moment that is stored: the demo makes up its past from the oldest day on.
  const moment = String(Date.now() - 3 * 86_400_000)
  return path
    .replace('at=now', `at=${moment}`)
    .replace('{id}', String(id))
    .replace(/\{equipId\}|\{templateId\}/, String(id))
    .replace('{groupId}', String(group))
    .replace('{kept}', String(kept))
    .replace('{sceneId}', String(scene))
    .replace(/\{projectId\}|\{ocId\}/, String(project?.id))
    .replace('{pageId}', String(page?.id))
    .replace('{alarm}', '0')
    .replace('{type}', 'tel')
}

/** Number of a rollout; the first who asks begins it, to devices that no machine has. */
async function rolledOut(platform: Client): Promise<number> {
  const templateId = (await platform(queryTemplates, {}))[0]!.id
  const known = (await platform(queryRollouts, { templateId })).rows[0]
  if (known) return known.id
  const { devices, templateVersion } = await platform(planRollout, { templateId })
  const equipmentIds = devices.flatMap(({ sn, equipmentId }) => (sn === null ? [equipmentId] : []))
  const settings = { canary: 1, waveSize: 10, waitS: 600, stopShare: 20, watchS: 60, rollBack: true }
  return (await platform(startRollout, { templateId, templateVersion, equipmentIds, ...settings })).id
}

/** Number of a 3D scene; the first who asks adds one. */
async function someScene(platform: Client): Promise<number> {
  const model = glbOf([{ name: 'Well', shape: 'box', size: [2, 2, 2], at: [0, 0, 0], colour: [0.2, 0.4, 0.6] }])
  const [first] = await platform(queryScenes, {})
  return (first ?? (await platform(addScene, { name: 'Well', model: model.toString('base64') }))).id
}

/** Number of a message in quarantine; the first who asks sets the scene. */
async function keptApart(platform: Client): Promise<number> {
  const first = async () => (await platform(queryQuarantine, { reason: 'foreignColumn' })).rows[0]
  return (await first())?.id ?? (await setApart(platform).then(first))!.id
}

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

/** Nothing is loading or opening any more and the fonts are there. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.locator('.skeleton, .row-skeleton, .phase-loading, [aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}
