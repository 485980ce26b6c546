// Compares the mounted endpoints, routes and widgets with the lists of the specification. Missing ones are printed and
// fail nothing; mounted ones must match the lists, and have a test in their room.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import type { RoomServer } from '../features/frame/serve.ts'
import { isTest, sourceFiles } from '../testkit/source.ts'
import type { PageRoute } from '../ui/routes.ts'

const rowsOf = (file: string) =>
  readFileSync(`spec/${file}`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t').map((cell) => cell.trim()))

const files = sourceFiles()
const servers = import.meta.glob<{ default: RoomServer }>('../features/*/*/server.ts', { eager: true })
const routed = import.meta.glob<{ default: readonly PageRoute[] }>('../features/*/*/routes.ts', { eager: true })
const contracts = import.meta.glob<Record<string, unknown>>('../features/*/*/*contract.ts', { eager: true })
const mounted = Object.entries(servers).flatMap(([file, { default: room }]) =>
  room.map(({ endpoint }) => ({ room: file.split('/').slice(2, 4).join('/'), endpoint: endpoint as Endpoint })),
)

/** Prints the missing entries, as a measure of progress. */
function tell(what: string, missing: readonly string[], of: number): void {
  process.stdout.write(
    `\n${what}: ${of - missing.length} of ${of}, not yet:\n${missing.map((each) => `  ${each}\n`).join('')}`,
  )
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'may' in value
const declared = Object.values(contracts).flatMap((contract) => Object.entries(contract))

/**
 * The names by which a test calls an endpoint: its constant, or those of a group of calls and of the call in the group.
 * An endpoint with two forms of answers has a constant for each.
 */
function namesOf({ path }: Endpoint): string[] {
  for (const [name, value] of declared) {
    if (isEndpoint(value)) {
      if (value.path === path) return [name]
      continue
    }
    const inner = Object.entries(value ?? {}).find(([, each]) => isEndpoint(each) && each.path === path)
    if (inner && !isDeclaredAlone(path)) return [name, inner[0]]
  }
  return []
}

const isDeclaredAlone = (path: string): boolean =>
  declared.some(([, value]) => isEndpoint(value) && value.path === path)

describe('endpoints', () => {
  const listed = rowsOf('endpoints.tsv').map(([, method, path]) => ({ method: method!, path: path! }))

  test('a mounted endpoint has the method and the encoding of the list', () => {
    for (const { endpoint } of mounted) {
      const row = listed.find(({ path }) => path === endpoint.path)
      if (!row) continue
      const [method, ...encoding] = row.method.split(' ')
      const accepts = encoding.join(' ').toLowerCase().split(' or ').filter(Boolean)
      expect([endpoint.path, endpoint.method]).toEqual([endpoint.path, method])
      for (const each of accepts)
        expect([endpoint.path, endpoint.accepts]).toEqual([endpoint.path, expect.arrayContaining([each])])
    }
  })

  test('a mounted endpoint is called by a test of its wing', () => {
    const untried = mounted.flatMap(({ room, endpoint }) => {
      const names = namesOf(endpoint)
      const own = files.filter((file) => isTest(file) && file.path.startsWith(`features/${room.split('/')[0]}/`))
      const isIn = (text: string) => names.every((name) => new RegExp(`\\b${name}\\b`).test(text))
      const isTried = names.length > 0 && own.some(({ text }) => isIn(text))
      return isTried ? [] : [`${endpoint.path} (${names.join('.') || 'no constant'}) in features/${room}`]
    })
    expect(untried).toEqual([])
  })

  /** The demonstration mounts its own calls, which no platform has. */
  const isOfDemo = ({ path }: Endpoint) => path.startsWith('/lfscada/demo/')

  test('every endpoint of a contract is mounted', () => {
    const known = new Set(mounted.map(({ endpoint }) => endpoint.path))
    const unmounted = declared.flatMap(([, value]) => (isEndpoint(value) && !known.has(value.path) ? [value] : []))
    expect(unmounted.filter((endpoint) => !isOfDemo(endpoint)).map(({ path }) => path)).toEqual([])
  })

  test('missing entries are printed', () => {
    const paths = new Set(mounted.map(({ endpoint }) => endpoint.path))
    const sockets = files
      .filter((file) => !isTest(file))
      .map(({ text }) => text)
      .join('\n')
    const isThere = ({ method, path }: { method: string; path: string }) =>
      method === 'WS' ? sockets.includes(`'${path.replace('{token}', '')}'`) : paths.has(path)
    tell(
      'Endpoints',
      listed.filter((row) => !isThere(row)).map(({ method, path }) => `${method} ${path}`),
      listed.length,
    )
  })
})

describe('routes', () => {
  const declared = Object.values(routed).flatMap((file) => file.default.map(({ path }) => path))
  const listed = rowsOf('routes.tsv').map(([, path]) => path!)

  test('no path is declared twice', () => {
    expect(declared.filter((path, at) => declared.indexOf(path) !== at)).toEqual([])
  })

  test('missing entries are printed', () => {
    tell(
      'Routes',
      listed.filter((path) => !declared.includes(path)),
      listed.length,
    )
  })
})

describe('widgets', () => {
  const built = new Set(
    files
      .filter((file) => /^widgets\/(?!host\/)[^/]+\/[^/]+\.tsx$/.test(file.path) && !isTest(file))
      .map(({ path }) => path.slice('widgets/'.length, -'.tsx'.length)),
  )
  const kebab = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
  const listed = rowsOf('widgets.tsv').map(([family, widget]) => `${kebab(family!)}/${kebab(widget!)}`)

  test('a widget has a test or is in the battery of all widgets', () => {
    const battery = files.some(({ path }) => path === 'widgets/battery.test.tsx')
    const untried = [...built].filter(
      (key) => !battery && !files.some(({ path }) => path === `widgets/${key}.test.tsx`),
    )
    expect(untried).toEqual([])
  })

  test('missing entries are printed', () => {
    tell(
      'Widgets',
      listed.filter((key) => !built.has(key)),
      listed.length,
    )
  })
})
