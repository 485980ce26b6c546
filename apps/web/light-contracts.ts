// Leaves out of the web client the parts of a contract that only the platform needs: its schemas check inputs and outputs,
// and its descriptions are for the API document. Creating the schemas of some hundred calls took a light page 100 ms before its first
// value. For the build.
import { type Plugin, parseAst } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** A piece of the source, and its replacement. */
type Cut = { start: number; end: number; text: string }

const isOfContract = (id: string) => /[\\/](contract[\\/][\w-]+|features[\\/].+contract)\.ts$/.test(id)
/** Functions of contract/endpoint.ts that declare a call. */
const declaring = new Set(['get', 'post', 'download'])
/** Properties of a call that the browser does not read. */
const unread = new Set(['input', 'output', 'about'])

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && typeof node.name === 'string' ? node.name : undefined

function eachNode(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) eachNode(each, visit)
  if (!isNode(value)) return
  visit(value)
  for (const key of Object.keys(value)) eachNode(value[key], visit)
}

/** The properties to leave out of the declaration of a call, each up to the next one or to the closing brace. */
function unreadOf({ type, callee, arguments: given }: Node): Cut[] {
  const isCall = type === 'CallExpression' && declaring.has(nameOf(callee) ?? '')
  const of = isCall && Array.isArray(given) ? (given[1] as Node | undefined) : undefined
  const properties = of?.type === 'ObjectExpression' ? (of.properties as Node[]) : []
  return properties.flatMap((each, at) => {
    if (!unread.has(nameOf(each.key) ?? '')) return []
    return [{ start: each.start, end: properties[at + 1]?.start ?? (of?.end ?? each.end) - 1, text: '' }]
  })
}

/** Marks the initial values of constants as pure, so that the bundler leaves out those that nothing uses. */
function pureWraps(body: readonly Node[]): Cut[] {
  const constants = body.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    return isNode(declared) && declared.type === 'VariableDeclaration' ? (declared.declarations as Node[]) : []
  })
  return constants.flatMap(({ init }) => {
    if (!isNode(init) || !/^(CallExpression|ObjectExpression|ArrayExpression)$/.test(init.type)) return []
    return [
      { start: init.start, end: init.start, text: '/*#__PURE__*/ (() => (' },
      { start: init.end, end: init.end, text: '))()' },
    ]
  })
}

/** The source of a contract without what the browser does not read. Throws if it is not TypeScript. */
export function lightContract(source: string): string {
  const { body } = parseAst(source, { lang: 'ts' }) as unknown as { body: Node[] }
  const cuts = pureWraps(body)
  eachNode(body, (node) => cuts.push(...unreadOf(node)))
  return cuts
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), source)
}

export function lightContracts(): Plugin {
  return {
    name: 'light-contracts',
    apply: 'build',
    enforce: 'pre',
    transform: (source, id) => (isOfContract(id) ? { code: lightContract(source), map: null } : null),
  }
}
