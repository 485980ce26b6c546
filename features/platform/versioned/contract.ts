// The common properties of versions of all kinds of objects.
import { z } from 'zod'
import { Instant } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

/** A version in a list: number, time, author, reason, and the older version that it restores. */
export const VersionHead = z.object({
  version: z.number(),
  hash: z.string(),
  savedAt: Instant,
  /** Name of the author; empty for a version from before versions existed. */
  savedBy: z.string(),
  message: z.string(),
  restored: z.number().nullable(),
})
export type VersionHead = z.output<typeof VersionHead>

/** The reason for a save, in the author's words. */
export const VersionMessage = z
  .string()
  .trim()
  .max(limits.versionMessageLength)
  .nullish()
  .transform((text) => text ?? undefined)
