import type { BuildOptions } from 'esbuild'

/** How the programs are bundled; the tests bundle theirs the same way. */
export function bundleOptions(root: string, entries: { in: string; out: string }[]): Promise<BuildOptions>

/** The gateway agent with all its packages in one file, `gatehouse-edge.mjs` in `out`. */
export function buildEdge(root: string, out?: string): Promise<void>

/** Flags of Node for the platform's program, wherever it is started. [decision 57] */
export const PLATFORM_FLAGS: readonly string[]

export type Entry = { in: string; out: string }

/** The worker threads of these sources, to lie beside the programs. */
export function workersOf(sources: string[]): Entry[]

/** Puts the migrations beside the programs. */
export function copyMigrations(root: string, out?: string): void
