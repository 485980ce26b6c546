// Interrupts each link of the path for as long as `npm run outages -- --seconds 1200` says, while every kind of screen
// is watched in both languages: no screen may show an outdated value as good, and all must recover automatically.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { limits } from '../contract/limits.ts'
import { shareMenus } from '../contract/share-menus.ts'
import { shareStation, visit } from './outage-visitor.ts'
import { type OutageWorld, startOutageWorld } from './outage-world.ts'
import { stateOf } from './test.ts'
import { root } from './world.ts'

const awayMs = Number(process.env.OUTAGE_SECONDS ?? 120) * 1000
const wanted = process.env.OUTAGE_PARTS?.split(',')

type Away = {
  goes(world: OutageWorld): Promise<void>
  returns(world: OutageWorld): Promise<void>
  /** Time in ms after which a screen must show an outage. */
  graceMs: number
  /** Time in ms that a screen may take to recover. */
  backMs: number
  /** The untrue claims on a screen during the outage. */
  isUntrue(seen: Seen): string | undefined
}

/** The statements of a screen about the state of the system. */
type Seen = { banner: string; phase: string; good: number; online: number; mayWrite: number; live: boolean }

const cutOff = ({ banner, good, online, mayWrite, live }: Seen) => {
  if (!banner) return 'nothing says that the platform is away'
  if (good > 0) return `${good} values are shown as good`
  if (online > 0) return `${online} gateways are shown as online`
  return mayWrite > 0 || live ? 'it is shown as live' : undefined
}
const noGateway = ({ banner, good, online, mayWrite, live }: Seen) => {
  if (banner) return `the platform is called away: ${banner}`
  if (good > 0) return `${good} values are shown as good`
  if (online > 0) return `${online} gateways are shown as online`
  return mayWrite > 0 || live ? 'it is shown as live' : undefined
}
const graceMs = limits.gatewayKeepAliveS * limits.presenceLeaseFactor * 1000 + 45_000

const parts: Record<string, Away> = {
  platform: {
    goes: (world) => world.platform.goes(),
    returns: (world) => world.platform.returns(),
    graceMs: 25_000,
    backMs: 60_000,
    isUntrue: cutOff,
  },
  browserLine: {
    goes: async (world) => world.browserLine.freeze(),
    returns: (world) => world.browserLine.returns(),
    graceMs: 40_000,
    backMs: 30_000,
    isUntrue: cutOff,
  },
  database: {
    goes: (world) => world.database.goes(),
    returns: (world) => world.database.returns(),
    graceMs: 25_000,
    backMs: 60_000,
    isUntrue: ({ banner, mayWrite }) => {
      if (!banner) return 'nothing says that the database is away'
      return mayWrite > 0 ? 'writing is offered' : undefined
    },
  },
  broker: {
    goes: (world) => world.broker.goes(),
    returns: (world) => world.broker.returns(),
    graceMs,
    backMs: 120_000,
    isUntrue: noGateway,
  },
  gatewayLine: {
    goes: async (world) => world.broker.freeze(),
    returns: (world) => world.broker.returns(),
    graceMs,
    backMs: 120_000,
    isUntrue: noGateway,
  },
  gateway: {
    goes: (world) => world.gateway.goes(),
    returns: (world) => world.gateway.returns(),
    graceMs,
    backMs: 120_000,
    isUntrue: noGateway,
  },
  plc: {
    goes: (world) => world.plc.goes(),
    returns: (world) => world.plc.returns(),
    graceMs: 30_000,
    backMs: 60_000,
    isUntrue: ({ banner, good }) => {
      if (banner) return `the platform is called away: ${banner}`
      return good > 0 ? `${good} values are shown as good` : undefined
    },
  },
}

const screens = (equipmentId: number) => [
  '/monitor/eg/list',
  '/monitor/eg/list?view=cards',
  `/monitor/eg/detail/list/${equipmentId}/0?tab=realTime`,
  `/monitor/eg/detail/list/${equipmentId}/0?tab=gateway`,
  `/monitor/eg/detail/list/${equipmentId}/0?tab=command`,
  '/manage/eg/gateway',
  `/monitor/eg/detail/list/${equipmentId}/0?tab=accounts`,
  '/manage/orgal/role',
  '/manage/orgal/log',
  '/manage/account/int',
  '/manage/account/co',
  '/account/security/sms',
  '/account/security/sessions',
  '/account/config',
]

