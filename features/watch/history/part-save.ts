// Saves what the platform streams as a file, and how many things of the past a page asks for at once.
export { fileName, saveExport } from './export-file.ts'
export { heavyTurns } from './heavy-turns.ts'
