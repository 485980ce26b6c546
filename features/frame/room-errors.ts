// Registers the errors of all rooms (`errors.ts` in a room). Imported where errors are listed or shown by number.
import.meta.glob('../*/*/errors.ts', { eager: true })
