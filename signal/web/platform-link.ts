// Whether the platform can be reached, known in one place for the whole shell: every call and every socket tells it what
// it met, and when one of them was not answered, or nothing was heard for a while, a small question settles it.
//
//     up ── an answer is missing ──► asked ── none either ──► noPlatform / noNetwork ── an answer ──► up
//                                       └── the database is away ──► noDatabase ── an answer ──► up
import { type Link, type LinkState, link as shownLink } from '../../ui/link.ts'
import type { Store } from '../../ui/store.ts'

/** What a question met: an answer, an answer without a database, or nothing. */
export type ProbeResult = 'answer' | 'noDatabase' | 'silence'

export type PlatformLinkNeeds = {
  /** A light question to the platform and its database; it gives up by itself. */
  probe(): Promise<ProbeResult>
  /** Whether somebody is here for whom it must be known; nobody is, nothing is asked. */
  isNeeded(): boolean
  /** Whether this computer has a network at all. */
  hasNetwork(): boolean
}

export type PlatformLink = {
  /** Begins to watch; answers the act that ends it. */
  start(needs: PlatformLinkNeeds): () => void
  /** An answer of the platform came. */
  heard(): void
  /** An answer came, and said that the database is away. */
  heardNoDatabase(): void
  /** Something was not answered: asks at once; resolves when it is known. */
  doubt(): Promise<void>
  /** Somebody looks again after a while: asks if nothing was heard for long. */
  look(): Promise<void>
  /** Hears that the platform, or its database, is back. */
  onReturn(listener: () => void): () => void
}

/** Nothing heard for so long: asked, so that a line that swallows everything is found out. */
export const quietMs = 10_000
/** Waits between questions while it is away; the last one is repeated. */
export const askMs = [1_000, 2_000, 3_000, 5_000] as const

export function createPlatformLink(store: Store<Link> = shownLink, now: () => number = Date.now): PlatformLink {
  const listeners = new Set<() => void>()
  let needs: PlatformLinkNeeds | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: Promise<void> | undefined
  let asked = 0
  let heardAt = now()

  const wait = (ms: number, act: () => void) => {
    clearTimeout(timer)
    timer = needs ? setTimeout(act, ms) : undefined
  }
  const waitQuiet = () => wait(Math.max(0, heardAt + quietMs - now()), lookQuiet)
  const lookQuiet = () => {
    if (!needs?.isNeeded()) heardAt = now()
    if (now() - heardAt >= quietMs) void ask()
    else waitQuiet()
  }
  const set = (state: LinkState) => {
    const before = store.get()
    if (before.state === state) return
    const since = state === 'up' ? null : (before.since ?? heardAt)
    store.set({ state, since, returns: before.returns + (state === 'up' ? 1 : 0) })
    if (state === 'up') for (const listener of listeners) listener()
  }
  const rise = () => {
    heardAt = now()
    asked = 0
    set('up')
    if (!asking) waitQuiet()
  }
  const fall = (state: LinkState) => {
    set(state)
    wait(askMs[Math.min(asked, askMs.length - 1)]!, () => void ask())
    asked += 1
  }
  const ask = (): Promise<void> => {
    if (!needs) return Promise.resolve()
    asking ??= askOnce(needs)
    return asking
  }
  async function askOnce(mine: PlatformLinkNeeds): Promise<void> {
    clearTimeout(timer)
    const askedAt = now()
    const result = await mine.probe().catch((): ProbeResult => 'silence')
    asking = undefined
    if (needs !== mine) return
    // What others heard meanwhile outweighs a question that was lost.
    if (result === 'answer' || (result === 'silence' && heardAt > askedAt)) rise()
    else if (result === 'noDatabase') fall('noDatabase')
    else fall(mine.hasNetwork() ? 'noPlatform' : 'noNetwork')
  }

  return {
    start(given) {
      needs = given
      heardAt = now()
      waitQuiet()
      return () => {
        needs = undefined
        clearTimeout(timer)
      }
    },
    // While the database is away some calls are answered without it: only the question tells that it is back.
    heard() {
      if (store.get().state === 'noDatabase') heardAt = now()
      else rise()
    },
    heardNoDatabase() {
      if (store.get().state !== 'noDatabase') void ask()
    },
    doubt: ask,
    look: async () => {
      if (store.get().state !== 'up' || now() - heardAt >= quietMs) await ask()
    },
    onReturn(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** One platform, one connection to it. */
export const platformLink = createPlatformLink()
