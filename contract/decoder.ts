// How a room reads an uploaded file. Decoders run in a thread of the platform with a deadline and a memory limit, so
// that a hostile file delays only its sender. `decoders.ts` of a room exports them, and imports nothing that needs a
// database.
import type { Named } from './errors.ts'

export type Decoder<I = never, O = unknown> = {
  /** Name of the decoder, unique among all rooms: `picture/facts`. */
  name: string
  /** Throws a Failure if the file is rejected. */
  read(input: I): O
  /** The error for a file that takes more time or memory than any legitimate one. */
  tooMuch(input: I): Named
}

/**
 * Runs a decoder of a room. `account`: calls of one account share a turn in the queue. Throws tooFrequent when too many
 * wait.
 */
export type Decode = <I, O>(decoder: Decoder<I, O>, input: I, account: number | null) => Promise<O>
