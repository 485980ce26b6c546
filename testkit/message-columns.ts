// Valid and invalid columns of messages: for hand-written checks that are compared with the schema of the
// contract.
import fc from 'fast-check'
import type { z } from 'zod'

type Columns = { ids: unknown[]; values: unknown[]; times?: unknown[] | undefined; codes?: unknown[] | undefined }

/** The schema, and the check that it cannot express: columns have the same length. */
export const accepting =
  (schema: z.ZodType<Columns>) =>
  (json: unknown): boolean => {
    const parsed = schema.safeParse(json)
    if (!parsed.success) return false
    const { ids, values, times, codes } = parsed.data
    return [values, times ?? ids, codes ?? ids].every((column) => column.length === ids.length)
  }

const edges = [-2_147_483_648, 2_147_483_647, 2_147_483_648, -2_147_483_649, 2 ** 53, -(2 ** 53)]

/** A short column of any values, with numbers near the limits of 32 and 53 bits. */
export const anyColumn: fc.Arbitrary<unknown[]> = fc.array(
  fc.oneof(fc.integer(), fc.double(), fc.string(), fc.boolean(), fc.constant(null), fc.constantFrom(...edges)),
  { maxLength: 3 },
)

/** Valid ids, or arbitrary numbers. */
export const anyIds: fc.Arbitrary<unknown[]> = fc.oneof(
  fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
  anyColumn,
)
