// The designer with a page of two thousand widgets in a real browser: opening, dragging, undoing, pasting, saving. CPU
// of the main thread, and the wall time from the action to the next painted frame.
//   npm run bench -- designer --widgets 2000 --moves 60
import { type CDPSession, chromium, type Page } from '@playwright/test'
import type { PageWidget } from '../contract/page-document.ts'
import { cpuOf, savedPage, windowOf } from './browser-page.ts'
import { insertFleet } from './fleet.ts'
import { machineLine, median, numbers, quantile, table } from './machine.ts'
import { startPlatform } from './platform.ts'
import { signIn } from './watcher.ts'

const given = numbers({ widgets: 2000, moves: 60, rounds: 5 })
const types = ['DataText', 'Rect', 'Text', 'shapeLine', 'DataText', 'PercentFill', 'Symbol', 'Circle', 'Text', 'Button']

const widgetOf = (i: number): PageWidget => ({
  id: `w${i}`,
  widgetType: types[i % types.length]!,
  position: { x: 4 + (i % 50) * 38, y: 4 + Math.floor(i / 50) * 26, width: 30, height: 20, rotate: 0 },
  data: types[i % types.length] === 'Text' ? { text: `Text ${i}` } : {},
})

type Row = [what: string, figure: string, target: string]
type Frames = { times: number[]; stop: boolean }

/** The wall time of frames during an action, ms. */
async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const frames: Frames = { times: [], stop: false }
    ;(window as unknown as { frames: Frames }).frames = frames
    const tick = (at: number) => {
      frames.times.push(at)
      if (!frames.stop) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  await act()
  const times = await page.evaluate(() => {
    const { frames } = window as unknown as { frames: Frames }
    frames.stop = true
    return frames.times
  })
  return times.slice(1).map((at, i) => at - times[i]!)
}

/** Measures from a key press to the frame that shows its effect, as the page sees it. */
async function pressed(page: Page, keys: string): Promise<number> {
  await page.evaluate(() => {
    const begun = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Shift') return
      window.removeEventListener('keydown', begun, true)
      const from = performance.now()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          ;(window as unknown as { took: number }).took = performance.now() - from
        }
        port2.postMessage(null)
      })
    }
    ;(window as unknown as { took: number }).took = 0
    window.addEventListener('keydown', begun, true)
  })
  await page.keyboard.press(keys)
  await page.waitForFunction(() => (window as unknown as { took: number }).took > 0)
  return page.evaluate(() => (window as unknown as { took: number }).took)
}

const words = (all: number[]) => `median ${median(all).toFixed(0)} ms, worst ${Math.max(...all).toFixed(0)} ms`

/** Drags the selection over the page in this many moves; returns the row of the result table. */
async function dragged(page: Page, session: CDPSession, what: string, from: { x: number; y: number }): Promise<Row> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  // The start of the drag is excluded from the CPU measurement; only the frame times cover it.
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.waitForTimeout(300)
  const before = await cpuOf(session)
  const frames = await framesDuring(page, async () => {
    for (let i = 1; i <= given.moves; i += 1) await page.mouse.move(from.x + 5 + i * 2, from.y + 5 + i)
  })
  const { task } = await cpuOf(session)
  await page.mouse.up()
  const perSecond = 1000 / (frames.reduce((sum, each) => sum + each, 0) / frames.length)
  const cpu = (task - before.task) / frames.length
  const figure = `${cpu.toFixed(1)} ms a frame, ${perSecond.toFixed(0)} frames a second, p95 ${quantile(
    [...frames].sort((a, b) => a - b),
    0.95,
  ).toFixed(0)} ms`
  return [what, figure, '≤ 4 ms, ≥ 45']
}

const platform = await startPlatform()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium' })
try {
  const [gateway] = await insertFleet(platform.database, 1, 1)
  const { equipmentId } = gateway!
  const url = `http://127.0.0.1:${platform.port}`
  const cookie = await signIn(url, platform.password)
  const document = {
    con: { width: 1920, height: 1080 },
    widgets: Array.from({ length: given.widgets }, (_, i) => widgetOf(i)),
  }
  const id = await savedPage(url, cookie, equipmentId, document)
  const context = await windowOf(browser, url, cookie)
  await context.addInitScript(() => localStorage.setItem('langs', 'en'))
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const rows: Row[] = []
  const opened: number[] = []
  for (let round = 0; round <= given.rounds; round += 1) {
    await page.goto('about:blank')
    const from = performance.now()
    await page.goto(`${url}/manage/eg/${equipmentId}/designer/${id}`)
    await page
      .locator('.designer-page [data-widget]')
      .nth(given.widgets - 1)
      .waitFor({ state: 'attached' })
    // The first round fills the browser's cache and is not counted.
    if (round > 0) opened.push(performance.now() - from)
  }
  rows.push(['address entered → all widgets drawn', words(opened), '1000'])
  const sheet = (await page.locator('.designer-sheet').boundingBox())!
  const scale = sheet.width / 1920
  const at = (x: number, y: number) => ({ x: sheet.x + x * scale, y: sheet.y + y * scale })
  const first = at(4 + 38 + 10, 14)
  await page.mouse.click(first.x, first.y)
  rows.push(await dragged(page, session, 'drag 1', first))
  // Selects two hundred widgets: ten rows of twenty.
  const [a, b] = [at(0, 0), at(4 + 19.9 * 38, 4 + 9.9 * 26)]
  await page.keyboard.press('Escape')
  await page.mouse.move(at(-20, -20).x, at(-20, -20).y)
  await page.mouse.down()
  await page.mouse.move(a.x, a.y)
  await page.mouse.move(b.x, b.y)
  await page.mouse.up()
  const selected = await page.locator('.designer-counts').innerText()
  rows.push(
    await dragged(
      page,
      session,
      `drag of ${/(\d+) selected/.exec(selected)?.[1] ?? '0'}`,
      at(4 + 38 * 2 + 10, 4 + 26 * 2 + 10),
    ),
  )
  const undo: number[] = []
  for (let round = 0; round < given.rounds; round += 1) {
    undo.push(await pressed(page, 'Control+z'))
    await page.keyboard.press('Control+Shift+z')
    await page.waitForTimeout(200)
  }
  rows.push(['undo of that move → painted', words(undo), '50'])
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Delete')
  await page.waitForTimeout(300)
  rows.push(['paste of those → painted', words([await pressed(page, 'Control+v')]), '150 for 500'])
  await page.waitForTimeout(300)
  const save = performance.now()
  await page.getByRole('button', { name: /^(Save|保存)$/ }).click()
  await page
    .getByText(/version 2|第 2 版/)
    .first()
    .waitFor()
  rows.push(['save', `${(performance.now() - save).toFixed(0)} ms`, '500'])
  console.log(`${machineLine()}; ${given.widgets} widgets`)
  console.log(table(['what', 'figure', 'target, ms'], rows))
} finally {
  await browser.close()
  await platform.stop()
}
