// Exports of all files and their uses, read from syntax trees.
import { dirname, join, normalize } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { isTest } from './source.ts'

/**
 * A file whose exports are used. `target`: its path, or a pattern of paths. `name`: the export, `*` for all of them, `?` for
 * a lazy import whose result is not visible there: the default export, or all exports of a file without one.
 */
type Use = { target: string | RegExp; name: string }

/** A file from the root, with slashes, and the names that it exports (`default` for the default one). */
export type Module = { path: string; exports: readonly string[]; uses: readonly Use[] }

/** The exports of a file and its uses of others. Throws on a syntax error. */
export function moduleOf(path: string, text: string): Module {
  const result = parseSync(path, text, { preserveParens: false })
  if (result.errors[0]) throw new Error(`${path}: ${result.errors[0].message}`)
  const { staticExports, staticImports } = result.module
  const entries = staticExports.flatMap((each) => each.entries)
  const exports = entries.flatMap(({ exportName: { kind, name } }) => (kind === 'Default' ? 'default' : (name ?? [])))
  const reExports = entries.flatMap(({ moduleRequest, importName: { name } }) =>
    moduleRequest ? [{ request: moduleRequest.value, name: name ?? '*' }] : [],
  )
  const imports = staticImports.flatMap(({ moduleRequest, entries: names }) =>
    names.map(({ importName: { kind, name } }) => ({
      request: moduleRequest.value,
      name: kind === 'Default' ? 'default' : (name ?? '*'),
    })),
  )
  // Only these files need their whole tree.
  const lazyUses = /\bimport\(|import\.meta\.glob|declare module '/.test(text) ? usesInTree(result.program) : []
  const uses = [...reExports, ...imports, ...lazyUses].filter(({ request }) => request.startsWith('.'))
  return { path, exports, uses: uses.map(({ request, name }) => ({ target: targetOf(path, request), name })) }
}

/** A path, or for a glob of the bundler (`**`, `*`, `{a,b}`) the pattern of the paths that it matches. */
function targetOf(path: string, request: string): string | RegExp {
  const target = normalize(join(dirname(path), request.replace(/\?.*$/, '')))
  if (!/[*{]/.test(target)) return target
  const marks: Record<string, string> = { '**/': '(.*/)?', '*': '[^/]*', '{': '(', '}': ')', ',': '|' }
  return new RegExp(`^${target.replace(/\*\*\/|[^\w/-]/g, (mark) => marks[mark] ?? `\\${mark}`)}$`)
}

type RequestedName = { request: string; name: string }
type Tree = ESTree.Program
type Node = ESTree.Expression | ESTree.Super | ESTree.SpreadElement | null | undefined

/** Lazy imports, imports within types, additions to other modules, and files collected by the bundler. */
function usesInTree(program: Tree): RequestedName[] {
  const uses: RequestedName[] = []
  /** Lazy imports of which the used names are visible. */
  const withNames = new Set<unknown>()
  const add = (node: ESTree.ImportExpression, names: readonly string[]) => {
    const request = requestOf(node)
    if (request === undefined || names.length === 0) return
    withNames.add(node)
    uses.push(...names.map((name) => ({ request, name })))
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      for (const [pattern, value] of pairsOf(id, init)) {
        const lazy = lazyIn(value)
        if (lazy && pattern?.type === 'ObjectPattern') add(lazy, namesIn(pattern))
      }
    },
    MemberExpression({ object, property }) {
      const lazy = object.type === 'AwaitExpression' ? lazyIn(object) : undefined
      if (lazy && property.type === 'Identifier') add(lazy, [property.name])
    },
    CallExpression(call) {
      const { callee } = call
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      if (callee.property.name === 'then' && callee.object.type === 'ImportExpression')
        add(callee.object, namesOfThen(call))
      if (callee.property.name === 'glob' && callee.object.type === 'MetaProperty') uses.push(...globOf(call))
    },
    ImportExpression(node) {
      if (!withNames.has(node)) add(node, ['?'])
    },
    TSImportType({ source, qualifier }) {
      uses.push({ request: source.value, name: qualifier?.type === 'Identifier' ? qualifier.name : '*' })
    },
    TSModuleDeclaration({ id, body }) {
      if (id.type !== 'Literal') return
      for (const each of body?.body ?? [])
        if (each.type === 'TSInterfaceDeclaration') uses.push({ request: id.value, name: each.id.name })
    },
  }).visit(program)
  return uses
}

const requestOf = ({ source }: ESTree.ImportExpression): string | undefined =>
  source.type === 'Literal' && typeof source.value === 'string' ? source.value : undefined

/** The lazy import that an expression is or waits for. */
function lazyIn(node: Node): ESTree.ImportExpression | undefined {
  if (node?.type === 'AwaitExpression') return lazyIn(node.argument)
  return node?.type === 'ImportExpression' ? node : undefined
}

type Pattern = ESTree.BindingPattern | ESTree.BindingRestElement | null

/** A pattern with its value; of `const [a, b] = await Promise.all([…])` each pair. */
function pairsOf(id: ESTree.BindingPattern, init: Node): [Pattern, Node][] {
  const call = init?.type === 'AwaitExpression' ? init.argument : undefined
  const list = call?.type === 'CallExpression' ? call.arguments[0] : undefined
  if (id.type !== 'ArrayPattern' || list?.type !== 'ArrayExpression') return [[id, init]]
  return id.elements.map((pattern, index) => [pattern, list.elements[index]])
}

/** The names that an object pattern takes out of a module; `*` with a rest. */
const namesIn = ({ properties }: ESTree.ObjectPattern): string[] =>
  properties.map((each) => (each.type === 'Property' && each.key.type === 'Identifier' ? each.key.name : '*'))

