// What this room writes into the operation log.

/** What its lines are about. */
export const objects = ['organisation'] as const

declare module '../operation-log/collected-acts.ts' {
  interface Objects extends Record<(typeof objects)[number], true> {}
}
