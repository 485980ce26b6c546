// The lengths of functions, read from their syntax. Pure.
import { parseAst } from 'vite'

type LongFunction = { name: string; lines: number; limit: number }

/** Lines of a function, and of a component: a function of a .tsx file whose name starts with a capital. */
const limits = { function: 60, component: 120 }

type Node = { type: string; start: number; end: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const isFunction = ({ type, body }: Node): boolean =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type) && isNode(body)

const nameIn = (node: unknown): string | undefined =>
  isNode(node) && typeof node.name === 'string' ? node.name : undefined

/** The name of the variable, property or method that a node declares. */
const declaredName = ({ type, id, key }: Node): string | undefined => {
  if (type === 'VariableDeclarator') return nameIn(id)
  return type === 'Property' || type === 'MethodDefinition' || type === 'PropertyDefinition' ? nameIn(key) : undefined
}

/** The functions of a file that are longer than their limit, at any depth. Throws if the text is not TypeScript. */
export function longFunctions(path: string, text: string): LongFunction[] {
  const isScreen = path.endsWith('.tsx')
  const lineBreaks = [...text.matchAll(/\n/g)].map(({ index }) => index)
  const lineAt = (position: number): number => lineBreaks.filter((at) => at < position).length
  const long: LongFunction[] = []
  const measure = (node: Node, name: string): void => {
    const limit = isScreen && /^[A-Z]/.test(name) ? limits.component : limits.function
    const lines = lineAt(node.end) - lineAt(node.start) + 1
    if (lines > limit) long.push({ name, lines, limit })
  }
  const visit = (node: unknown, outer: string | undefined): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, outer)
    if (!isNode(node)) return
    const name = declaredName(node) ?? outer
    const isMeasured = isFunction(node)
    if (isMeasured) measure(node, nameIn(node.id) ?? outer ?? '(nameless)')
    for (const [key, value] of Object.entries(node)) if (key !== 'type') visit(value, isMeasured ? undefined : name)
  }
  visit(parseAst(text, { lang: isScreen ? 'tsx' : 'ts' }).body, undefined)
  return long
}
