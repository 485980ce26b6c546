// An answer of megabytes with several large members.
import type { z } from 'zod'
import { givingWay } from '../../core/giving-way.ts'
import { joinPieces, jsonPieces } from '../../core/json-pieces.ts'
import { type InPieces, inPieces } from './serve.ts'

/** Checks each member against the contract and writes the answer in pieces; other calls are served in between. */
export async function largeAnswer<S extends z.ZodRawShape>(
  output: z.ZodObject<S>,
  data: z.input<z.ZodObject<S>>,
  giveWay: () => Promise<void> = givingWay(),
): Promise<InPieces> {
  const members: Record<string, unknown> = {}
  for (const [key, type] of Object.entries(output.shape)) {
    members[key] = (type as unknown as z.ZodType).parse((data as Record<string, unknown>)[key])
    await giveWay()
  }
  return inPieces(joinPieces(jsonPieces(members)))
}