const see = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
    const writes = all('button').filter((each) => /^(Write…?|写入…?|写值…?)$/.test(each.innerText.trim()))
    return {
      banner: all('.link-banner').map((each) => each.innerText)[0] ?? '',
      phase: all('.phase').map((each) => each.innerText)[0] ?? '',
      good: all('[data-state="good"], .widget[data-quality="good"]').length,
      online: all('.presence-online').length,
      mayWrite: writes.filter((each) => each.getAttribute('aria-disabled') !== 'true').length,
      live: all('.phase-live').length > 0,
    }
  })

const looks = [
  { language: 'en', theme: 'light', viewport: { width: 1440, height: 900 } },
  { language: 'zh-cn', theme: 'dark', viewport: { width: 390, height: 844 } },
] as const

for (const [name, part] of Object.entries(parts)) {
  if (wanted && !wanted.includes(name)) continue
  test(`${name} is away`, async ({ browser }) => {
    const world = await startOutageWorld()
    const link = await shareStation(world)
    const contexts: BrowserContext[] = []
    try {
      const pages: { page: Page; path: string; language: string }[] = []
      for (const look of looks) {
        const storageState = stateOf(world.url, world.session, look)
        const context = await browser.newContext({ baseURL: world.url, viewport: look.viewport, storageState })
        contexts.push(context)
        for (const path of screens(world.equipmentId)) {
          const page = await context.newPage()
          await page.goto(path)
          pages.push({ page, path, language: look.language })
        }
        const visitor = { baseURL: world.url, viewport: look.viewport, storageState: stateOf(world.url, null, look) }
        const outside = await browser.newContext(visitor)
        contexts.push(outside)
        for (const menu of shareMenus) {
          const page = await outside.newPage()
          await visit(page, link, menu)
          pages.push({ page, path: `/share?tab=${menu}`, language: look.language })
        }
      }
      await expect(async () => {
        for (const { page } of pages) expect(await see(page)).toMatchObject({ banner: '' })
        const live = pages.filter(({ path }) => path.includes('realTime'))
        for (const { page } of live) expect(await see(page)).toMatchObject({ live: true })
      }).toPass({ timeout: 60_000 })

      const untrue: string[] = []
      const goneAt = Date.now()
      await part.goes(world)
      for (let turn = 0; Date.now() - goneAt < awayMs; turn += 1) {
        for (const { page, path, language } of pages) {
          // English screens have activity now and then; the Chinese ones have none.
          if (language === 'en' && turn % 15 === 0) await page.mouse.move(100 + (turn % 50), 100)
          const seen = await see(page)
          const fault = part.isUntrue(seen)
          const awayS = Math.round((Date.now() - goneAt) / 1000)
          if (fault && awayS * 1000 > part.graceMs) untrue.push(`${awayS} s, ${language} ${path}: ${fault}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 2000))
      }
      await picture(pages, name)
      await part.returns(world)
      const backAt = Date.now()
      await expect(async () => {
        for (const { page, path, language } of pages) {
          const { banner, live, phase } = await see(page)
          expect([path, language, banner]).toEqual([path, language, ''])
          // Smart data saving pauses after ten minutes without activity, and says so. [S4]
          const mayPause = language !== 'en' && awayMs >= limits.smartSavingMs - 60_000
          if (path.includes('realTime') && !(mayPause && phase))
            expect([path, language, live]).toEqual([path, language, true])
        }
      }).toPass({ timeout: part.backMs, intervals: [250] })
      const description = `away ${Math.round(awayMs / 1000)} s, everything back after ${Date.now() - backAt} ms`
      test.info().annotations.push({ type: name, description })
      process.stdout.write(`${name}: ${description}\n`)
      expect(untrue.slice(0, 20)).toEqual([])
    } finally {
      for (const context of contexts) await context.close()
      await world.stop()
    }
  })
}

/** Saves pictures of the pages, for inspection by a person. */
async function picture(pages: { page: Page; path: string; language: string }[], name: string): Promise<void> {
  mkdirSync(join(root, 'screenshots'), { recursive: true })
  for (const { page, path, language } of pages) {
    const file = `away-${name}-${path.replace(/\d+|[/?=&]+/g, '-').replace(/-+/g, '-')}-${language}.png`
    await page.screenshot({ path: join(root, 'screenshots', file) })
  }
}
