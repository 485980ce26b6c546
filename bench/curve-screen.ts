// Curves for a user: ten variables of 200,000 readings each, loaded over HTTP and drawn by a real browser
// on the real history tab, from the click on a range until the curves are drawn.
//   npm run bench -- curve-screen --rounds 5
import { chromium, type Page } from '@playwright/test'
import type { EquipmentId } from '../contract/fields.ts'
import { queryHistory, queryHistoryBinary } from '../features/watch/history/contract.ts'
import { Historian } from '../signal/history/historian.ts'
import { type FleetGateway, insertFleet } from './fleet.ts'
import { machineLine, median, numbers, table } from './machine.ts'
import { poolSize, valuePool } from './plant-values.ts'
import { type BenchPlatform, startPlatform } from './platform.ts'
import { signIn } from './watcher.ts'

const given = numbers({ columns: 10, points: 200_000, rounds: 5 })

/** The clicked range includes all readings. */
const weekMs = 7 * 86_400_000
const end = Date.now() - 60_000
const stepMs = Math.floor((weekMs - 600_000) / given.points)
const timeOf = (i: number) => end - (given.points - i) * stepMs
const columns = valuePool().map((texts) => texts.map((text) => JSON.parse(text) as number | boolean))
const rowsAtOnce = 100

async function fill({ database }: BenchPlatform, { gatewayId, sn, equipmentId, columnIds }: FleetGateway) {
  const historian = new Historian({ database, now: Date.now, log: console.error, onCommitted: () => undefined })
  await historian.start()
  const place = { gatewayId, sn, epoch: '00000000000000aa', lane: 1 as const, orgId: 1, equipmentId }
  let seq = 0
  for (let from = 0; from < given.points; from += rowsAtOnce) {
    const rows = Math.min(rowsAtOnce, given.points - from)
    const at = Array.from({ length: rows * columnIds.length }, (_, k) => from + Math.floor(k / columnIds.length))
    const ids = at.map((_, k) => columnIds[k % columnIds.length]!)
    const values = at.map((i, k) => columns[(k % columnIds.length) % columns.length]![i % poolSize]!)
    seq += 1
    const batch = { ...place, seq, ids, times: at.map(timeOf), values, codes: null }
    while (historian.land(batch) === 'full') await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await historian.settled()
  await historian.turn()
  await historian.stop()
}

type Figure = { name: string; ms: number[]; note: string }

/** Measures the same query over HTTP, until the last byte. */
async function atApi(url: string, cookie: string, gateway: FleetGateway): Promise<Figure[]> {
  const ask = async (path: string, count: number, points: number): Promise<{ ms: number; bytes: number }> => {
    const began = performance.now()
    const columnIds = gateway.columnIds.slice(0, count)
    const body = { equipmentId: gateway.equipmentId as EquipmentId, columnIds, from: end - weekMs, to: end, points }
    const headers = { 'content-type': 'application/json', cookie }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const { byteLength } = await response.arrayBuffer()
    return { ms: performance.now() - began, bytes: byteLength }
  }
  const questions: [string, string, number, number][] = [
    ['API, 1 × raw', queryHistoryBinary.path, 1, given.points],
    [`API, ${given.columns} × raw`, queryHistoryBinary.path, given.columns, given.points],
    [`API, ${given.columns} → 2800 points`, queryHistoryBinary.path, given.columns, 2800],
    [`API, ${given.columns} → 2800 points, JSON`, queryHistory.path, given.columns, 2800],
  ]
  const figures: Figure[] = []
  for (const [name, path, count, points] of questions) {
    await ask(path, count, points)
    const ms: number[] = []
    let bytes = 0
    for (let round = 0; round < given.rounds; round += 1) {
      const answer = await ask(path, count, points)
      ms.push(answer.ms)
      bytes = answer.bytes
    }
    figures.push({ name, ms, note: `${(bytes / 1e6).toFixed(1)} MB` })
  }
  return figures
}

const [sevenDays, oneHour] = ['7 天', '1 小时']

/** Measures from the click on the range until the frame after the one in which the answer was drawn. */
const press = (page: Page, range: string) =>
  page.evaluate(async (name) => {
    const radio = [...document.querySelectorAll('label')].find((each) => each.textContent?.trim() === name)
    const density = () => document.querySelector('.history-density')?.textContent ?? ''
    const before = density()
    const began = performance.now()
    ;(radio as HTMLElement).click()
    await new Promise<void>((resolve) => {
      const look = () => {
        const words = density()
        if (words !== before && /\d/.test(words)) resolve()
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
    return { ms: performance.now() - began, words: density() }
  }, range)

async function painted(url: string, cookie: string, gateway: FleetGateway): Promise<Figure[]> {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium' })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' })
    const [name, value] = cookie.split('=')
    await context.addCookies([{ name: name!, value: value!, url }])
    const page = await context.newPage()
    const query = `tab=history&range=1h&columns=${gateway.columnIds.join('.')}`
    await page.goto(`${url}/monitor/eg/detail/list/${gateway.equipmentId}/0?${query}`)
    await page.locator('.history-density', { hasText: /\d/ }).waitFor()
    const ms: number[] = []
    let note = ''
    for (let round = 0; round <= given.rounds; round += 1) {
      const { ms: took, words } = await press(page, sevenDays)
      if (round > 0) ms.push(took)
      note = words
      await press(page, oneHour)
    }
    return [{ name: `pressed → painted, ${given.columns} curves`, ms, note }]
  } finally {
    await browser.close()
  }
}

const platform = await startPlatform()
try {
  const [gateway] = await insertFleet(platform.database, 1, given.columns)
  await platform.stopServer()
  await fill(platform, gateway!)
  await platform.startServer()
  const url = `http://127.0.0.1:${platform.port}`
  const cookie = await signIn(url, platform.password)
  const figures = [...(await atApi(url, cookie, gateway!)), ...(await painted(url, cookie, gateway!))]
  console.log(`${machineLine()}; ${given.columns} × ${given.points} readings`)
  const rows = figures.map(({ name, ms, note }) => {
    const worst = Math.max(...ms)
    return [name, median(ms).toFixed(0), worst.toFixed(0), note]
  })
  console.log(table(['what', 'median ms', 'worst ms', ''], rows))
} finally {
  await platform.stop()
}
