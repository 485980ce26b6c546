// A live page of two thousand widgets in a real browser: when its first value is painted, what its updates cost the
// main thread, and how old a value is when it is painted. Every widget is bound to a variable of its own; gateways and
// browser share one clock.
//   npm run bench -- widgets --widgets 2000 --seconds 20 --rounds 5 --viewers 100 --minutes 60
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import type { WebSocket } from 'ws'
import { limits } from '../contract/limits.ts'
import type { PageWidget } from '../contract/page-document.ts'
import { cpuOf, savedPage, spentSince, windowOf } from './browser-page.ts'
import { type FleetGateway, insertFleet } from './fleet.ts'
import { machineLine, median, numbers, quantile, table } from './machine.ts'
import { type Box, connectBox, topicBytes } from './mqtt-box.ts'
import { type BenchPlatform, startPlatform } from './platform.ts'
import { openSocket, signIn } from './watcher.ts'

const given = numbers({ widgets: 2000, seconds: 20, rounds: 5, viewers: 0, minutes: 0 })

/** Number of variables of one device. */
const perGateway = 500
const hourMs = 3_600_000

type Kind = 'text' | 'shape' | 'pipe' | 'tank'
/** Ten widgets in the mix of a typical page of a plant. */
const mixture: readonly Kind[] = ['text', 'shape', 'text', 'pipe', 'text', 'tank', 'text', 'shape', 'text', 'pipe']
const kindOf = (i: number): Kind => mixture[i % mixture.length]!

function widgetOf(i: number, { equipmentId, signalIds }: FleetGateway): PageWidget {
  const bound = { type: 'signal', signalId: signalIds[i % perGateway]!, equipId: equipmentId }
  const [x, y] = [(i % 50) * 38, Math.floor(i / 50) * 26]
  const when = (symbol: string, color: string) => ({ enable: true, data: bound, symbol, value: 0, color })
  const at = (width: number, height: number) => ({ id: `w${i}`, position: { x, y, width, height, rotate: 0 } })
  switch (kindOf(i)) {
    case 'text':
      return { ...at(36, 14), widgetType: 'DataText', style: { fontSize: 9 }, data: { ...bound, thousands: false } }
    case 'tank':
      return { ...at(20, 24), widgetType: 'PercentFill', data: { ...bound, maxVal: 100 } }
    case 'pipe':
      return { ...at(30, 20), widgetType: 'shapeLine', animation: { border: when('<=', 'idle') } }
    case 'shape':
      return { ...at(24, 24), widgetType: 'Circle', animation: { fill: when('>', 'steel') } }
  }
}

/** A text shows the time of its reading, in ms of the hour; a shape goes on and off, a tank up and down. */
function valueAt(i: number, round: number, at: number): number {
  if (kindOf(i) === 'text') return at % hourMs
  return kindOf(i) === 'tank' ? (i + round * 7) % 100 : (i + round) % 2
}

type Stream = { stop(): void }

/**
 * Not a multiple of a browser's frame interval: each device would otherwise send at the same moment of a frame during a
 * whole run.
 */
const secondMs = 1003

/**
 * Publishes values of all variables `perSecond` times a second. The gateways take turns, evenly spread over the second.
 */
function stream(boxes: readonly Box[], fleet: readonly FleetGateway[], perSecond: number): Stream {
  const ofAll = secondMs / perSecond / fleet.length
  let round = 0
  const timer = setInterval(() => {
    const g = round % fleet.length
    const { sn, equipmentId, bindingId, signalIds } = fleet[g]!
    const turn = Math.floor(round / fleet.length)
    round += 1
    const at = Date.now()
    const values = signalIds.map((_, k) => valueAt(g * perGateway + k, turn, at))
    const body = { session: boxes[g]!.session, equipmentId, bindingId, at, ids: signalIds, values }
    boxes[g]!.publish(topicBytes(sn, 'live'), JSON.stringify(body), 0)
  }, ofAll)
  return { stop: () => clearInterval(timer) }
}

/**
 * Runs in the page: records when values are painted. A message posted within a frame arrives after its paint; a value
 * written before a frame is painted with that frame.
 */
function watchPaint(hour: number): void {
  const ages: number[] = []
  const noted = { firstMs: 0, ages }
  Object.assign(window, { noted })
  const posted = (act: () => void) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = act
    port2.postMessage(null)
  }
  let isInFrame = false
  const frame = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (act) =>
    frame((at) => {
      isInFrame = true
      posted(() => {
        isInFrame = false
      })
      act(at)
    })
  const painted = (act: () => void) => void (isInFrame ? posted(act) : frame(() => posted(act)))
  const selector = '[data-part="value"]'
  const look = () => {
    const nodes = document.querySelectorAll(selector)
    if (![...nodes].some((node) => /\d/.test(node.textContent ?? ''))) return void requestAnimationFrame(look)
    painted(() => {
      noted.firstMs = performance.now()
    })
    // Forty of the widgets are watched: enough for a result, too few to affect it.
    const step = Math.max(1, Math.floor(nodes.length / 40))
    const seen = new MutationObserver((changes) => {
      const read = changes.map(({ target }) => Number(target.textContent))
      painted(() => {
        const now = Date.now() % hour
        for (const at of read) ages.push((now - at + hour) % hour)
      })
    })
    for (let i = 0; i < nodes.length; i += step)
      seen.observe(nodes[i]!, { childList: true, characterData: true, subtree: true })
  }
  requestAnimationFrame(look)
}

