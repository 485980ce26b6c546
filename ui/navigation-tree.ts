// The navigation's tree and every page with its name, as the shell has them: for a page that is about them, such as the
// table of a role.
import type { MenuTree, PageRoute } from './routes.ts'
import { createStore, useStore } from './store.ts'

export type NavigationTree = { tree: MenuTree; pages: readonly PageRoute[] }

const known = createStore<NavigationTree>({ tree: [], pages: [] })

/** Sets the navigation tree; called once, by the shell. */
export const setNavigationTree = known.set
export const useNavigationTree = (): NavigationTree => useStore(known)
