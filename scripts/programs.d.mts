import type { BuildOptions } from 'esbuild'

/** How the programs are bundled; the tests bundle theirs the same way. */
export function bundleOptions(root: string, entries: { in: string; out: string }[]): Promise<BuildOptions>
