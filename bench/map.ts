// The map of a fleet in a real browser: the time until its first marks are painted, and the cost of dragging and
// zooming on the main thread.
//   npm run bench -- map --devices 10000 --rounds 3
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import type { Database } from '../db/pool.ts'
import { cpuOf, windowOf } from './browser-page.ts'
import { machineLine, median, numbers, quantile, table } from './machine.ts'
import { startPlatform } from './platform.ts'
import { signIn } from './watcher.ts'

const given = numbers({ devices: 10_000, rounds: 3 })

/** The towns of a country: near each other within a town, like machines at customers' sites. */
async function insertPlaces({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into equipment (org_id, name, longitude, latitude, created_at, created_by)
     select (select id from organisation order by id limit 1), 'Machine ' || i,
       100 + (i * 7919 % 200) * 0.1 + (i % 13) * 0.003, 24 + (i * 104729 % 160) * 0.1 + (i % 17) * 0.003, $1,
       (select id from account order by id limit 1) from generate_series(1, $2::int) as i`,
    [Date.now(), given.devices],
  )
}

/** Runs in the page: measures when the first marker is painted, and the intervals between frames while recording. */
function watchFrames(): void {
  const noted = { firstMs: 0, frames: [] as number[], isNoting: false }
  Object.assign(window, { noted })
  let last = 0
  const look = (now: number) => {
    if (!noted.firstMs && document.querySelector('.map-mark, .map-cluster')) noted.firstMs = performance.now()
    if (noted.isNoting && last) noted.frames.push(now - last)
    last = now
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

type Noted = { firstMs: number; frames: number[]; isNoting: boolean }
type Watched = { noted: Noted }

async function dragged(page: Page, session: CDPSession) {
  await page.evaluate(() => {
    Object.assign((window as unknown as Watched).noted, { isNoting: true, frames: [] })
  })
  const before = await cpuOf(session)
  for (const [from, to] of [
    [900, 500],
    [500, 1000],
    [1000, 600],
  ] as const) {
    await page.mouse.move(from, 500)
    await page.mouse.down()
    for (let step = 1; step <= 40; step += 1) await page.mouse.move(from + ((to - from) * step) / 40, 500 + step * 2)
    await page.mouse.up()
    await page.mouse.wheel(0, from > to ? -300 : 250)
  }
  const after = await cpuOf(session)
  const { frames } = await page.evaluate(() => (window as unknown as Watched).noted)
  return { frames: frames.sort((a, b) => a - b), perFrameMs: (after.task - before.task) / Math.max(1, frames.length) }
}

async function measure(browser: Browser, url: string, cookie: string) {
  const context = await windowOf(browser, url, cookie)
  const page = await context.newPage()
  await page.addInitScript(watchFrames)
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const [first, cpu, rates, late, perFrame]: number[][] = [[], [], [], [], []]
  // The first round fills the browser's cache and is not counted.
  for (let round = 0; round <= given.rounds; round += 1) {
    await page.goto('about:blank')
    const before = await cpuOf(session)
    await page.goto(`${url}/map`)
    await page.waitForFunction(() => (window as unknown as Watched).noted.firstMs > 0)
    const { firstMs } = await page.evaluate(() => (window as unknown as Watched).noted)
    const spent = (await cpuOf(session)).task - before.task
    await page.waitForTimeout(1000)
    const { frames, perFrameMs } = await dragged(page, session)
    if (round === 0) continue
    first!.push(firstMs)
    cpu!.push(spent)
    rates!.push(1000 / quantile(frames, 0.5))
    late!.push(quantile(frames, 0.95))
    perFrame!.push(perFrameMs)
  }
  const of = (values: number[] | undefined, digits = 0) => median(values ?? []).toFixed(digits)
  return [
    ['address entered → first marks painted', `${of(first)} ms`, '1000'],
    ['main thread until then, CPU', `${of(cpu)} ms`, ''],
    ['frames a second while dragged and zoomed', `${of(rates)}; p95 ${of(late)} ms between two`, '45'],
    ['main thread a frame, CPU', `${of(perFrame, 1)} ms`, ''],
  ]
}

const platform = await startPlatform()
try {
  await insertPlaces(platform.database)
  const url = `http://127.0.0.1:${platform.port}`
  const args = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args })
  try {
    const rows = await measure(browser, url, await signIn(url, platform.password))
    console.log(`${machineLine()}; ${given.devices} devices; WebGL drawn by the processor`)
    console.log(table(['what', 'figure', 'target'], rows))
  } finally {
    await browser.close()
  }
} finally {
  await platform.stop()
}