/** The names that the function in `import(…).then(…)` uses; none if they are not visible. */
function namesOfThen(call: ESTree.CallExpression): string[] {
  const [act] = call.arguments
  if (act?.type !== 'ArrowFunctionExpression') return []
  const [module] = act.params
  if (module?.type === 'ObjectPattern') return namesIn(module)
  const names: string[] = []
  if (module?.type === 'Identifier')
    new Visitor({
      MemberExpression({ object, property }) {
        const isOfModule = object.type === 'Identifier' && object.name === module.name
        if (isOfModule && property.type === 'Identifier') names.push(property.name)
      },
    }).visit(programOf(act.body))
  return names
}

/** A syntax tree that contains only the body of a function. */
function programOf(body: ESTree.FunctionBody | ESTree.Expression): Tree {
  const { start, end } = body
  const statement =
    body.type === 'BlockStatement' ? body : { type: 'ExpressionStatement', expression: body, start, end }
  return { type: 'Program', body: [statement], start, end } as Tree
}

/** The uses of `import.meta.glob<{ name: … }>(patterns, { import: 'name' })`. */
function globOf({ arguments: [patterns, options], typeArguments }: ESTree.CallExpression): RequestedName[] {
  const literals = patterns?.type === 'ArrayExpression' ? patterns.elements : [patterns]
  const requests = literals.flatMap((each) =>
    each?.type === 'Literal' && typeof each.value === 'string' && each.value.startsWith('.') ? [each.value] : [],
  )
  const names = optionOf(options, 'query') ? [] : namesOfGlob(optionOf(options, 'import'), typeArguments?.params[0])
  return requests.flatMap((request) => names.map((name) => ({ request, name })))
}

function namesOfGlob(imported: string | undefined, type: ESTree.TSType | undefined): string[] {
  if (imported !== undefined) return [imported]
  if (type?.type !== 'TSTypeLiteral') return ['*']
  return type.members.flatMap((each) =>
    each.type === 'TSPropertySignature' && each.key.type === 'Identifier' ? [each.key.name] : [],
  )
}

function optionOf(options: ESTree.Argument | undefined, name: string): string | undefined {
  if (options?.type !== 'ObjectExpression') return undefined
  for (const each of options.properties)
    if (each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name)
      return each.value.type === 'Literal' ? String(each.value.value) : undefined
  return undefined
}

const isOfTests = (path: string): boolean => isTest({ path }) || /^(testkit|e2e)\/|\.test\.mjs$/.test(path)

/** True if `user` is a program or a test beside `path`, or if `path` belongs to the tests. */
function isUseBy(user: string, path: string): boolean {
  if (user === path) return false
  if (!isOfTests(user) || isOfTests(path)) return true
  return /\.test\.(tsx?|mjs)$/.test(user) && dirname(user) === dirname(path)
}

/** Calls are imported by their servers: collecting all contracts, as the list of calls does, is no use of the rest. */
const isCollected = (path: string, { target, name }: Use): boolean =>
  target instanceof RegExp && name === '*' && path.endsWith('contract.ts')

/**
 * The exports of each file that are used only in the file itself, or only by tests of other folders: `path name`,
 * sorted.
 */
export function unusedExports(modules: readonly Module[]): string[] {
  const used = new Map<string, Set<string>>(modules.map(({ path }) => [path, new Set()]))
  const globs: { user: string; use: Use; target: RegExp }[] = []
  for (const { path: user, uses } of modules)
    for (const use of uses) {
      if (use.target instanceof RegExp) globs.push({ user, use, target: use.target })
      else if (isUseBy(user, use.target)) used.get(use.target)?.add(use.name)
    }
  for (const { user, use, target } of globs)
    for (const [path, names] of used)
      if (target.test(path) && isUseBy(user, path) && !isCollected(path, use)) names.add(use.name)
  return modules
    .flatMap(({ path, exports }) => {
      const names = used.get(path)!
      const isAll = names.has('*') || (names.has('?') && !exports.includes('default'))
      const isUsed = (name: string) => names.has(name) || (name === 'default' && names.has('?'))
      return isAll ? [] : [...new Set(exports)].filter((name) => !isUsed(name)).map((name) => `${path} ${name}`)
    })
    .sort()
}

/** The text without the keyword of exports, and without specifiers, of these names. */
export function withoutExports(path: string, text: string, names: ReadonlySet<string>): string {
  const cuts: [start: number, end: number, replacement: string][] = []
  for (const node of parseSync(path, text).program.body) {
    if (node.type !== 'ExportNamedDeclaration') continue
    const { declaration, specifiers, start, end } = node
    if (declaration && namesOf(declaration).every((name) => names.has(name))) cuts.push([start, declaration.start, ''])
    const others = specifiers.filter(({ exported }) => !names.has(nameOf(exported)))
    if (others.length === specifiers.length) continue
    const list = others.map((each) => text.slice(each.start, each.end)).join(', ')
    if (others.length === 0) cuts.push([start, end, ''])
    else cuts.push([specifiers[0]!.start, specifiers.at(-1)!.end, list])
  }
  return cuts.reduceRight(
    (rest, [start, end, replacement]) => rest.slice(0, start) + replacement + rest.slice(end),
    text,
  )
}

const nameOf = (name: ESTree.ModuleExportName): string => (name.type === 'Literal' ? name.value : name.name)

/** The names that a declaration exports; `*`, which no file exports, for a pattern. */
function namesOf(declaration: ESTree.Declaration): string[] {
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : '*'))
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : ['*']
}
