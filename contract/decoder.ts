// How a room reads a file that somebody sent. It runs in a thread of the platform with a deadline and a memory limit: a
// hostile file delays its sender alone. `decoders.ts` of a room exports them, and imports nothing that needs a database.
import type { Named } from './errors.ts'

export type Decoder<I = never, O = unknown> = {
  /** Unique among all rooms: `picture/facts`. */
  name: string
  /** Throws a Failure where the file is refused. */
  read(input: I): O
  /** The refusal of a file that takes more time or memory than any legitimate one. */
  tooMuch(input: I): Named
}

/** Reads with a decoder of a room. `account`: the callers that share a turn in the queue. Throws tooFrequent when too many wait. */
export type Decode = <I, O>(decoder: Decoder<I, O>, input: I, account: number | null) => Promise<O>
