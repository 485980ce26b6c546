// Columns of values as messages bring them, right and wrong: for checks by hand that are held to the schema of the
// contract.
import fc from 'fast-check'
import type { z } from 'zod'

type Columns = { ids: unknown[]; values: unknown[]; times?: unknown[] | undefined; codes?: unknown[] | undefined }

/** What a schema takes, and what it cannot say: columns are of one length. */
export const accepting =
  (schema: z.ZodType<Columns>) =>
  (json: unknown): boolean => {
    const parsed = schema.safeParse(json)
    if (!parsed.success) return false
    const { ids, values, times, codes } = parsed.data
    return [values, times ?? ids, codes ?? ids].every((column) => column.length === ids.length)
  }

const edges = [-2_147_483_648, 2_147_483_647, 2_147_483_648, -2_147_483_649, 2 ** 53, -(2 ** 53)]

/** A short column of anything, with numbers about the edges of 32 and 53 bits. */
export const anyColumn: fc.Arbitrary<unknown[]> = fc.array(
  fc.oneof(fc.integer(), fc.double(), fc.string(), fc.boolean(), fc.constant(null), fc.constantFrom(...edges)),
  { maxLength: 3 },
)

/** Ids as they should be, or anything. */
export const anyIds: fc.Arbitrary<unknown[]> = fc.oneof(
  fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
  anyColumn,
)
