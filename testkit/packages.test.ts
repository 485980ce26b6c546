// The packages of package.json: exact versions, each imported, and none imported that is missing there (for TypeScript
// `testkit/boundaries.test.ts` checks that).
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect, test } from 'vitest'
import { sourceFiles } from './source.ts'

type Names = Record<string, string>
const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Names>
const declared: Names = { ...dependencies, ...devDependencies }
const locked = (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Names> }).packages
const scripts = readdirSync('scripts')
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => readFileSync(`scripts/${file}`, 'utf8'))

test('every version is exact, and the one of package-lock.json', () => {
  const other = Object.entries(declared).filter(
    ([name, version]) =>
      !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) || locked[`node_modules/${name}`]?.version !== version,
  )
  expect(other).toEqual([])
})

test('every package that a script imports is declared', () => {
  const imported = scripts.flatMap((text) =>
    [...text.matchAll(/^import [^'`]*'([^.'][^']*)'|\bimport\('([^.'][^']*)'\)/gm)].map(
      ([, one, other]) => one ?? other!,
    ),
  )
  const nameOf = (target: string) => /^(@[\w.-]+\/)?[\w.-]+/.exec(target)![0]
  expect(imported.filter((target) => !isBuiltin(target) && !Object.hasOwn(declared, nameOf(target)))).toEqual([])
  expect(imported).toContain('vitest')
})

test('every declared package is used', () => {
  const imported = new Set(sourceFiles().flatMap(({ packages }) => packages.map(({ target }) => target)))
  // These files name packages by path.
  const others = ['db/embedded-binaries.ts', 'ui/theme.css'].map((path) => readFileSync(path, 'utf8'))
  const text = [...[...imported].map((target) => `'${target}'`), ...scripts, ...others].join('\n').replaceAll('"', "'")
  const isNamed = (name: string) => [`'${name}'`, `'${name}/`, `@${name}/`].some((each) => text.includes(each))
  // The types of a used package, of Node, or of a part of either.
  const isOfTypes = (name: string) => name === '@types/node' || isNamed(name.replace(/^@types\//, ''))
  expect(Object.keys(declared).filter((name) => !isNamed(name) && !isOfTypes(name))).toEqual([])
})
