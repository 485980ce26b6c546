/** Paths of all sources of the server, from the root. */
export function serverSources(root: string): string[]
/** Writes `…gz` beside each file that is shorter that way. */
export function compressFiles(folder: string): void
