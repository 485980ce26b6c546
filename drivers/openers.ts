// Every driver's impure half, loaded when first used: libraries of unused drivers cost nothing. Edge only.
import type { Opener, TagOpener } from './driver.ts'

/** Of which kind its sessions are says its `about`. */
export type AnyOpener = Opener | TagOpener

const modules = import.meta.glob<{ opener: AnyOpener }>('./*/driver.ts')

/** By the driver's type, which is its folder's name. */
export const openers: Readonly<Record<string, () => Promise<AnyOpener>>> = Object.fromEntries(
  Object.entries(modules).map(([path, load]) => [path.split('/')[1], async () => (await load()).opener]),
)
