// The connection to the platform as the parts of a screen know it: while it does not stand, nothing on screen that came
// from the platform is shown as current. `signal/web/platform-link.ts` keeps it true.
import { createStore, type Store, useStore } from './store.ts'

/** In the order in which one hides the next: this computer's network, the platform, its database. */
export type LinkState = 'up' | 'noNetwork' | 'noPlatform' | 'noDatabase'

export type Link = {
  state: LinkState
  /** When the platform was last heard, epoch ms by this computer's clock; null while it answers. */
  since: number | null
  /** How often it came back: what failed meanwhile is tried again when this grows. */
  returns: number
}

export const link: Store<Link> = createStore<Link>({ state: 'up', since: null, returns: 0 })

export const useLink = (): Link => useStore(link)

/** Whether calls are answered, and so whether what they told is current. */
export const isLinkUp = (): boolean => link.get().state === 'up'
