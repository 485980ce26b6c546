export const noteLimits = {
  /** Notes of one device. */
  notes: 3,
  /** Letters of a note. */
  noteLength: 200,
} as const
