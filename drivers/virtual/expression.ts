// The address of a simulated value: one generator such as `sine(0, 100, 60)`, or a formula over several, such as
// `memory(setpoint) + random(-1, 1)`. Pure.
import { compileFormula, type Formula, isFormula } from '../../core/formula.ts'
import { narrow } from '../../core/formula-words.ts'
import type { Refusal } from '../driver.ts'
import { type Argument, type Generator, generators, usageOf } from './generator.ts'

/** `formula`: over the generators, whose numbers are the ids of its references; undefined for a single generator. */
export type Expression = { generators: readonly Generator[]; formula: Formula | undefined }

const maxGenerators = 20

const names = Object.keys(generators).join('|')
const argumentsText = `(?:[^()"']|"[^"]*"|'[^']*')*`
/** A quoted text, or a generator with its arguments, which contain no other generator. */
const piece = new RegExp(`"[^"]*"|'[^']*'|\\b(${names})\\s*\\((${argumentsText})\\)`, 'gi')
const single = new RegExp(`^(${names})\\s*\\((${argumentsText})\\)$`, 'i')

const refuse = ({ en, 'zh-cn': zh }: { en: string; 'zh-cn': string }): Refusal => ({
  field: 'address',
  reason: { en, 'zh-cn': zh },
})
const usage = refuse({
  en: 'Write a generator such as sine(0, 100, 60) or memory(setpoint), or a formula over several',
  'zh-cn': '请填写信号函数，例如 sine(0, 100, 60)、memory(setpoint)，或由它们组成的公式',
})

/** The parsed address, or why it is refused. */
export function parseExpression(text: string): Expression | Refusal {
  const written = text.trim().replace(/^time$/i, 'time()')
  // The texts between quotes stay as they are written; positions are the same in both.
  const plain = narrow(written)
  if (plain.includes('${'))
    return refuse({
      en: 'Variables cannot be referenced here: use memory(name) in both',
      'zh-cn': '此处不能引用变量，请在两处使用同名的 memory(名称)',
    })
  if (single.test(plain)) {
    const generator = generatorOf(plain, written)
    return 'field' in generator ? generator : { generators: [generator], formula: undefined }
  }
  const found: Generator[] = []
  let refusal: Refusal | undefined
  const replaced = plain.replace(piece, (match, name: string | undefined, _args, at: number) => {
    if (name === undefined) return written.slice(at, at + match.length)
    const generator = generatorOf(match, written.slice(at, at + match.length))
    if ('field' in generator) refusal ??= generator
    else found.push(generator)
    return `\${1.${found.length}}`
  })
  if (refusal) return refusal
  const formula = compileFormula(replaced)
  // A formula without a generator would turn the address of another protocol, such as 40001, into a value.
  if (!isFormula(formula) || found.length === 0 || found.length > maxGenerators) return usage
  return { generators: found, formula }
}

/** The generator of a call; `written` has its texts as the user wrote them. */
function generatorOf(call: string, written: string): Generator | Refusal {
  const [, name = ''] = single.exec(call) ?? []
  const key = name.toLowerCase()
  const open = call.indexOf('(') + 1
  const args = argumentsOf(call.slice(open, -1), written.slice(open, -1))
  const generator = args && generators[key]?.make(args)
  return generator ?? refuse(usageOf(key))
}

const argument = /\s*(?:"([^"]*)"|'([^']*)'|([^\s"',]+))\s*(,|$)/y
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?$/i
const name = /^[\p{L}_][\p{L}\p{N}_.-]*$/u
const maxNumber = 1e15

/** The arguments of a generator; undefined if one is none. */
function argumentsOf(plain: string, written: string): Argument[] | undefined {
  if (plain.trim() === '') return []
  const args: Argument[] = []
  for (argument.lastIndex = 0; ; ) {
    const from = argument.lastIndex
    const match = argument.exec(plain)
    if (!match) return undefined
    const [whole, double, quoted, word, end] = match
    const parsed = word === undefined ? textAt(written, plain, from, (double ?? quoted)!.length) : wordArgument(word)
    if (parsed === undefined) return undefined
    args.push(parsed)
    if (end === '') return args
    argument.lastIndex = from + whole.length
  }
}

/** The text between the quotes that start at or after a position. */
function textAt(written: string, plain: string, from: number, length: number): string {
  const start = plain.slice(from).search(/["']/) + from + 1
  return written.slice(start, start + length)
}

function wordArgument(word: string): Argument | undefined {
  if (number.test(word)) return Math.abs(Number(word)) <= maxNumber ? Number(word) : undefined
  if (/^(true|false)$/i.test(word)) return word.toLowerCase() === 'true'
  return name.test(word) ? { name: word } : undefined
}
