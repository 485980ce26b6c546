// The tree of the navigation and the names of all pages, which the shell sets for pages that list them, such as the
// table of permissions of a role.
import type { MenuTree, PageRoute } from './routes.ts'
import { createStore, useStore } from './store.ts'

export type NavigationTree = { tree: MenuTree; pages: readonly PageRoute[] }

const known = createStore<NavigationTree>({ tree: [], pages: [] })

/** Sets the navigation tree; called once, by the shell. */
export const setNavigationTree = known.set
export const useNavigationTree = (): NavigationTree => useStore(known)
