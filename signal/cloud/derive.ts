// Calculates the intermediate variables that are being watched when a reading of theirs arrives: each once for all its
// viewers, encoded once for all viewers of the same set. [DESIGN 9 Pipeline]
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { MvarVal, SignalVal } from '../../contract/sockets.ts'
import { compileFormula, displayedResult, type Formula, isFormula } from '../../core/formula.ts'
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
/** `isBehind`: it missed a message, and receives everything once it reads again. */
type Member = { wire: Wire; isBehind: boolean }

/** Results of one round. */
type Known = Map<Cell, ReturnType<typeof displayedResult>>
/** `heard`: cells whose inputs changed since the previous round. */
type Round = { heard: ReadonlySet<Cell>; known: Known }

/** Readings of several devices arrive one after the other: they are collected for this time. */
const gatherMs = 100
/** Maximum time before the event loop runs again. */
const mostMs = 8
const maxExpression = 20_000

export type Deriving = {
  /** Sends the current values, then changes. Returns the function that ends it. */
  watch(derived: readonly Derived[], wire: Wire): () => void
  /** Readings that are already in the live table. */
  take(equipmentId: EquipmentId, message: Pick<SignalVal, 'ids' | 'receivedAt'>): void
  /** Whether a watched variable uses this device. */
  needs(equipmentId: EquipmentId): boolean
  counts(): { variables: number; groups: number }
  stop(): void
}

export function createDeriving(live: Pick<LiveTable, 'get'>, now: () => number): Deriving {
  const cells = new Map<string, Cell>()
  const groups = new Map<string, Group>()
  const byInput = new Map<number, Map<number, Set<Cell>>>()
  const dirty = new Set<Cell>()
  let timer: NodeJS.Timeout | undefined

  const resultOf = ({ formula, heard }: Cell) =>
    displayedResult(formula, ({ equipmentId, signalId }) =>
      heard.has(signalId) ? live.get(equipmentId as EquipmentId, signalId) : undefined,
    )

  /** `known`: results calculated in this round; extended by this call. */
  function messageOf(some: readonly Cell[], known: Known = new Map()): MvarVal {
    const results = some.map((cell) => {
      const result = known.get(cell) ?? resultOf(cell)
      known.set(cell, result)
      return result
    })
    return {
      type: 'mvarVal',
      ids: some.map(({ id }) => id),
      values: results.map(({ value }) => value),
      codes: results.map(({ code }) => code),
      times: results.map(({ at }) => at),
      heardAt: some.map(({ heard }) => Math.min(now(), ...heard.values())),
    }
  }

  const isFull = ({ wire }: Member) => wire.bufferedAmount() > limits.socketBacklogBytes

  function tell({ cells: all, members }: Group, { heard, known }: Round): void {
    const changed = all.filter((cell) => heard.has(cell))
    let news: string | undefined
    let whole: string | undefined
    for (const member of members) {
      if (isFull(member)) {
        member.isBehind = true
        continue
      }
      if (member.isBehind) whole ??= JSON.stringify(messageOf(all, known))
      else if (changed.length > 0) news ??= JSON.stringify(messageOf(changed, known))
      const text = member.isBehind ? whole : news
      member.isBehind = false
      if (text !== undefined) member.wire.send(text)
    }
  }

  const isBehind = ({ members }: Group) => [...members].some((member) => member.isBehind)

  function flush(): void {
    const heard = new Set(dirty)
    dirty.clear()
    const touched = new Set([...heard].flatMap((cell) => [...cell.groups]))
    const due = [...groups.values()].filter((group) => touched.has(group) || isBehind(group))
    tellNext(due, { heard, known: new Map() }, 0)
  }

  /**
   * Sends to one group after the other, with pauses of equal length after every few ms; new readings wait for the next
   * round.
   */
  function tellNext(due: readonly Group[], round: Round, spentMs: number): void {
    const began = performance.now()
    let told = 0
    let lasted = 0
    while (told < due.length && lasted < mostMs) {
      tell(due[told]!, round)
      told += 1
      lasted = performance.now() - began
    }
    const left = due.slice(told)
    timer = undefined
    if (left.length > 0) timer = setTimeout(() => tellNext(left, round, spentMs + lasted), lasted)
    else if (dirty.size > 0 || [...groups.values()].some(isBehind)) plan(spentMs + lasted)
  }

  function plan(pauseMs = 0): void {
    timer ??= setTimeout(flush, Math.max(gatherMs, pauseMs))
  }

  function cellOf(key: string, { id, expression, inputs }: Derived): Cell | undefined {
    const known = cells.get(key)
    if (known) return known
    const formula = compileFormula(expression, { maxLength: maxExpression })
    if (!isFormula(formula)) return undefined
    const heard = new Map(inputs.map(({ signalId }) => [signalId, now()]))
    const cell: Cell = { id, formula, heard, inputs, groups: new Set() }
    cells.set(key, cell)
    for (const { equipmentId, signalId } of inputs) {
      const ofDevice = byInput.get(equipmentId) ?? new Map<number, Set<Cell>>()
      byInput.set(equipmentId, ofDevice.set(signalId, (ofDevice.get(signalId) ?? new Set()).add(cell)))
    }
    return cell
  }

  function forget(key: string, cell: Cell): void {
    cells.delete(key)
    dirty.delete(cell)
    for (const { equipmentId, signalId } of cell.inputs) {
      const ofDevice = byInput.get(equipmentId)
      const ofSignal = ofDevice?.get(signalId)
      ofSignal?.delete(cell)
      if (ofSignal?.size === 0) ofDevice?.delete(signalId)
      if (ofDevice?.size === 0) byInput.delete(equipmentId)
    }
  }

  /** Every difference makes another variable: two viewers may see different devices in the same formula. */
  const keyOf = (derived: Derived) => JSON.stringify(derived)

  return {
    watch(derived, wire) {
      const keys = derived.map(keyOf)
      const name = keys.join()
      const own = derived.map((each, i) => cellOf(keys[i]!, each)).filter((cell) => cell !== undefined)
      if (own.length === 0) return () => undefined
      const group: Group = groups.get(name) ?? { cells: own, members: new Set() }
      groups.set(name, group)
      for (const cell of own) cell.groups.add(group)
      const member: Member = { wire, isBehind: false }
      group.members.add(member)
      wire.send(JSON.stringify(messageOf(own)))
      return () => {
        group.members.delete(member)
        if (group.members.size > 0 || groups.get(name) !== group) return
        groups.delete(name)
        for (const [key, cell] of keys.map((each) => [each, cells.get(each)] as const)) {
          cell?.groups.delete(group)
          if (cell?.groups.size === 0) forget(key, cell)
        }
      }
    },
    take(equipmentId, { ids, receivedAt }) {
      const ofDevice = byInput.get(equipmentId)
      if (!ofDevice) return
      for (const id of ids) {
        for (const cell of ofDevice.get(id) ?? []) {
          cell.heard.set(id, receivedAt)
          dirty.add(cell)
        }
      }
      if (dirty.size > 0) plan()
    },
    needs: (equipmentId) => byInput.has(equipmentId),
    counts: () => ({ variables: cells.size, groups: groups.size }),
    stop: () => clearTimeout(timer),
  }
}
