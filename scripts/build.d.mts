/** Paths of all sources of the server, from the root. */
export function serverSources(root: string): string[]
