// What a page of a project can show of the project as a whole, for who binds a widget to it.
export { systemKeys } from './system-counts.ts'
