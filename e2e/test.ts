// The test of every journey: a browser that is signed in and set to English by default, calls of the platform to set a
// scene, and a watch over the console.
import { type Browser, type BrowserContext, type BrowserContextOptions, test as base } from '@playwright/test'
import { type Client, clientOf } from '../apps/demo/client.ts'
import type { Language } from '../contract/errors.ts'
import { limits } from '../contract/limits.ts'
import { ownOrganisation } from './own-organisation.ts'
import { sessionCookie } from './session.ts'
import { admin } from './world.ts'

export { type Browser, expect, type Locator, type Page } from '@playwright/test'

type Options = {
  language: Language
  theme: 'light' | 'dark'
  signedIn: boolean
  /** True: the test runs in an empty organisation of its own, where every name is free; false: in that of the demo. */
  alone: boolean
}
/** The base address of a browser, and its account. */
export type Place = { url: string; session: string }

type Fixtures = Options & {
  /** The world of the run, unless a file starts its own. */
  place: Place
  /** Calls of the platform as the signed-in account. */
  platform: Client

  /** Calls as the demo's administrator, also available if `alone` is set. */
  demo: Client

  /** Faults of the console so far; a test that causes one on purpose empties it. */
  faults: string[]
}

const url = () => process.env.GATEHOUSE_URL ?? ''

let latest = { cookie: '', at: Number.NEGATIVE_INFINITY }

/** A session that signed in recently, so that no call asks for the password again during a journey. */
async function demoSession(): Promise<string> {
  if (Date.now() - latest.at > limits.confirmedMs / 2)
    latest = { cookie: await sessionCookie(url(), admin), at: Date.now() }
  return latest.cookie
}

export const test = base.extend<Fixtures>({
  language: ['en', { option: true }],
  theme: ['light', { option: true }],
  signedIn: [true, { option: true }],
  alone: [false, { option: true }],
  place: async ({ alone }, use) => {
    const session = alone ? await ownOrganisation(url()) : await demoSession()
    await use({ url: url(), session })
  },
  platform: async ({ place }, use) => use(clientOf(place.url, place.session)),
  // biome-ignore lint/correctness/noEmptyPattern: the shape Playwright asks for
  demo: async ({}, use) => use(clientOf(url(), await demoSession())),
  baseURL: async ({ place }, use) => use(place.url),
  storageState: async ({ place, language, theme, signedIn }, use) => {
    const { cookies } = stateOf(place.url, signedIn ? place.session : null, { language, theme })
    await use({ cookies, origins: [] })
  },
  context: async ({ context, place, language, theme, signedIn }, use) => {
    const { origins } = stateOf(place.url, signedIn ? place.session : null, { language, theme })
    await context.addInitScript(remember, origins)
    await use(context)
  },
  faults: [
    async ({ context }, use) => {
      const faults = watchFaults(context)
      await use(faults)
      if (faults.length > 0) throw new Error(`faults in the browser:\n${faults.join('\n')}`)
    },
    { auto: true },
  ],
})

/**
 * The data that a browser stores of a platform: the session, and the data that a sign-in on the page stores beside its
 * cookie.
 */
export const stateOf = (origin: string, session: string | null, look: { language: Language; theme: string }) => ({
  cookies: session === null ? [] : [sessionOf(origin, session)],
  origins: [
    {
      origin,
      localStorage: [
        { name: 'langs', value: look.language },
        { name: 'theme', value: look.theme },
        { name: 'signedIn', value: session === null ? '' : '1' },
        // A recent place has the name of a link on the page; `recent.e2e.ts` opens them.
        { name: 'recentClosed', value: '1' },
      ],
    },
  ],
})

type Origins = ReturnType<typeof stateOf>['origins']

/**
 * Opens the journey's browser as one that has never visited the platform: the test tool would open a page of its own to
 * store the same state.
 */
function remember(origins: Origins): void {
  const own = origins.find(({ origin }) => origin === location.origin)
  if (!own || localStorage.length > 0) return
  for (const { name, value } of own.localStorage) localStorage.setItem(name, value)
}

/** Opens another browser: for another person, or on another platform. */
export async function newContext(
  browser: Browser,
  { url, session }: { url: string; session: string | null },
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const { cookies, origins } = stateOf(url, session, { language: 'en', theme: 'light' })
  const context = await browser.newContext({
    ...{ baseURL: url, timezoneId: 'Asia/Shanghai', ...options },
    storageState: { cookies, origins: [] },
  })
  await context.addInitScript(remember, origins)
  return context
}

/** Console errors, exceptions, refused content, answers that are no answer. */
export function watchFaults(context: BrowserContext): string[] {
  const faults: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', (error) => faults.push(String(error.error().stack ?? error.error())))
  context.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`)
  })
  return faults
}

function sessionOf(origin: string, cookie: string) {
  const at = cookie.indexOf('=')
  const { hostname } = new URL(origin)
  const kind = { domain: hostname, path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' as const }
  return { name: cookie.slice(0, at), value: cookie.slice(at + 1), ...kind }
}
