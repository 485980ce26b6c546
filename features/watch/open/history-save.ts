// Saving streamed files, and the limit of simultaneous history queries of a page.
export { saveExport } from '../history/export-file.ts'
export { heavyTurns } from '../history/heavy-turns.ts'
