// Titles and authors of pages, and the pages that show a variable or a 3D scene, for lists of uses.
export { loadPageHead, loadPagesShowing, loadPagesWith } from '../page/uses-store.ts'
