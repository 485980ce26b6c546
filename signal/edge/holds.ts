// Momentary buttons: a value is held while the operator presses the button. The client renews the press repeatedly; if
// renewals stop, or the agent was restarted, the gateway writes the old value back. A hold is on disk before its value
// is written, so that a power cut leaves no machine running. [S3 Click event: momentary]
import { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'
import { readIfThere, replaceFile } from './file.ts'
import { createTurn } from './in-turn.ts'
import { type Ending, failure } from './poll/write.ts'

const Held = z.object({
  /** The uuid of the command that pressed the key. */
  press: z.uuid(),
  signalId: z.number().int(),
  back: z.union([z.number(), z.boolean(), z.string()]),
  /**
   * `writeHash` of the variable when the button was pressed; if it has changed since, the old value is not written
   * back.
   */
  hash: z.string(),
})
type Held = z.output<typeof Held>

type Needs = {
  path: string
  /** Writes to the variable; returns nothing if its definition has changed since the press. */
  write: (signalId: number, value: Value, hash: string) => Promise<Ending> | undefined
  log: (message: string) => void
  /** Pause between attempts to write back. */
  againMs?: number
}

type Running = Held & { timer: NodeJS.Timeout | undefined; isWriting: boolean }

/** The momentary buttons that are pressed now, one per variable. */
export class Holds {
  readonly #needs: Needs
  readonly #againMs: number
  readonly #held = new Map<number, Running>()
  readonly #inTurn = createTurn()
  #isStopped = false

  constructor(needs: Needs) {
    this.#needs = needs
    this.#againMs = needs.againMs ?? 1000
  }

  /** Writes the value of a press and holds it for `forMs`. */
  async press({ forMs, ...pressed }: Held & { forMs: number }, write: () => Promise<Ending>): Promise<Ending> {
    if (!this.#held.has(pressed.signalId) && this.#held.size >= limits.heldKeys) return failure(1711)
    const of: Running = { ...pressed, timer: undefined, isWriting: true }
    let before: Running | undefined
    try {
      before = await this.#add(of)
    } catch (error) {
      return failure(90099, { logId: of.press }, `the key cannot be kept: ${String(error)}`)
    }
    const ending = await write()
    of.isWriting = false
    // The write was refused: the PLC still has its old value, unless an earlier press changed it.
    if (ending.status === 'failure' && !before && ending.code !== 1732) await this.#forget(of)
    else this.#wait(of, forMs)
    return ending
  }

  /** Runs a write of the variable that is not a press; if it succeeds, the hold ends. */
  async release(signalId: number, write: () => Promise<Ending>): Promise<Ending> {
    const of = this.#held.get(signalId)
    if (!of) return write()
    clearTimeout(of.timer)
    of.isWriting = true
    const ending = await write()
    of.isWriting = false
    if (ending.status === 'success') await this.#forget(of)
    else this.#wait(of, this.#againMs)
    return ending
  }

  /** Extends the hold of a press to `forMs` from now. */
  renew({ press, forMs }: { press: string; forMs: number }): void {
    for (const of of this.#held.values()) if (of.press === press && !of.isWriting) this.#wait(of, forMs)
  }

  /** Writes back the values that an earlier run held. */
  async restore(): Promise<void> {
    const text = await readIfThere(this.#needs.path)
    if (text === undefined) return
    const kept = z.array(Held).safeParse(parseJson(text))
    if (!kept.success) return this.#needs.log('what keys held before the restart cannot be read')
    for (const each of kept.data) {
      const of: Running = { ...each, timer: undefined, isWriting: false }
      this.#held.set(of.signalId, of)
      void this.#goBack(of)
    }
  }

  /** Tries to write back all held values now: the configuration is about to change. */
  async letGo(): Promise<void> {
    for (const of of this.#held.values()) clearTimeout(of.timer)
    await Promise.all([...this.#held.values()].map((of) => this.#goBack(of)))
  }

  /** Stops all timers. */
  stop(): void {
    this.#isStopped = true
    for (const { timer } of this.#held.values()) clearTimeout(timer)
  }

  #replace(holds: readonly Running[]): Promise<void> {
    const entries = holds.map(({ press, signalId, back, hash }) => ({ press, signalId, back, hash }))
    return replaceFile(this.#needs.path, JSON.stringify(entries))
  }

  /**
   * Saves a press, then replaces the earlier press of the same variable. If saving fails, the earlier press and its
   * timer remain. Returns the earlier press.
   */
  #add(of: Running): Promise<Running | undefined> {
    return this.#inTurn(async () => {
      await this.#replace([...[...this.#held.values()].filter(({ signalId }) => signalId !== of.signalId), of])
      const before = this.#held.get(of.signalId)
      clearTimeout(before?.timer)
      this.#held.set(of.signalId, of)
      return before
    })
  }

  async #forget(of: Running): Promise<void> {
    clearTimeout(of.timer)
    if (this.#held.get(of.signalId) === of) this.#held.delete(of.signalId)
    const saved = this.#inTurn(() => this.#replace([...this.#held.values()]))
    await saved.catch((error: unknown) => this.#needs.log(`what keys hold cannot be saved: ${String(error)}`))
  }

  #wait(of: Running, ms: number): void {
    clearTimeout(of.timer)
    if (this.#isStopped || this.#held.get(of.signalId) !== of) return
    of.timer = setTimeout(() => void this.#goBack(of), ms)
  }

  async #goBack(of: Running): Promise<void> {
    const { write, log } = this.#needs
    // A write of the variable is in progress; it restarts the timer when it ends.
    if (of.isWriting || this.#held.get(of.signalId) !== of) return
    const act = write(of.signalId, of.back, of.hash)
    if (!act) {
      log(`variable ${of.signalId} was held by a key and is another one now: nothing is written back`)
      return this.#forget(of)
    }
    of.isWriting = true
    const ending = await act.catch((error): Ending => failure(90099, { logId: of.press }, String(error)))
    of.isWriting = false
    if (this.#held.get(of.signalId) !== of) return
    if (ending.status === 'success') {
      log(`variable ${of.signalId}: nobody held the key any more, ${String(of.back)} was written back`)
      return this.#forget(of)
    }
    log(`variable ${of.signalId}: ${String(of.back)} could not be written back (${ending.code}), trying again`)
    this.#wait(of, this.#againMs)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
