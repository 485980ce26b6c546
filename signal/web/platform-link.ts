// Whether the platform can be reached, decided in one place for the whole shell: every call and socket reports its
// outcome, and after a missing answer, or a silence, a small request (the probe) decides.
//     up ── an answer is missing ──► probe ── unanswered ──► noPlatform / noNetwork ── an answer ──► up
//                                      └── the database is down ──► noDatabase ── an answer ──► up
import { type Link, type LinkState, link as shownLink } from '../../ui/link.ts'
import type { Store } from '../../ui/store.ts'

/** Outcome of a probe: an answer, an answer without a database, or none. */
export type ProbeResult = 'answer' | 'noDatabase' | 'silence'

type PlatformLinkNeeds = {
  /** A light request to the platform and its database, with its own timeout. */
  probe(): Promise<ProbeResult>
  /** Whether the page has to show the state of the connection; otherwise no probe is sent. */
  isNeeded(): boolean
  /** Whether this computer has a network at all. */
  hasNetwork(): boolean
}

type PlatformLink = {
  /** Starts watching; returns the function that stops it. */
  start(needs: PlatformLinkNeeds): () => void
  /** Reports an answer of the platform. */
  heard(): void
  /** Reports an answer according to which the database is down. */
  heardNoDatabase(): void
  /** Reports a missing answer: probes immediately, and resolves once the state is decided. */
  doubt(): Promise<void>
  /** Called when the page becomes visible: probes if nothing was received for long. */
  look(): Promise<void>
  /** Calls back when the platform, or its database, is back. */
  onReturn(listener: () => void): () => void
}

/** After this silence a probe is sent, so that a dead connection is detected. */
const quietMs = 10_000
/** Pauses between probes while the platform is unreachable; the last one is repeated. */
const askMs = [1_000, 2_000, 3_000, 5_000] as const

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
    // A lost probe does not count if other calls were answered after it was sent.
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
    // While the database is down some calls are answered without it, so only a probe proves that the database is back.
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

/** One link for the whole page, because there is one platform and one connection. */
export const platformLink = createPlatformLink()
