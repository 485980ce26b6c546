// A configuration page in a real browser, for benches: saved over the API, opened by an account, its main thread watched.
import type { Browser, BrowserContext, CDPSession } from '@playwright/test'
import type { Envelope } from '../contract/endpoint.ts'
import { savePage } from '../features/page/page/contract.ts'

type Spent = { task: number; script: number; style: number }

/** CPU milliseconds of the page's main thread so far: in total, and the parts for scripts, style and layout. */
export async function cpuOf(session: CDPSession): Promise<Spent> {
  const { metrics } = (await session.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] }
  const of = (name: string) => (metrics.find((each) => each.name === name)?.value ?? 0) * 1000
  return {
    task: of('TaskDuration'),
    script: of('ScriptDuration'),
    style: of('RecalcStyleDuration') + of('LayoutDuration'),
  }
}

export const spentSince = (before: Spent, after: Spent, by = 1): string => {
  const ms = (part: keyof Spent) => ((after[part] - before[part]) / by).toFixed(0)
  return `${ms('task')} ms (${ms('script')} scripts, ${ms('style')} style and layout)`
}

/** Saves a page as the designer does; returns its id. */
export async function savedPage(url: string, cookie: string, equipmentId: number, document: object): Promise<number> {
  const form = new FormData()
  form.append('equipmentId', String(equipmentId))
  form.append('title', 'Bench')
  form.append('json', new Blob([JSON.stringify(document)]), 'page.json')
  const response = await fetch(url + savePage.path, { method: 'POST', headers: { cookie }, body: form })
  const { code, msg, data } = (await response.json()) as Envelope<{ id: number }>
  if (code !== 200 || !data) throw new Error(`the page is not saved: ${code} ${msg}`)
  return data.id
}

/** Opens a browser window that is signed in to an account. */
export async function windowOf(browser: Browser, url: string, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const [name, value] = [cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1)]
  await context.addCookies([{ name, value, url }])
  return context
}
