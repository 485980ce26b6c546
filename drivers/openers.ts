// Every driver's impure half, loaded when first used: libraries of unused drivers cost nothing. Edge only.
import type { Opener } from './driver.ts'

const modules = import.meta.glob<{ opener: Opener }>('./*/driver.ts')

/** By the driver's type, which is its folder's name. */
export const openers: Readonly<Record<string, () => Promise<Opener>>> = Object.fromEntries(
  Object.entries(modules).map(([path, load]) => [path.split('/')[1], async () => (await load()).opener]),
)
