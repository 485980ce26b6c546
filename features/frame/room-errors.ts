// Registers the errors of all rooms (`errors.ts` in a room). Imported where errors are listed or shown by number.
const modules = import.meta.glob('../*/*/errors.ts', { eager: true })

/** The files that declare errors of rooms. */
export const errorFiles: readonly string[] = Object.keys(modules)
