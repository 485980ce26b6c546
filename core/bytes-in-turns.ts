// The bytes of a large text that is made piece by piece.
import { givingWay } from './giving-way.ts'
import { joinPieces } from './json-pieces.ts'

/** Splits a text into parts of some kilobytes as bytes; other tasks run between the parts. */
export async function* bytesInTurns(
  pieces: Iterable<string>,
  giveWay: () => Promise<void> = givingWay(),
): AsyncGenerator<Uint8Array> {
  for (const part of joinPieces(pieces)) {
    yield Buffer.from(part)
    await giveWay()
  }
}
