// What a page is called and who saved it, and which pages show a variable or a 3D scene: for whoever tells where it is used.
export { loadPageHead, loadPagesShowing, loadPagesWith } from '../page/list-store.ts'
