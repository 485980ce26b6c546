// Saves what the platform streams as a file, and how many things of the past a page asks for at once.
export { fileName, saveExport } from '../history/export-file.ts'
export { heavyTurns } from '../history/heavy-turns.ts'
