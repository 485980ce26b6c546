// Calculates the intermediate variables that are being watched when a reading of theirs arrives: each once for all its
// viewers, encoded once for all viewers of the same set. [DESIGN 9 Pipeline]
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { MvarVal, SignalVal } from '../../contract/sockets.ts'
import { compileFormula, displayedResult, type Formula, isFormula } from '../../core/formula.ts'
import { InputIndex } from './input-index.ts'
import type { LiveTable } from './live-table.ts'

/** An intermediate variable from the token of a socket. Only `inputs` are read, even if the formula names others. */
export type Derived = {
  id: number
  expression: string
  inputs: readonly { equipmentId: number; signalId: number }[]
}

/** The part of a web socket that is used here. */
type Wire = { send(text: string): void; bufferedAmount(): number }

type Cell = {
  id: number
  formula: Formula
  /** When each input was last received, by its id. */
  heard: Map<number, number>
  inputs: Derived['inputs']
  groups: Set<Group>
}
/** Sockets that watch the same set. */
type Group = { cells: readonly Cell[]; members: Set<Member> }
/** `isBehind`: the socket missed a message, and receives all values once it reads again. */
type Member = { wire: Wire; isBehind: boolean }

/** Results that were calculated in one round. */
type Known = Map<Cell, ReturnType<typeof displayedResult>>
/** `heard`: cells whose inputs changed since the previous round. */
type Round = { heard: ReadonlySet<Cell>; known: Known }

/** Readings of several devices arrive one after the other: they are collected for this time. */
const gatherMs = 100
/** Maximum time before the event loop runs again. */
const mostMs = 8

const isFull = ({ wire }: Member) => wire.bufferedAmount() > limits.socketBacklogBytes
const isBehind = ({ members }: Group) => [...members].some((member) => member.isBehind)

/** Every difference makes another variable: two viewers may see different devices in the same formula. */
const keyOf = (derived: Derived) => JSON.stringify(derived)

/** The variables that are being watched; `stop` leaves no timer. */
export class Deriving {
  readonly #live: Pick<LiveTable, 'get'>
  readonly #now: () => number
  readonly #cells = new Map<string, Cell>()
  readonly #groups = new Map<string, Group>()
  readonly #byInput = new InputIndex<Cell>()
  readonly #dirty = new Set<Cell>()
  #timer: NodeJS.Timeout | undefined

  /** `now`: the platform's clock, epoch ms. */
  constructor(live: Pick<LiveTable, 'get'>, now: () => number) {
    this.#live = live
    this.#now = now
  }

