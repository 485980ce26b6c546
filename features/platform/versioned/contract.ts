// What the versions of a thing are known by, whatever the thing is.
import { z } from 'zod'
import { Instant } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

/** A version in a list: its number, when and by whom it was saved, why, and of which older one it is made. */
export const VersionHead = z.object({
  version: z.number(),
  hash: z.string(),
  savedAt: Instant,
  /** Empty: from before there were versions of it. */
  savedBy: z.string(),
  message: z.string(),
  restored: z.number().nullable(),
})
export type VersionHead = z.output<typeof VersionHead>

/** Why something is saved, in the words of who saves it. */
export const VersionMessage = z
  .string()
  .trim()
  .max(limits.versionMessageLength)
  .nullish()
  .transform((text) => text ?? undefined)
