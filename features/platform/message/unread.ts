// The number of unread messages as a page tracks it between two counts. Pure. [S4]

export type Unread = {
  /** The number of unread messages; null: not counted yet. */
  count: number | null
  /** A message arrived within the last ten seconds. */
  isNew: boolean
}

export const uncounted: Unread = { count: null, isNew: false }

/** Counts a new message immediately; the real number is requested when the mark ends. */
export const arrived = ({ count }: Unread): Unread => ({ count: count === null ? null : count + 1, isNew: true })

/** Sets the number of unread messages that the platform counted. */
export const counted = ({ isNew }: Unread, count: number): Unread => ({ count: count > 0 ? count : 0, isNew })

/** Ends the highlighting of a new message. */
export const settled = ({ count }: Unread): Unread => ({ count, isNew: false })
