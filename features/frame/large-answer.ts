// An answer of megabytes with several large members.
import { z } from 'zod'
import { givingWay } from '../../core/giving-way.ts'
import { joinPieces, jsonPieces } from '../../core/json-pieces.ts'
import { type InPieces, inPieces } from './serve.ts'

/**
 * Checks an answer against the contract entry by entry, down into objects, lists and records, and writes it in pieces;
 * other calls are served in between. The checks of a list as a whole (its length) are left out.
 */
export async function largeAnswer<S extends z.ZodRawShape>(
  output: z.ZodObject<S>,
  data: z.input<z.ZodObject<S>>,
  giveWay: () => Promise<void> = givingWay(),
): Promise<InPieces> {
  return inPieces(joinPieces(jsonPieces(await checkInTurns(output, data, giveWay))))
}

async function checkInTurns(type: z.core.$ZodType, data: unknown, giveWay: () => Promise<void>): Promise<unknown> {
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional)
    return data == null ? z.parse(type, data) : checkInTurns(type.unwrap(), data, giveWay)
  if (isContainer(data)) {
    if (type instanceof z.ZodArray && Array.isArray(data) && isContainer(data[0])) {
      const entries: unknown[] = []
      for (const entry of data) entries.push(await checkInTurns(type.element, entry, giveWay))
      return entries
    }
    if (type instanceof z.ZodObject && type.def.catchall === undefined && !Array.isArray(data)) {
      const members: Record<string, unknown> = {}
      for (const [key, member] of Object.entries(type.shape))
        members[key] = await checkInTurns(member as z.core.$ZodType, (data as Record<string, unknown>)[key], giveWay)
      return members
    }
  }
  const checked = z.parse(type, data)
  await giveWay()
  return checked
}

const isContainer = (data: unknown): data is object => typeof data === 'object' && data !== null
