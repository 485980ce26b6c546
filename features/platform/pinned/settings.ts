// The places that an account has pinned to its navigation.
import { z } from 'zod'
import { maxPins } from './rules.ts'

/** An address within this platform: one that starts with `//` would lead to another site. */
const Address = z
  .string()
  .max(500)
  .regex(/^\/(?!\/)[^\s\\]*$/)

const Place = z.object({ path: Address, name: z.string().max(200) })

export const settings = { pinned: z.array(Place).max(maxPins).default([]) }

declare module '../user-config/contract.ts' {
  interface UserSettings {
    pinned: z.output<typeof Place>[]
  }
}
