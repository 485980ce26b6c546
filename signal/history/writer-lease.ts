// The right to write history, which one process has at a time. The generation guards every statement of the writer; the
// heartbeat (`beat`) shows other processes that the writer lives. [DESIGN 9 Exactly once]
import {
  beat,
  type Pool,
  readWriter,
  release,
  releasedBeat,
  takeOver,
  takeOverFrom,
  type WriterState,
} from './landing-store.ts'

/** A writer whose heartbeat is unchanged for this many checks in a row is gone. */
export const silentChecks = 5

export class WriterLease {
  readonly #pool: Pool
  readonly #now: () => number
  #seen: WriterState | undefined
  #silent = 0

  /** `now`: the platform's clock, epoch ms. */
  constructor(pool: Pool, now: () => number) {
    this.#pool = pool
    this.#now = now
  }

  /** Takes over from any other process, also one that lives: the process that starts last writes. */
  take(): Promise<number> {
    return takeOver(this.#pool, this.#now())
  }

  /**
   * One heartbeat of the writer, or one check of a process that waits. Returns the generation that this process writes
   * under afterwards: the given one, a new one if the previous writer is gone, or undefined while another process is
   * the writer.
   */
  async turn(generation: number | undefined): Promise<number | undefined> {
    if (generation !== undefined) return (await beat(this.#pool, generation)) ? generation : undefined
    const writer = await readWriter(this.#pool)
    const isSilent = writer.generation === this.#seen?.generation && writer.beat === this.#seen.beat
    this.#silent = isSilent ? this.#silent + 1 : 0
    this.#seen = writer
    if (writer.beat !== releasedBeat && this.#silent < silentChecks) return undefined
    this.#seen = undefined
    return takeOverFrom(this.#pool, writer, this.#now())
  }

  /** Ends the lease, so that a waiting process can become the writer without delay. */
  release(generation: number): Promise<void> {
    return release(this.#pool, generation)
  }
}
