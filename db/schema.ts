/**
 * Every table as Kysely sees it, names in camelCase. One line a table; the row types stand beside the room's store.
 */
// biome-ignore lint/suspicious/noEmptyInterface: rooms add their tables here
export interface DB {}
