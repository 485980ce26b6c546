// The half of every driver that does I/O, loaded on first use, so that libraries of unused drivers cost nothing. Edge
// only.
import type { Opener, TagOpener } from './driver.ts'

/** An opener of either kind, according to the driver's `about`. */
export type AnyOpener = Opener | TagOpener

const modules = import.meta.glob<{ opener: AnyOpener }>('./*/driver.ts')

/** Openers by driver type, which is the name of the folder. */
export const openers: Readonly<Record<string, () => Promise<AnyOpener>>> = Object.fromEntries(
  Object.entries(modules).map(([path, load]) => [path.split('/')[1], async () => (await load()).opener]),
)