type Noted = { firstMs: number; ages: number[] }
const notedIn = (page: Page) => page.evaluate(() => (window as unknown as { noted: Noted }).noted)

async function opened(browser: Browser, url: string, cookie: string, pageId: number) {
  const context = await windowOf(browser, url, cookie)
  const page = await context.newPage()
  await page.addInitScript(watchPaint, hourMs)
  const open = async () => {
    await page.goto(`${url}/monitor/eg/detail/page/${pageId}/0`)
    await page.waitForFunction(() => (window as unknown as { noted: Noted }).noted.firstMs > 0)
    return (await notedIn(page)).firstMs
  }
  return { page, open, session: await context.newCDPSession(page) }
}

type Row = [what: string, figure: string, target: string]

/** Opens this many more sockets, spread over the devices: each costs the platform as much as a browser. */
async function openViewers(url: string, password: string, fleet: readonly FleetGateway[]): Promise<() => void> {
  const sockets: WebSocket[] = []
  let cookie = ''
  for (let i = 0; i < given.viewers; i += 1) {
    if (i % limits.socketsPerSession === 0) cookie = await signIn(url, password)
    sockets.push(await openSocket(url, cookie, fleet[i % fleet.length]!.equipmentId, () => undefined))
  }
  return () => {
    for (const socket of sockets) socket.terminate()
  }
}

/** Memory of the page's scripts after garbage collection, MB. */
async function heldMb(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = (await session.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] }
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1e6
}

/** Memory over the minutes, twice a minute. */
async function soak(session: CDPSession): Promise<string> {
  const held: number[] = []
  for (let half = 0; half <= given.minutes * 2; half += 1) {
    if (half > 0) await new Promise((resolve) => setTimeout(resolve, 30_000))
    held.push(await heldMb(session))
  }
  const mean = (part: number[]) => (part.reduce((sum, each) => sum + each, 0) / part.length).toFixed(1)
  const third = Math.ceil(held.length / 3)
  const [first, last] = [mean(held.slice(0, third)), mean(held.slice(-third))]
  return `${first} MB in the first third, ${last} MB in the last, ${Math.max(...held).toFixed(1)} MB at most`
}

async function measure(platform: BenchPlatform, fleet: readonly FleetGateway[], boxes: readonly Box[]): Promise<Row[]> {
  const url = `http://127.0.0.1:${platform.port}`
  const cookie = await signIn(url, platform.password)
  const widgets = Array.from({ length: given.widgets }, (_, i) => widgetOf(i, fleet[Math.floor(i / perGateway)]!))
  const document = { con: { width: 1920, height: 1080 }, widgets }
  const id = await savedPage(url, cookie, fleet[0]!.equipmentId, document)
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium' })
  const rows: Row[] = []
  const closeViewers = await openViewers(url, platform.password, fleet)
  try {
    let running = stream(boxes, fleet, 1)
    const { page, open, session } = await opened(browser, url, cookie, id)
    // The thread's own time: other processes of the machine are not included.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    // The first opening fills the browser's cache; by its end the platform knows the last values.
    await open()
    const first: number[] = []
    let cpu = ''
    for (let round = 0; round < given.rounds; round += 1) {
      await page.goto('about:blank')
      const before = await cpuOf(session)
      first.push(await open())
      cpu = spentSince(before, await cpuOf(session))
    }
    const worst = Math.max(...first).toFixed(0)
    const [middle, target] = [median(first).toFixed(0), '800, raised 500']
    rows.push(['address entered → first value painted', `${middle} ms, worst ${worst} ms`, target])
    rows.push(['main thread until then, CPU', cpu, ''])
    for (const perSecond of [1, 5]) {
      running.stop()
      running = stream(boxes, fleet, perSecond)
      await open()
      await new Promise((resolve) => setTimeout(resolve, 5000))
      const [from, before] = [(await notedIn(page)).ages.length, await cpuOf(session)]
      await new Promise((resolve) => setTimeout(resolve, given.seconds * 1000))
      const spent = spentSince(before, await cpuOf(session), given.seconds)
      const ages = (await notedIn(page)).ages.slice(from).sort((a, b) => a - b)
      const ms = (part: number) => quantile(ages, part).toFixed(0)
      const figure = `p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)} ms of ${ages.length}`
      rows.push([`main thread a second, all values ${perSecond}/s, CPU`, spent, ''])
      rows.push([`read → pixel, all values ${perSecond}/s`, figure, 'p95 40, raised 25'])
    }
    running.stop()
    if (given.minutes > 0) {
      running = stream(boxes, fleet, 1)
      rows.push([`scripts of the page over ${given.minutes} minutes at 1/s`, await soak(session), 'stable'])
      running.stop()
    }
  } finally {
    closeViewers()
    await browser.close()
  }
  return rows
}

const platform = await startPlatform()
try {
  const fleet = await insertFleet(platform.database, Math.ceil(given.widgets / perGateway), perGateway)
  const host = { host: '127.0.0.1', port: platform.mqttPort, onAck: () => undefined, onClose: () => undefined }
  const boxes: Box[] = []
  for (const { sn, secret, bindingId } of fleet)
    boxes.push(await connectBox({ ...host, sn, secret, hello: { bindingId } }))
  const rows = await measure(platform, fleet, boxes)
  console.log(`${machineLine()}; ${given.widgets} widgets, ${fleet.length} devices, ${given.viewers} more viewers`)
  console.log(table(['what', 'figure', 'target, ms'], rows))
  for (const box of boxes) box.end()
} finally {
  await platform.stop()
}