  /** Sends the current values, then changes. Returns the function that ends it. */
  watch(derived: readonly Derived[], wire: Wire): () => void {
    const keys = derived.map(keyOf)
    const name = keys.join()
    const own = derived.map((each, i) => this.#cellOf(keys[i]!, each)).filter((cell) => cell !== undefined)
    if (own.length === 0) return () => undefined
    const group: Group = this.#groups.get(name) ?? { cells: own, members: new Set() }
    this.#groups.set(name, group)
    for (const cell of own) cell.groups.add(group)
    const member: Member = { wire, isBehind: false }
    group.members.add(member)
    wire.send(JSON.stringify(this.#messageOf(own)))
    return () => {
      group.members.delete(member)
      if (group.members.size > 0 || this.#groups.get(name) !== group) return
      this.#groups.delete(name)
      for (const [key, cell] of keys.map((each) => [each, this.#cells.get(each)] as const)) {
        cell?.groups.delete(group)
        if (cell?.groups.size === 0) this.#forget(key, cell)
      }
    }
  }

  /** Readings that are already in the live table. */
  take(equipmentId: EquipmentId, { ids, receivedAt }: Pick<SignalVal, 'ids' | 'receivedAt'>): void {
    const ofDevice = this.#byInput.of(equipmentId)
    if (!ofDevice) return
    for (const id of ids) {
      for (const cell of ofDevice.get(id) ?? []) {
        cell.heard.set(id, receivedAt)
        this.#dirty.add(cell)
      }
    }
    if (this.#dirty.size > 0) this.#plan()
  }

  /** Whether a watched variable uses this device. */
  needs(equipmentId: EquipmentId): boolean {
    return this.#byInput.has(equipmentId)
  }

  /** The numbers of watched variables, and of groups of sockets that watch the same ones. */
  counts(): { variables: number; groups: number } {
    return { variables: this.#cells.size, groups: this.#groups.size }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #resultOf({ formula, heard }: Cell): ReturnType<typeof displayedResult> {
    return displayedResult(formula, ({ equipmentId, signalId }) =>
      heard.has(signalId) ? this.#live.get(equipmentId as EquipmentId, signalId) : undefined,
    )
  }

  /** Builds the message for some variables. `known`: results calculated in this round; this call adds its own. */
  #messageOf(some: readonly Cell[], known: Known = new Map()): MvarVal {
    const results = some.map((cell) => {
      const result = known.get(cell) ?? this.#resultOf(cell)
      known.set(cell, result)
      return result
    })
    return {
      type: 'mvarVal',
      ids: some.map(({ id }) => id),
      values: results.map(({ value }) => value),
      codes: results.map(({ code }) => code),
      times: results.map(({ at }) => at),
      heardAt: some.map(({ heard }) => Math.min(this.#now(), ...heard.values())),
    }
  }

  #tell({ cells: all, members }: Group, { heard, known }: Round): void {
    const changed = all.filter((cell) => heard.has(cell))
    let news: string | undefined
    let whole: string | undefined
    for (const member of members) {
      if (isFull(member)) {
        member.isBehind = true
        continue
      }
      if (member.isBehind) whole ??= JSON.stringify(this.#messageOf(all, known))
      else if (changed.length > 0) news ??= JSON.stringify(this.#messageOf(changed, known))
      const text = member.isBehind ? whole : news
      member.isBehind = false
      if (text !== undefined) member.wire.send(text)
    }
  }

  #flush(): void {
    const heard = new Set(this.#dirty)
    this.#dirty.clear()
    const touched = new Set([...heard].flatMap((cell) => [...cell.groups]))
    const due = [...this.#groups.values()].filter((group) => touched.has(group) || isBehind(group))
    this.#tellNext(due, { heard, known: new Map() }, 0)
  }

  /**
   * Sends to one group after the other, with pauses of equal length after every few ms; new readings wait for the next
   * round.
   */
  #tellNext(due: readonly Group[], round: Round, spentMs: number): void {
    const began = performance.now()
    let told = 0
    let lasted = 0
    while (told < due.length && lasted < mostMs) {
      this.#tell(due[told]!, round)
      told += 1
      lasted = performance.now() - began
    }
    const left = due.slice(told)
    this.#timer = undefined
    if (left.length > 0) this.#timer = setTimeout(() => this.#tellNext(left, round, spentMs + lasted), lasted)
    else if (this.#dirty.size > 0 || [...this.#groups.values()].some(isBehind)) this.#plan(spentMs + lasted)
  }

  #plan(pauseMs = 0): void {
    this.#timer ??= setTimeout(() => this.#flush(), Math.max(gatherMs, pauseMs))
  }

  #cellOf(key: string, { id, expression, inputs }: Derived): Cell | undefined {
    const known = this.#cells.get(key)
    if (known) return known
    const formula = compileFormula(expression, { maxLength: limits.mvarExpressionLength })
    if (!isFormula(formula)) return undefined
    const heard = new Map(inputs.map(({ signalId }) => [signalId, this.#now()]))
    const cell: Cell = { id, formula, heard, inputs, groups: new Set() }
    this.#cells.set(key, cell)
    this.#byInput.add(inputs, cell)
    return cell
  }

  #forget(key: string, cell: Cell): void {
    this.#cells.delete(key)
    this.#dirty.delete(cell)
    this.#byInput.remove(cell.inputs, cell)
  }
}
