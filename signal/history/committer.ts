// Commits landed messages: repeats the commit until it succeeds, also when the connection breaks, and splits it when one
// of the messages is faulty. [DESIGN 9 Exactly once, Poison]
import { isDatabaseDown } from '../../db/database-down.ts'
import { errorText } from '../../db/setup-error.ts'
import { type Item, markItem, refusedItem } from './landing-item.ts'
import { addCommit, type Commit, holdsFrame, isPoison, type Pool, renew } from './landing-store.ts'
import { type Pace, pause } from './pace.ts'
import { packFrames } from './pack.ts'

export class Superseded extends Error {
  constructor() {
    super('Another process has taken over the writing of history')
    this.name = 'Superseded'
  }
}

/** The dependencies of both accepting and committing messages. */
export type WriterNeeds = {
  pool: Pool
  pace: Pace
  /** The generation of this writer. */
  generation: number
  now(): number
  log(line: string): void
}

type CommitterNeeds = WriterNeeds & {
  /** Called once for each committed part, in order. */
  done(items: Item[]): void
  /** Once aborted, a failed commit is not repeated. */
  stopping: AbortSignal
}

export type Committer = {
  /** Throws Superseded when another process writes, and an Error when stopped before the database is back. */
  commit(items: Item[], slot: number): Promise<void>
  /** The generation that guards every statement; undefined once nothing can be written any more. */
  generation(): number | undefined
  /** The last commit failed and is tried again. */
  isRetrying(): boolean
  giveUp(): void
}

export function createCommitter(needs: CommitterNeeds): Committer {
  const { pool, pace, now, log, done, stopping } = needs
  let generation: number | undefined = needs.generation
  let isRetrying = false

  const lose = (): never => {
    generation = undefined
    throw new Superseded()
  }

  async function commit(items: Item[], slot: number): Promise<void> {
    const add = toCommit(items, now())
    const first = add.frames[0]!.bytes
    for (let waitMs = pace.retryMs; ; waitMs = Math.min(waitMs * 2, pace.retryMostMs)) {
      const fault = await attempt(add, slot)
      isRetrying = fault !== undefined
      if (fault === undefined) return done(items)
      if (isPoison(fault)) return takeApart(items, slot, fault)
      const reason = isDatabaseDown(fault) ? 'the database is away' : 'it failed'
      log(`history: a commit is tried again, ${reason}: ${errorText(fault)}`)
      await pause(waitMs, stopping)
      if (await cameThrough(first, slot)) {
        isRetrying = false
        return done(items)
      }
    }
  }

  /** Tries a commit; returns the error, or undefined. */
  async function attempt(add: Commit, slot: number): Promise<unknown> {
    if (generation === undefined) return lose()
    try {
      if (await addCommit(pool, slot, generation, add)) return undefined
    } catch (error) {
      return error
    }
    return lose()
  }

  /**
   * Finds out whether a commit succeeded: raising the generation ends the statement or waits for it, then the segment
   * shows whether the frame was committed. While the database is unavailable nothing is known, and nothing is written.
   */
  async function cameThrough(frame: Buffer, slot: number): Promise<boolean> {
    for (;;) {
      if (stopping.aborted) throw new Error('Stopped before the database was back')
      try {
        const renewed = await renew(pool, generation ?? lose(), now())
        generation = renewed ?? lose()
        return await holdsFrame(pool, slot, frame)
      } catch (error) {
        if (error instanceof Superseded) throw error
        await pause(pace.retryMs, stopping)
      }
    }
  }

  /** Commits each half of the messages separately, and so on down to one message: that message goes to quarantine. */
  async function takeApart(items: Item[], slot: number, fault: unknown): Promise<void> {
    const [item] = items
    if (items.length > 1) {
      const half = items.length >> 1
      await commit(items.slice(0, half), slot)
      return commit(items.slice(half), slot)
    }
    if (!item) return
    const { gatewayId, seq } = item.place
    if (item.isRefused && !item.message) throw new Error(`The database refuses even a number: ${errorText(fault)}`)
    log(`history: the database refuses message ${seq} of gateway ${gatewayId}: ${errorText(fault)}`)
    if (item.isRefused) log(`history: message ${seq} of gateway ${gatewayId} cannot even be quarantined and is lost`)
    await commit([item.isRefused ? markItem(item) : refusedItem(item, errorText(fault), now())], slot)
  }

  return {
    commit,
    generation: () => generation,
    isRetrying: () => isRetrying,
    giveUp() {
      generation = undefined
    },
  }
}

const toCommit = (items: readonly Item[], now: number): Commit => ({
  frames: packFrames(items),
  gaps: items.flatMap(({ gap }) => gap ?? []),
  quarantined: items.flatMap(({ message }) => message ?? []),
  events: items.flatMap(({ event }) => event ?? []),
  now,
})
