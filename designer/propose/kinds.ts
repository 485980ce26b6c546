import type { Variable } from '../panel/variable.ts'
// How a variable can be drawn, and which way is proposed: by its type, whether it can be written, and words of its name
// and unit in both languages. Pure.

/** The kinds of widgets that can be proposed. `flag`: a value that is on or off. */
export const drawnKinds = ['tank', 'valve', 'drive', 'flag', 'switch', 'gauge', 'input', 'value'] as const
export type DrawnKind = (typeof drawnKinds)[number]

type Of = Pick<Variable, 'title' | 'name' | 'unit' | 'dataType'> & Partial<Pick<Variable, 'access'>>

const level = /\blevel\b|fill|液位|水位|料位|油位/i
const position = /opening|position|valve|gate|damper|开度|阀位|阀门|闸/i
const drive = /pump|motor|fan|blower|compressor|mixer|conveyor|running|泵|电机|风机|压缩机|搅拌|输送|运行/i
const setPoint = /set ?point|target|limit|设定|目标|给定/i

/** The library symbol for a drive, by words of its name. */
const driveSymbols: readonly (readonly [RegExp, string])[] = [
  [/blower|鼓风/i, 'blower'],
  [/fan|风机/i, 'fan'],
  [/compressor|压缩机/i, 'compressor'],
  [/mixer|搅拌/i, 'mixer'],
  [/conveyor|输送/i, 'conveyor'],
  [/motor|电机/i, 'motor'],
]

export const symbolFor = ({ title, name }: Of, known: ReadonlySet<string>): string => {
  const found = driveSymbols.find(([words]) => words.test(`${title} ${name}`))?.[1]
  return found !== undefined && known.has(found) ? found : 'pump'
}

const isPercent = ({ unit }: Of): boolean => unit?.trim() === '%'
const isWritten = ({ access }: Of): boolean => access === 'w' || access === 'rw'

/** The kinds that suit this variable: a tank needs a number, a switch a writable variable. */
export function possible(variable: Of): readonly DrawnKind[] {
  const writable = isWritten(variable)
  if (variable.dataType === 'string') return writable ? ['value', 'input'] : ['value']
  if (variable.dataType === 'bool')
    return writable ? ['switch', 'drive', 'valve', 'flag', 'value'] : ['drive', 'valve', 'flag', 'value']
  const numbers: DrawnKind[] = ['value', 'gauge', 'tank', ...(isPercent(variable) ? (['valve'] as const) : [])]
  return writable ? ['input', ...numbers] : numbers
}

/** The kind of widget that is proposed for a variable. */
export function proposedKind(variable: Of): DrawnKind {
  const words = `${variable.title} ${variable.name}`
  const can = new Set(possible(variable))
  if (variable.dataType === 'bool') {
    if (can.has('switch')) return 'switch'
    if (position.test(words) && !drive.test(words)) return 'valve'
    return drive.test(words) ? 'drive' : 'flag'
  }
  if (can.has('input') && (setPoint.test(words) || variable.dataType === 'string')) return 'input'
  if (can.has('valve') && position.test(words)) return 'valve'
  if (can.has('tank') && level.test(words) && !setPoint.test(words)) return 'tank'
  return 'value'
}
