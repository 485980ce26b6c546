// The bytes of a large text that is made piece by piece.
import { givingWay } from './giving-way.ts'
import { gathered } from './json-pieces.ts'

/** Parts of some kilobytes; others have their turn between them. */
export async function* bytesInTurns(
  pieces: Iterable<string>,
  giveWay: () => Promise<void> = givingWay(),
): AsyncGenerator<Uint8Array> {
  for (const part of gathered(pieces)) {
    yield Buffer.from(part)
    await giveWay()
  }
}
