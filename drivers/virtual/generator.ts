// The generators of simulated values: each is a function of the time, of chance, or a cell of memory. Pure.
import { type DataType, integerRange, type Value } from '../../core/data-type.ts'
import type { Words } from '../driver.ts'

/** The inputs of a generator. `at`: epoch ms. `random`: at least 0, below 1. */
export type Moment = { at: number; random(): number; memory(name: string): Value | undefined }

/** `range`: the least and the greatest number. `kind`: numbers, values of any type, or the time. */
export type Generator = {
  kind: 'number' | 'any' | 'time'
  range?: readonly [min: number, max: number]
  /** The cell that a memory can be written to. */
  cell?: string
  valueAt(moment: Moment, dataType: DataType): Value
}

/** An argument: a number, a text in quotes, true or false, or the name of a memory. */
export type Argument = Value | { name: string }

const isNumber = (argument: Argument | undefined): argument is number => typeof argument === 'number'

/** Removes the error of adding decimals. */
const tidy = (value: number): number => Number(value.toPrecision(15)) + 0

/** A wave between two values. `shape`: from 0 to 1 over the phase from 0 to 1. */
function wave(shape: (phase: number) => number) {
  return (args: readonly Argument[]): Generator | undefined => {
    const [min, max, periodS] = args
    if (args.length !== 3 || !isNumber(min) || !isNumber(max) || !isNumber(periodS) || periodS < 0.1) return undefined
    return {
      kind: 'number',
      range: [Math.min(min, max), Math.max(min, max)],
      valueAt: ({ at }) => {
        const periods = at / 1000 / periodS
        return tidy(min + (max - min) * shape(periods - Math.floor(periods)))
      },
    }
  }
}

const maxSteps = 1e12

/** Counts from one value to another, and starts again; every `s` seconds one step. */
function counter(args: readonly Argument[]): Generator | undefined {
  const [from, to, step = 1, s = 1] = args
  if (args.length < 2 || args.length > 4 || ![from, to, step, s].every(isNumber)) return undefined
  const [first, last, size, everyS] = [from, to, step, s] as [number, number, number, number]
  const steps = Math.floor(Math.abs(last - first) / size + 1e-9) + 1
  if (size <= 0 || everyS < 0.01 || steps < 2 || steps > maxSteps) return undefined
  const direction = last < first ? -1 : 1
  return {
    kind: 'number',
    range: [Math.min(first, last), Math.max(first, last)],
    valueAt: ({ at }) => tidy(first + direction * size * (Math.floor(at / 1000 / everyS) % steps)),
  }
}

/** A new value at each reading; for whole types each whole number is equally likely. */
function random(args: readonly Argument[]): Generator | undefined {
  const [min, max] = args
  if (args.length !== 2 || !isNumber(min) || !isNumber(max) || min > max) return undefined
  return {
    kind: 'number',
    range: [min, max],
    valueAt: (moment, dataType) => {
      const part = moment.random()
      const [low, high] = [Math.ceil(min), Math.floor(max)]
      const isWhole = integerRange(dataType) !== undefined || dataType === 'bool'
      return isWhole && low <= high ? low + Math.floor(part * (high - low + 1)) : tidy(min + (max - min) * part)
    },
  }
}

function constant(args: readonly Argument[]): Generator | undefined {
  const [value] = args
  if (args.length !== 1 || value === undefined || typeof value === 'object') return undefined
  return isNumber(value)
    ? { kind: 'any', range: [value, value], valueAt: () => value }
    : { kind: 'any', valueAt: () => value }
}

/** A value that can be written; before, its second argument, or 0, false or an empty text. */
function memory(args: readonly Argument[]): Generator | undefined {
  const [named, initial] = args
  const name = typeof named === 'object' ? named.name : typeof named === 'string' ? named : ''
  if (args.length < 1 || args.length > 2 || name === '' || name.length > 40 || typeof initial === 'object')
    return undefined
  return {
    kind: 'any',
    cell: name,
    valueAt: (moment, dataType) => moment.memory(name) ?? initial ?? emptyOf(dataType),
  }
}

const emptyOf = (dataType: DataType): Value => (dataType === 'bool' ? false : dataType === 'string' ? '' : 0)

/** Seconds since 1970; as text the time in ISO 8601. */
function time(args: readonly Argument[]): Generator | undefined {
  if (args.length > 0) return undefined
  return {
    kind: 'time',
    valueAt: ({ at }, dataType) =>
      dataType === 'string' ? new Date(at).toISOString().replace(/\.\d+Z$/, 'Z') : Math.floor(at / 1000),
  }
}

type Made = (args: readonly Argument[]) => Generator | undefined

/** Every generator by name: how it is made from its arguments, and how it is written. */
export const generators: Readonly<Record<string, { make: Made; usage: string }>> = {
  counter: { make: counter, usage: 'counter(0, 100, 1, 1)' },
  random: { make: random, usage: 'random(0, 100)' },
  sine: { make: wave((phase) => (1 + Math.sin(2 * Math.PI * phase)) / 2), usage: 'sine(0, 100, 60)' },
  square: { make: wave((phase) => (phase < 0.5 ? 0 : 1)), usage: 'square(0, 1, 10)' },
  ramp: { make: wave((phase) => phase), usage: 'ramp(0, 100, 60)' },
  triangle: { make: wave((phase) => 1 - Math.abs(1 - 2 * phase)), usage: 'triangle(0, 100, 60)' },
  constant: { make: constant, usage: 'constant(25.5)' },
  memory: { make: memory, usage: 'memory(setpoint, 50)' },
  time: { make: time, usage: 'time()' },
}

/** Why the arguments of a generator are refused. */
export const usageOf = (name: string): Words => {
  const { usage } = generators[name]!
  return { en: `Write it as ${usage}`, 'zh-cn': `请写作 ${usage}` }
}
