// New settings of the LAN are on trial until the platform was reached under them; otherwise, after a while, after a crash
// or after a power cut, the gateway returns to the ones before. What restores them is on disk first. [S5]
import { z } from 'zod'
import { Lan } from '../../../contract/box.ts'
import type { HardwareTold } from '../hardware.ts'
import { createTurn } from '../in-turn.ts'
import { type Ending, failure } from '../poll/write.ts'

/** The network of the system. Settings have a name of ours; each of these may be asked twice. Faults are thrown. */
export type LanBackend = {
  /** What the port has now. */
  read(): Promise<HardwareTold['lan']>
  /** What `restore` needs to bring back what the port has now; null: it has nothing. */
  current(): Promise<string | null>
  /** Makes settings without using them. */
  prepare(name: string, lan: Lan): Promise<void>
  activate(name: string): Promise<void>
  isActive(name: string): Promise<boolean>
  /** From now on the settings are used after a start of the box too. */
  keep(name: string, before: string | null): Promise<void>
  restore(before: string | null): Promise<void>
  /** Absent is fine. */
  discard(name: string): Promise<void>
}

const Name = z.string().regex(/^gatehouse-lan-[0-9a-f]{8}$/)
export const LanState = z.object({
  /** `names`: settings on trial, the last one is wanted; `before` restores those of before. */
  trial: z.object({ names: z.array(Name).min(1), before: z.string().nullable(), lan: Lan }).nullable(),
  /** Settings of ours that are in force. */
  current: Name.nullable(),
  /** Settings of ours that are of no use any more. */
  stale: z.array(Name),
  undone: z.object({ ip: z.string(), mask: z.string(), at: z.number() }).nullable(),
})
export type LanState = z.output<typeof LanState>
export const noLanState: LanState = { trial: null, current: null, stale: [], undone: null }

export type LanPace = { afterMs: number; rollbackMs: number; retryMs: number }

type Needs = {
  backend: LanBackend
  /** On disk before `save` resolves; rejects with nothing changed. */
  memory: { load(): Promise<LanState>; save(state: LanState): Promise<void> }
  newName(): string
  now(): number
  pace: LanPace
  /** `applied`: the port has other settings now, and a connection over it may be cut. */
  onChange(isApplied: boolean): void
  log: (message: string) => void
}

const done: Ending = { status: 'success', code: 200 }
const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200)

export class LanTrial {
  readonly #needs: Needs
  readonly #turn = createTurn()
  #state: LanState = noLanState
  #lan: HardwareTold['lan'] = null
  /** Settings on trial that are in force: an answer of the platform confirms them. */
  #activeName: string | undefined
  #applying: NodeJS.Timeout | undefined
  #undoing: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** What the port has, and the last settings that were undone. */
  get told(): Pick<HardwareTold, 'lan' | 'lanUndone'> {
    return { lan: this.#lan, lanUndone: this.#state.undone }
  }

  get isOnTrial(): boolean {
    return this.#state.trial !== null
  }

  /** Reads the state of an earlier run; a trial that it left open is undone right afterwards. */
  start(): Promise<void> {
    return this.#inTurn('start', async () => {
      this.#state = await this.#needs.memory.load()
      if (this.#state.trial) this.#undoAfter(0)
      else await this.#sweep()
      await this.#read()
    })
  }

