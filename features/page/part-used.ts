// What a page is called and who saved it, and which pages show a variable: for whoever explains a value.
export { loadPageHead, loadPagesWith } from './list-store.ts'
