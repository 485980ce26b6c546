// The source as data: every file with its imports. Used by the tests of the import rules.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

type Import = { target: string; typeOnly: boolean }
export type SourceFile = {
  /** Path from the root of the repository, with slashes. */
  path: string
  text: string
  lines: number
  /** Imports of the repository's files, from the root. */
  imports: Import[]
  /** Imports of packages. */
  packages: Import[]
}

const skipped = new Set(['node_modules', 'dist', 'data', '.git', 'test-results', 'playwright-report'])

function walk(folder: string): string[] {
  return readdirSync(folder || '.', { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) return skipped.has(entry.name) || entry.name.startsWith('.') ? [] : walk(path)
    return /\.(ts|tsx)$/.test(entry.name) ? [path] : []
  })
}

const statement = /^(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'/gm
const dynamic = /\bimport\(\s*'([^']+)'\s*\)/g

function read(path: string): SourceFile {
  const text = readFileSync(path, 'utf8')
  const found: Import[] = [
    ...[...text.matchAll(statement)].map(([, type, target]) => ({ target: target!, typeOnly: type !== undefined })),
    ...[...text.matchAll(dynamic)].map(([, target]) => ({ target: target!, typeOnly: false })),
  ]
  const isOurs = ({ target }: Import) => target.startsWith('.')
  const fromRoot = ({ target, typeOnly }: Import) => ({ target: normalize(join(dirname(path), target)), typeOnly })
  return {
    path,
    text,
    lines: text.split('\n').length - 1,
    imports: found.filter(isOurs).map(fromRoot),
    packages: found.filter((each) => !isOurs(each)),
  }
}

/** Every TypeScript file of the repository. */
export const sourceFiles = (): SourceFile[] => walk('').map(read)

/** Whether a file is a test, serves the tests of its folder, or belongs to a journey. */
export const isTest = ({ path }: { path: string }): boolean =>
  /(\.test|\/torture-peer)\.tsx?$/.test(path) || path.startsWith('e2e/')

/** All files that a file loads when it runs, except for itself. Imports of types do not count. */
export function reachOf(path: string, byPath: ReadonlyMap<string, SourceFile>): Set<string> {
  const reached = new Set<string>()
  const open = [path]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const { target, typeOnly } of byPath.get(at)?.imports ?? []) {
      if (typeOnly || reached.has(target)) continue
      reached.add(target)
      open.push(target)
    }
  }
  return reached
}

export const exists = (path: string): boolean => existsSync(path)
