// A page of a project over many gateways, watched by many: the age of a value when it reaches a viewer, the server's
// cost per viewer, the messages of the gateways, and the time until the values of a page over all devices are painted
// in a real browser. A gateway streams after it is opened, like a real one.
//   npm run bench -- project-page --viewers 500 --signals 300 --devices 200 --seconds 20
import { chromium, type Page } from '@playwright/test'
import WebSocket from 'ws'
import type { Envelope } from '../contract/endpoint.ts'
import type { ProjectId } from '../contract/fields.ts'
import { limits } from '../contract/limits.ts'
import { projectSocketPath, type SignalVal } from '../contract/sockets.ts'
import { savePage } from '../features/page/page/contract.ts'
import { openProjectGateway, projectToken } from '../features/project/live/contract.ts'
import { addProject, addProjectEquips } from '../features/project/project/contract.ts'
import { cpuOf, windowOf } from './browser-page.ts'
import { type FleetGateway, insertFleet } from './fleet.ts'
import { machineLine, median, numbers, quantile, table } from './machine.ts'
import { type Box, connectBox, topicBytes } from './mqtt-box.ts'
import { type BenchPlatform, startPlatform } from './platform.ts'
import { signIn } from './watcher.ts'

const given = numbers({ viewers: 500, signals: 300, devices: 200, perDevice: 5, seconds: 20, rounds: 3 })

/** Number of devices that the page with many viewers shows. */
const watchedDevices = Math.min(given.devices, Math.ceil(given.signals / given.perDevice))

/** Interval at which gateways that are not streaming send their heartbeat. */
const beatMs = (limits.gatewayKeepAliveS * 1000) / 2

type Site = { gateway: FleetGateway; box: Box; isOpen: boolean; opens: number; saidBytes: number }

async function connected(platform: BenchPlatform, fleet: readonly FleetGateway[]): Promise<Site[]> {
  const sites: Site[] = []
  for (const gateway of fleet) {
    const { sn, secret, bindingId } = gateway
    const site: Omit<Site, 'box'> = { gateway, isOpen: false, opens: 0, saidBytes: 0 }
    const onDown = (name: string) => {
      if (name !== 'open') return
      site.isOpen = true
      site.opens += 1
    }
    const box = await connectBox({
      ...{ host: '127.0.0.1', port: platform.mqttPort, sn, secret, hello: { bindingId }, onDown },
      ...{ onAck: () => undefined, onClose: () => undefined },
    })
    sites.push(Object.assign(site, { box }))
  }
  return sites
}

/** Every opened gateway sends all its variables once a second, each at a moment of its own. */
function stream(sites: readonly Site[]): () => void {
  let turn = 0
  const timer = setInterval(() => {
    const site = sites[turn++ % sites.length]!
    if (!site.isOpen) return
    const { sn, equipmentId, bindingId, signalIds } = site.gateway
    const values = signalIds.map((_, i) => performance.timeOrigin + performance.now() + i / 1e3)
    const body = JSON.stringify({
      ...{ session: site.box.session, equipmentId, bindingId, at: Date.now(), ids: signalIds, values },
    })
    site.saidBytes += body.length
    site.box.publish(topicBytes(sn, 'live'), body, 0)
  }, 1000 / sites.length)
  const beats = setInterval(() => {
    for (const { gateway, box } of sites)
      box.publish(topicBytes(gateway.sn, 'beat'), JSON.stringify({ session: box.session }), 0)
  }, beatMs)
  return () => {
    clearInterval(timer)
    clearInterval(beats)
  }
}

type Asker = <T>(path: string, body: object | FormData) => Promise<T>

const askerOf =
  (url: string, cookie: string): Asker =>
  async (path, body) => {
    const isForm = body instanceof FormData
    const headers = { cookie, ...(isForm ? {} : { 'content-type': 'application/json' }) }
    const response = await fetch(url + path, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) })
    const { code, msg, data } = (await response.json()) as Envelope<unknown>
    if (code !== 200) throw new Error(`${path}: ${code} ${msg}`)
    return data as never
  }

async function pageOver(ask: Asker, projectId: ProjectId, fleet: readonly FleetGateway[]): Promise<number> {
  const widgets = fleet.flatMap(({ equipmentId, signalIds }, g) =>
    signalIds.map((signalId, i) => {
      const place = g * given.perDevice + i
      return {
        ...{ id: `w${place}`, widgetType: 'DataText', style: { fontSize: 9 } },
        position: { x: (place % 40) * 47, y: Math.floor(place / 40) * 30, width: 45, height: 16, rotate: 0 },
        data: { type: 'signal', signalId, equipId: equipmentId },
      }
    }),
  )
  const form = new FormData()
  form.append('projectId', String(projectId))
  form.append('title', `Over ${fleet.length}`)
  form.append('json', new Blob([JSON.stringify({ con: { width: 1920, height: 1080 }, widgets })]), 'page.json')
  return (await ask<{ id: number }>(savePage.path, form)).id
}

