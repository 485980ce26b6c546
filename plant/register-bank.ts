// The memory of one PLC: four areas of bits and registers, and the positions of its points.
import { decode, encode } from './codec.ts'
import { type Area, type Reading, type Register, sizeOf } from './waterworks/registers.ts'

/** Modbus exception codes that a bank can answer with. */
const illegalAddress = 2
const illegalValue = 3
type BankFault = typeof illegalAddress | typeof illegalValue

export type RegisterBank = {
  /** Reads bits as 0 and 1, or registers; returns a fault if the read is refused. */
  read(area: Area, address: number, count: number): number[] | BankFault
  /** Writes all values or none: every value must be writable and within its range. */
  write(area: 'coil' | 'holding', address: number, values: readonly number[]): BankFault | undefined
  /** The engineering value of a point in memory. */
  peek(key: string): Reading | undefined
  /** Puts a value into memory without checks: for the PLC's own program, not for a client. */
  put(key: string, value: Reading): void
}

type Options = {
  registers: readonly Register[]
  gaps: 'refused' | 'zero'
  /** A client has changed a point, already checked. */
  onWrite?: (key: string, value: Reading) => void
}

type Cell = { word: number; points: Register[] }
type Cells = Map<number, Cell>

function layOut({ registers, gaps }: Options): Record<Area, Cells> {
  const areas: Record<Area, Cells> = { coil: new Map(), discrete: new Map(), input: new Map(), holding: new Map() }
  for (const register of registers) {
    const cells = areas[register.area]
    for (let at = register.address; at < register.address + sizeOf(register); at += 1) {
      const cell = cells.get(at) ?? { word: 0, points: [] }
      cell.points.push(register)
      cells.set(at, cell)
    }
  }
  if (gaps === 'zero') for (const cells of Object.values(areas)) fillGaps(cells)
  return areas
}

function fillGaps(cells: Cells) {
  const end = Math.max(-1, ...cells.keys())
  for (let at = 0; at < end; at += 1) if (!cells.has(at)) cells.set(at, { word: 0, points: [] })
}

const withBit = (word: number, bit: number, on: boolean) => (on ? word | (1 << bit) : word & ~(1 << bit)) & 0xffff

/** Whether a client may write this value to this point. */
function accepts(register: Register, value: Reading | undefined): value is Reading {
  if (value === undefined) return false
  if (register.access === 'r') return false
  if (typeof value !== 'number') return true
  // A float32 set point of 0.55 arrives as 0.550000012; the limit itself must be accepted.
  const slack = Math.abs(value) * 1e-6
  return value >= (register.min ?? -Infinity) - slack && value <= (register.max ?? Infinity) + slack
}

type Memory = Record<Area, Cells>
type WordAt = (address: number) => number

function read(cells: Cells, address: number, count: number): number[] | BankFault {
  const words: number[] = []
  for (let at = address; at < address + count; at += 1) {
    const cell = cells.get(at)
    if (!cell) return illegalAddress
    words.push(cell.word)
  }
  return words
}

function readingOf(register: Register, word: WordAt): Reading | undefined {
  const words = Array.from({ length: sizeOf(register) }, (_, index) => word(register.address + index))
  return register.dataType === 'bool' ? ((words[0] ?? 0) >> (register.bit ?? 0)) % 2 === 1 : decode(words, register)
}

function put(cells: Cells, register: Register, value: Reading) {
  if (register.dataType === 'bool') {
    const cell = cells.get(register.address)!
    cell.word = withBit(cell.word, register.bit ?? 0, Boolean(value))
    return
  }
  for (const [index, word] of encode(value, register).entries()) cells.get(register.address + index)!.word = word
}

/** Points that the write would change, or why it is refused. */
function touchedBy(cells: Cells, area: Area, address: number, values: readonly number[]): Set<Register> | BankFault {
  const touched = new Set<Register>()
  for (const [index, value] of values.entries()) {
    const cell = cells.get(address + index)
    if (!cell || cell.points.length === 0) return illegalAddress
    if (area === 'holding' && strayBits(cell, value)) return illegalValue
    for (const point of cell.points) touched.add(point)
  }
  return touched
}

/** The values of all changed points after the write, or why it is refused. */
function changesOf(cells: Cells, area: Area, address: number, values: readonly number[]) {
  const touched = touchedBy(cells, area, address, values)
  if (typeof touched === 'number') return touched
  const changes: [Register, Reading][] = []
  for (const point of touched) {
    if (point.access === 'r') return illegalAddress
    const value = readingOf(point, (at) => values[at - address] ?? cells.get(at)!.word)
    if (!accepts(point, value)) return illegalValue
    changes.push([point, value])
  }
  return changes
}

/** A bank laid out by the map, all zero. Points may share a register only as bits of it. */
export function createRegisterBank(options: Options): RegisterBank {
  const memory: Memory = layOut(options)
  const byKey = new Map(options.registers.map((register) => [register.key, register]))
  return {
    read: (area, address, count) => read(memory[area], address, count),
    write(area, address, values) {
      const cells = memory[area]
      const changes = changesOf(cells, area, address, values)
      if (typeof changes === 'number') return changes
      for (const [index, value] of values.entries()) cells.get(address + index)!.word = value
      for (const [point, value] of changes) options.onWrite?.(point.key, value)
      return undefined
    },
    peek(key) {
      const register = byKey.get(key)
      return register && readingOf(register, (at) => memory[register.area].get(at)!.word)
    },
    put(key, value) {
      const register = byKey.get(key)
      if (register) put(memory[register.area], register, value)
    },
  }
}

/** Bits without a point must stay unchanged. */
function strayBits(cell: Cell, value: number): boolean {
  if (cell.points.some((point) => point.bit === undefined)) return false
  const owned = cell.points.reduce((mask, point) => mask | (1 << (point.bit ?? 0)), 0)
  return ((cell.word ^ value) & ~owned & 0xffff) !== 0
}
