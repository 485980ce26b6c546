// Turns the parsed tree into closures. A formula has only the kinds of nodes named here; no code is generated.
import jsep from 'jsep'
import type { Scanned } from './formula-scan.ts'
import {
  calculate,
  compare,
  functions,
  isArithmetic,
  isComparison,
  isFault,
  negate,
  not,
  type Result,
  truth,
} from './formula-values.ts'

/** A step of a compiled formula: calculates from the results of the references, in their order. */
export type Step = (slots: readonly Result[]) => Result

/** The parser produced a node that is not allowed in a formula; `index` is its position in the text, if known. */
export class Refused extends Error {
  readonly index: number
  constructor(index: number) {
    super('refused')
    this.index = index
  }
}

/** Compiles the words of the scanner: known names, slots, numbers and operators. Throws `Refused`. */
export function compileWords({ words, constants }: Scanned): Step {
  let tree: jsep.Expression
  try {
    tree = jsep(words.join(' '))
  } catch (error) {
    throw new Refused(error instanceof Error && 'index' in error ? Number(error.index) : 0)
  }
  return compile(tree as jsep.CoreExpression, constants)
}

const refused = (): never => {
  throw new Refused(0)
}

function compile(node: jsep.CoreExpression | jsep.ConditionalExpression, constants: Scanned['constants']): Step {
  const part = (child: jsep.Expression) => compile(child as jsep.CoreExpression, constants)
  switch (node.type) {
    case 'Identifier':
      return slot(node.name, constants)
    case 'UnaryExpression':
      return unary(node.operator, part(node.argument))
    case 'BinaryExpression':
      return binary(node.operator, part(node.left), part(node.right))
    case 'ConditionalExpression':
      return choice(part(node.test), part(node.consequent), part(node.alternate))
    case 'CallExpression':
      return call(node.callee, node.arguments.map(part))
    default:
      return refused()
  }
}

function slot(name: string, constants: Scanned['constants']): Step {
  const index = Number(name.slice(1))
  if (name[0] === 'r') return (slots) => slots[index]!
  const value = constants[index]
  return value === undefined ? refused() : () => value
}

function unary(operator: string, of: Step): Step {
  if (operator === '-') return (slots) => negate(of(slots))
  return operator === '!' ? (slots) => not(of(slots)) : refused()
}

function binary(operator: string, left: Step, right: Step): Step {
  if (operator === '&&') return logical(left, right, false)
  if (operator === '||') return logical(left, right, true)
  const act = isArithmetic(operator) ? calculate(operator) : isComparison(operator) ? compare(operator) : refused()
  return (slots) => act(left(slots), right(slots))
}

/** Three-valued logic: if either side is `decides`, that is the result, even if the other side is bad. */
const logical =
  (left: Step, right: Step, decides: boolean): Step =>
  (slots) => {
    const first = truth(left(slots))
    if (first === decides) return decides
    const second = truth(right(slots))
    if (second === decides) return decides
    return isFault(first) ? first : second
  }

const choice =
  (test: Step, then: Step, otherwise: Step): Step =>
  (slots) => {
    const known = truth(test(slots))
    if (isFault(known)) return known
    return known ? then(slots) : otherwise(slots)
  }

function call(callee: jsep.Expression, args: Step[]): Step {
  const name = callee.type === 'Identifier' ? (callee as jsep.Identifier).name : ''
  const [first, second, third] = args
  if (name === 'if') return first && second && third ? choice(first, second, third) : refused()
  const found = functions.get(name)
  if (!found || args.length < found.least || args.length > found.most) return refused()
  const { call: act } = found
  if (first && args.length === 1) return (slots) => act(first(slots))
  return (slots) => act(...args.map((arg) => arg(slots)))
}
