// New LAN settings are on trial until the platform is reached with them; otherwise, after a timeout, a crash or a power
// cut, the gateway restores the previous ones. The data needed for that is on disk first. [S5]
import { z } from 'zod'
import { Lan } from '../../../contract/box.ts'
import type { HardwareTold } from '../hardware.ts'
import { createTurn } from '../in-turn.ts'
import { type Ending, failure } from '../poll/write.ts'

/**
 * The network of the system. Settings have names chosen by the agent; all methods may be repeated. Faults are thrown.
 */
export type LanBackend = {
  /** The current settings of the port. */
  read(): Promise<HardwareTold['lan']>
  /** The data that `restore` needs to bring back the current settings; null: the port has none. */
  current(): Promise<string | null>
  /** Creates settings without applying them. */
  prepare(name: string, lan: Lan): Promise<void>
  activate(name: string): Promise<void>
  isActive(name: string): Promise<boolean>
  /** Makes the settings permanent: they are used after a reboot too. */
  keep(name: string, before: string | null): Promise<void>
  restore(before: string | null): Promise<void>
  /** Removes settings; absent is fine. */
  discard(name: string): Promise<void>
}

const Name = z.string().regex(/^gatehouse-lan-[0-9a-f]{8}$/)
/** The state of LAN settings on trial, as saved to disk. */
export const LanState = z.object({
  /** `names`: profiles on trial, the last of which is the wanted one; `before`: the profile to restore. */
  trial: z.object({ names: z.array(Name).min(1), before: z.string().nullable(), lan: Lan }).nullable(),
  /** The settings of the agent that are in use. */
  current: Name.nullable(),
  /** Settings of the agent that can be removed. */
  stale: z.array(Name),
  undone: z.object({ ip: z.string(), mask: z.string(), at: z.number() }).nullable(),
})
export type LanState = z.output<typeof LanState>
export const noLanState: LanState = { trial: null, current: null, stale: [], undone: null }

/** Delay of an order, time until it is undone without contact, pause between attempts to undo it. */
export type LanPace = { afterMs: number; rollbackMs: number; retryMs: number }

type Needs = {
  backend: LanBackend
  /** Persists the state. `save` resolves when the state is on disk; if it rejects, nothing has changed. */
  memory: { load(): Promise<LanState>; save(state: LanState): Promise<void> }
  newName(): string
  now(): number
  pace: LanPace
  /** Called after a change. `isApplied`: the port has new settings now, and a connection over it may be cut. */
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
  /** Settings on trial that are applied: an answer of the platform confirms them. */
  #activeName: string | undefined
  #applying: NodeJS.Timeout | undefined
  #undoing: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** The current settings of the port, and the last ones that were undone. */
  get told(): Pick<HardwareTold, 'lan' | 'lanUndone'> {
    return { lan: this.#lan, lanUndone: this.#state.undone }
  }

  get isOnTrial(): boolean {
    return this.#state.trial !== null
  }

  /** Loads the state of an earlier run; a trial that it left open is undone immediately afterwards. */
  start(): Promise<void> {
    return this.#inTurn('start', async () => {
      this.#state = await this.#needs.memory.load()
      if (this.#state.trial) this.#undoAfter(0)
      else await this.#sweep()
      await this.#read()
    })
  }

  /** Reads the settings of the port again, and removes unused settings that could not be removed before. */
  refresh(): Promise<void> {
    return this.#inTurn('read', async () => {
      await this.#sweep()
      await this.#read()
    })
  }

  /** Resolves before anything is cut; the settings are applied a moment later. */
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

  /** The platform has answered: confirms the settings on trial. */
  reached(): void {
    if (this.#activeName) void this.#inTurn('confirm', () => this.#confirm())
  }

  /** Leaves a trial open: the next start undoes it. */
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

  /** Restores the previous settings; retried until it succeeds. */
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

  /** Removes unused settings; a later sweep removes the rest. */
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
