// The connection to the platform, for the parts of a screen: while it is down, no data from the platform is shown as
// current. `signal/web/platform-link.ts` updates it.
import { createStore, type Store, useStore } from './store.ts'

/**
 * The faults of the connection; an earlier one in this list hides the later ones: the computer's network, the platform,
 * its database.
 */
export type LinkState = 'up' | 'noNetwork' | 'noPlatform' | 'noDatabase'

export type Link = {
  state: LinkState
  /**
   * When the last message of the platform arrived, epoch ms by this computer's clock; null while the platform answers.
   */
  since: number | null
  /** How often the platform was reachable again: failed requests are repeated when the number grows. */
  returns: number
}

export const link: Store<Link> = createStore<Link>({ state: 'up', since: null, returns: 0 })

export const useLink = (): Link => useStore(link)

/** Whether the platform answers, and so whether its earlier answers are current. */
export const isLinkUp = (): boolean => link.get().state === 'up'
