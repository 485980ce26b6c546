// Queries on stored pages, for other rooms of pages.
export {
  bindsFor,
  isLocked,
  loadPage,
  loadPageVersions,
  loadSceneBinds,
  lockOwner,
  noHome,
  pagesOf,
  pageVersionAt,
  removePage,
  scenesOf,
  signalsByName,
} from './store.ts'
export { loadPageHeads } from './uses-store.ts'