/** Viewers of one page, by its socket; `take` records their messages. */
async function watched(
  platform: BenchPlatform,
  { url, pageId, fleet }: { url: string; pageId: number; fleet: readonly FleetGateway[] },
  count: number,
  take: (message: SignalVal) => void,
): Promise<WebSocket[]> {
  const dataEquip = fleet.map(({ equipmentId }) => equipmentId).join()
  const dataSignal = fleet.flatMap(({ signalIds }) => signalIds).join()
  const sockets: WebSocket[] = []
  let ask = askerOf(url, '')
  for (let i = 0; i < count; i += 1) {
    if (i % limits.socketsPerSession === 0) ask = askerOf(url, await signIn(url, platform.password))
    const token = await ask<string>(projectToken.path, { pageId, dataEquip, dataSignal })
    const socket = new WebSocket(url.replace('http', 'ws') + projectSocketPath + token)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    socket.on('message', (text) => {
      const message = JSON.parse(String(text)) as SignalVal
      if (message.type === 'signalVal') take(message)
    })
    sockets.push(socket)
  }
  return sockets
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Row = [what: string, figure: string]

/** The messages and the cost of this many viewers of one page in the given seconds. */
async function viewersOf(
  platform: BenchPlatform,
  of: { url: string; pageId: number; fleet: readonly FleetGateway[]; sites: readonly Site[] },
  count: number,
): Promise<{ ages: number[]; server: number; said: number }> {
  const ages: number[] = []
  let isMeasuring = false
  const sockets = await watched(platform, of, count, ({ values }) => {
    if (isMeasuring) ages.push(performance.timeOrigin + performance.now() - Number(values[0]))
  })
  await pause(1000)
  const [before, said] = [platform.cpu().server, saidBy(of.sites)]
  isMeasuring = true
  await pause(given.seconds * 1000)
  const server = (platform.cpu().server - before) / given.seconds
  const bytes = (saidBy(of.sites) - said) / given.seconds
  for (const socket of sockets) socket.terminate()
  await pause(500)
  return { ages: ages.sort((a, b) => a - b), server, said: bytes }
}

const saidBy = (sites: readonly Site[]) => sites.reduce((sum, { saidBytes }) => sum + saidBytes, 0)
const opensOf = (sites: readonly Site[]) => sites.reduce((sum, { opens }) => sum + opens, 0)

/** Runs in the page: measures when the first value is painted, and when all are. */
function watchPaint(all: number): void {
  const noted = { firstMs: 0, allMs: 0 }
  Object.assign(window, { noted })
  const look = () => {
    const shown = [...document.querySelectorAll('[data-part="value"]')].filter((node) =>
      /\d/.test(node.textContent ?? ''),
    )
    if (shown.length > 0) noted.firstMs ||= performance.now()
    if (shown.length >= all) noted.allMs = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

type Noted = { firstMs: number; allMs: number }
const noted = (page: Page) => page.evaluate(() => (window as unknown as { noted: Noted }).noted)

async function inBrowser(url: string, cookie: string, path: string, values: number): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium' })
  try {
    const context = await windowOf(browser, url, cookie)
    const page = await context.newPage()
    await page.addInitScript(watchPaint, values)
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const times: Noted[] = []
    let cpu = 0
    // The first round fills the browser's cache and is not counted.
    for (let round = 0; round <= given.rounds; round += 1) {
      await page.goto('about:blank')
      const before = await cpuOf(session)
      await page.goto(url + path)
      await page.waitForFunction(() => (window as unknown as { noted: Noted }).noted.allMs > 0, undefined, {
        timeout: 120_000,
      })
      cpu = (await cpuOf(session)).task - before.task
      if (round > 0) times.push(await noted(page))
    }
    const ms = (part: keyof Noted) => median(times.map((each) => each[part])).toFixed(0)
    return [
      [`a page over ${given.devices} devices: first value painted`, `${ms('firstMs')} ms (wanted 1500)`],
      [`all ${values} values painted`, `${ms('allMs')} ms; main thread ${cpu.toFixed(0)} ms`],
    ]
  } finally {
    await browser.close()
  }
}

const platform = await startPlatform()
try {
  const url = `http://127.0.0.1:${platform.port}`
  const fleet = await insertFleet(platform.database, given.devices, given.perDevice)
  const cookie = await signIn(url, platform.password)
  const ask = askerOf(url, cookie)
  const { id: projectId } = await ask<{ id: ProjectId }>(addProject.path, { name: 'Bench', note: null })
  await ask(addProjectEquips.path, { projectId, equipmentIds: fleet.map(({ equipmentId }) => equipmentId) })
  const sites = await connected(platform, fleet)
  const stop = stream(sites)
  const some = fleet.slice(0, watchedDevices)
  const pageId = await pageOver(ask, projectId, some)
  for (const { equipmentId } of some) await ask(openProjectGateway.path, { projectId, equipmentId, interval: 1 })
  await pause(2000)
  const of = { url, pageId, fleet: some, sites: sites.slice(0, watchedDevices) }
  const one = await viewersOf(platform, of, 1)
  const many = await viewersOf(platform, of, given.viewers)
  const ms = (part: number) => quantile(many.ages, part).toFixed(1)
  const each = ((many.server - one.server) * 1e6) / (given.viewers - 1)
  const opens = opensOf(sites)
  const rows = await inBrowser(
    url,
    cookie,
    `/monitor/project/${projectId}/page/${await pageOver(ask, projectId, fleet)}`,
    given.devices * given.perDevice,
  )
  console.log(machineLine())
  console.log(
    table(
      ['what', 'figure'],
      [
        ['viewers of one page', `${given.viewers}, ${given.signals} variables of ${watchedDevices} devices, 1/s`],
        ['read → socket', `p50 ${ms(0.5)} ms, p95 ${ms(0.95)} ms, p99 ${ms(0.99)} ms of ${many.ages.length}`],
        ['server with one viewer', `${(one.server * 1000).toFixed(1)} ms of CPU a second`],
        ['each viewer more', `${each.toFixed(0)} µs of CPU a second`],
        [
          'all gateways send',
          `${(one.said / 1000).toFixed(1)} kB/s for 1, ${(many.said / 1000).toFixed(1)} kB/s for ${given.viewers}`,
        ],
        ...rows,
        ['gateways opened by the browser', `${((opensOf(sites) - opens) / (given.rounds + 1)).toFixed(0)} a visit`],
      ],
    ),
  )
  stop()
  for (const { box } of sites) box.end()
} finally {
  await platform.stop()
}
