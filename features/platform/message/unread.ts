// How many messages are unread, as a page knows it between two counts. Pure. [S4]

export type Unread = {
  /** Null: not counted yet. */
  count: number | null
  /** Something came within the last ten seconds. */
  isNew: boolean
}

export const uncounted: Unread = { count: null, isNew: false }

/** One came: it counts at once, and what is true is asked when the mark goes. */
export const arrived = ({ count }: Unread): Unread => ({ count: count === null ? null : count + 1, isNew: true })

/** What the platform counted. */
export const counted = ({ isNew }: Unread, count: number): Unread => ({ count: count > 0 ? count : 0, isNew })

/** The mark goes. */
export const settled = ({ count }: Unread): Unread => ({ count, isNew: false })
