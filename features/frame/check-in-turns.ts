// Checks a large value against its schema without holding the event loop.
import { z } from 'zod'
import { givingWay } from '../../core/giving-way.ts'

/**
 * The value as `type.parse` returns it, checked entry by entry, down into objects and lists; other calls are served
 * in between. Rules about a list as a whole (its length) are left out. Throws ZodError.
 */
export async function checkInTurns(
  type: z.core.$ZodType,
  value: unknown,
  giveWay: () => Promise<void> = givingWay(),
): Promise<unknown> {
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional)
    return value == null ? z.parse(type, value) : checkInTurns(type.unwrap(), value, giveWay)
  if (isContainer(value)) {
    if (type instanceof z.ZodArray && Array.isArray(value) && isContainer(value[0])) {
      const entries: unknown[] = []
      for (const entry of value) entries.push(await checkInTurns(type.element, entry, giveWay))
      return entries
    }
    if (isPlainObject(type) && !Array.isArray(value)) {
      const members: Record<string, unknown> = {}
      for (const [key, member] of Object.entries(type.shape))
        members[key] = await checkInTurns(member as z.core.$ZodType, (value as Record<string, unknown>)[key], giveWay)
      return members
    }
  }
  const checked = z.parse(type, value)
  await giveWay()
  return checked
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The schema of an object that drops unknown members, and has no checks across its members. */
const isPlainObject = (type: z.core.$ZodType): type is z.ZodObject =>
  type instanceof z.ZodObject && type.def.catchall === undefined && (type.def.checks ?? []).length === 0
