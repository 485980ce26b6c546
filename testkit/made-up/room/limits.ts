export const noteLimits = {
  /** Maximum number of notes of a device. */
  notes: 3,
  /** Maximum number of characters of a note. */
  noteLength: 200,
} as const
