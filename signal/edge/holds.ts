// Values that a key holds while it is pressed. The client renews the press again and again; when it stops, or the agent
// was restarted meanwhile, the gateway writes the old value back automatically. A hold is on disk before its value is
// written, so that a power cut leaves no machine running. [S3 Click event: momentary]
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
  /** `writeHash` of the variable when it was pressed; if it differs later, nothing is written back. */
  hash: z.string(),
})
type Held = z.output<typeof Held>

/** The keys that are held now. */
export type Holds = {
  /** Writes the value of a press and holds it for `forMs`. */
  press(of: Held & { forMs: number }, write: () => Promise<Ending>): Promise<Ending>
  /** Runs any other write of the variable; a successful one ends the hold. */
  release(signalId: number, write: () => Promise<Ending>): Promise<Ending>
  /** Extends the hold of a press to `forMs` from now. */
  renew(of: { press: string; forMs: number }): void
  /** Writes back the values that an earlier run held. */
  restore(): Promise<void>
  /** Tries to write back all held values now: the configuration is about to change. */
  letGo(): Promise<void>
  stop(): void
}

type Needs = {
  path: string
  /** Writes to the variable, or returns nothing if it is no longer the one that was meant. */
  write: (signalId: number, value: Value, hash: string) => Promise<Ending> | undefined
  log: (message: string) => void
  /** Pause between attempts to write back. */
  againMs?: number
}

type Running = Held & { timer: NodeJS.Timeout | undefined; isWriting: boolean }

export function createHolds({ path, write, log, againMs = 1000 }: Needs): Holds {
  const held = new Map<number, Running>()
  const inTurn = createTurn()
  let stopped = false

  const replace = (holds: readonly Running[]) => {
    const entries = holds.map(({ press, signalId, back, hash }) => ({ press, signalId, back, hash }))
    return replaceFile(path, JSON.stringify(entries))
  }
  const save = () => inTurn(() => replace([...held.values()]))

  /**
   * Saves a press, then holds it in place of an earlier one of its variable, which stays held, with its timer, if saving
   * fails. Returns that earlier press.
   */
  const add = (of: Running) =>
    inTurn(async () => {
      await replace([...[...held.values()].filter(({ signalId }) => signalId !== of.signalId), of])
      const before = held.get(of.signalId)
      clearTimeout(before?.timer)
      held.set(of.signalId, of)
      return before
    })

  const forget = async (of: Running) => {
    clearTimeout(of.timer)
    if (held.get(of.signalId) === of) held.delete(of.signalId)
    await save().catch((error) => log(`what keys hold cannot be saved: ${String(error)}`))
  }

  const wait = (of: Running, ms: number) => {
    clearTimeout(of.timer)
    if (!stopped && held.get(of.signalId) === of) of.timer = setTimeout(() => void goBack(of), ms)
  }

  async function goBack(of: Running): Promise<void> {
    // A write of the variable is under way: it sets the timer again when it ends.
    if (of.isWriting || held.get(of.signalId) !== of) return
    const act = write(of.signalId, of.back, of.hash)
    if (!act) {
      log(`variable ${of.signalId} was held by a key and is another one now: nothing is written back`)
      return forget(of)
    }
    of.isWriting = true
    const ending = await act.catch((error): Ending => failure(90099, { logId: of.press }, String(error)))
    of.isWriting = false
    if (held.get(of.signalId) !== of) return
    if (ending.status === 'success') {
      log(`variable ${of.signalId}: nobody held the key any more, ${String(of.back)} was written back`)
      return forget(of)
    }
    log(`variable ${of.signalId}: ${String(of.back)} could not be written back (${ending.code}), trying again`)
    wait(of, againMs)
  }

  return {
    async press({ forMs, ...pressed }, act) {
      if (!held.has(pressed.signalId) && held.size >= limits.heldKeys) return failure(1711)
      const of: Running = { ...pressed, timer: undefined, isWriting: true }
      let before: Running | undefined
      try {
        before = await add(of)
      } catch (error) {
        return failure(90099, { logId: of.press }, `the key cannot be kept: ${String(error)}`)
      }
      const ending = await act()
      of.isWriting = false
      // Refused: the PLC still has its old value, unless an earlier press changed it.
      if (ending.status === 'failure' && !before && ending.code !== 1732) await forget(of)
      else wait(of, forMs)
      return ending
    },

    async release(signalId, act) {
      const of = held.get(signalId)
      if (!of) return act()
      clearTimeout(of.timer)
      of.isWriting = true
      const ending = await act()
      of.isWriting = false
      if (ending.status === 'success') await forget(of)
      else wait(of, againMs)
      return ending
    },

    renew({ press, forMs }) {
      for (const of of held.values()) if (of.press === press && !of.isWriting) wait(of, forMs)
    },

    async restore() {
      const text = await readIfThere(path)
      if (text === undefined) return
      const kept = z.array(Held).safeParse(parseJson(text))
      if (!kept.success) return log('what keys held before the restart cannot be read')
      for (const each of kept.data) {
        const of: Running = { ...each, timer: undefined, isWriting: false }
        held.set(of.signalId, of)
        void goBack(of)
      }
    },

    async letGo() {
      for (const of of held.values()) clearTimeout(of.timer)
      await Promise.all([...held.values()].map(goBack))
    },

    stop() {
      stopped = true
      for (const { timer } of held.values()) clearTimeout(timer)
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