  /** Reads again what the port has, and removes what could not be removed before. */
  refresh(): Promise<void> {
    return this.#inTurn('read', async () => {
      await this.#sweep()
      await this.#read()
    })
  }

  /** Answers before anything is cut; the settings are in force a moment later. */
  order(lan: Lan): Promise<Ending> {
    return this.#turn(async () => {
      try {
        await this.#prepare(lan)
        return done
      } catch (error) {
        this.#needs.log(`LAN: ${wordsOf(error)}`)
        return failure(1359, { reason: wordsOf(error) })
      }
    })
  }

  /** The platform has answered. */
  reached(): void {
    if (this.#activeName) void this.#inTurn('confirm', () => this.#confirm())
  }

  /** A trial stays open: the next start undoes it. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#clear()
    await this.#turn(async () => this.#clear())
  }

  async #prepare(lan: Lan): Promise<void> {
    const { backend, newName, pace } = this.#needs
    const { trial } = this.#state
    const before = trial ? trial.before : await backend.current()
    const name = newName()
    await this.#save({ trial: { names: [...(trial?.names ?? []), name], before, lan }, undone: null })
    try {
      await backend.prepare(name, lan)
    } catch (error) {
      await this.#save({ trial, stale: [...this.#state.stale, name] })
      await this.#sweep()
      throw error
    }
    if (this.#isStopped) return
    this.#activeName = undefined
    clearTimeout(this.#applying)
    this.#applying = setTimeout(() => void this.#inTurn('apply', () => this.#apply(name)), pace.afterMs)
    this.#undoAfter(pace.afterMs + pace.rollbackMs)
  }

  async #apply(name: string): Promise<void> {
    if (this.#state.trial?.names.at(-1) !== name) return
    try {
      await this.#needs.backend.activate(name)
    } catch (error) {
      this.#needs.log(`LAN: ${wordsOf(error)}`)
      return this.#undo()
    }
    this.#activeName = name
    await this.#read()
    this.#needs.onChange(true)
  }

  async #confirm(): Promise<void> {
    const { trial, current, stale } = this.#state
    const name = this.#activeName
    if (!trial || name === undefined) return
    const { backend } = this.#needs
    if (!(await backend.isActive(name))) return this.#undo()
    await backend.keep(name, trial.before)
    const others = [...trial.names.slice(0, -1), ...(current === null ? [] : [current])]
    await this.#save({ trial: null, current: name, stale: [...stale, ...others] })
    this.#clear()
    await this.#sweep()
    this.#needs.onChange(false)
  }

  /** Back to the settings of before; what does not succeed is tried again. */
  async #undo(): Promise<void> {
    const { trial } = this.#state
    if (!trial) return
    this.#clear()
    const { backend, now, pace, log } = this.#needs
    try {
      await backend.restore(trial.before)
      const { ip, mask } = trial.lan
      const stale = [...this.#state.stale, ...trial.names]
      await this.#save({ trial: null, stale, undone: { ip, mask, at: now() } })
    } catch (error) {
      log(`LAN: the settings of before are not back yet: ${wordsOf(error)}`)
      return this.#undoAfter(pace.retryMs)
    }
    log('LAN: the platform was not reached with the new settings, those of before are back')
    await this.#sweep()
    await this.#read()
    this.#needs.onChange(true)
  }

  /** Removes settings that are of no use; what stays is removed by a later sweep. */
  async #sweep(): Promise<void> {
    const { stale } = this.#state
    if (stale.length === 0) return
    try {
      for (const name of stale) await this.#needs.backend.discard(name)
      await this.#save({ stale: [] })
    } catch (error) {
      this.#needs.log(`LAN: ${wordsOf(error)}`)
    }
  }

  async #read(): Promise<void> {
    this.#lan = await this.#needs.backend.read()
  }

  async #save(change: Partial<LanState>): Promise<void> {
    const next = { ...this.#state, ...change }
    await this.#needs.memory.save(next)
    this.#state = next
  }

  #undoAfter(ms: number): void {
    clearTimeout(this.#undoing)
    if (this.#isStopped) return
    this.#undoing = setTimeout(() => void this.#inTurn('undo', () => this.#undo()), ms)
  }

  #clear(): void {
    clearTimeout(this.#applying)
    clearTimeout(this.#undoing)
    this.#activeName = undefined
  }

  #inTurn(what: string, act: () => Promise<void>): Promise<void> {
    return this.#turn(act).catch((error: unknown) => this.#needs.log(`LAN, ${what}: ${wordsOf(error)}`))
  }
}
