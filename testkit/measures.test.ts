// Measures of the sources whose exceptions may only become fewer: lengths of functions, tests beside their source.
// `MEASURES=write npx vitest run testkit/measures` writes the lists.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longFunctions } from './function-lengths.ts'
import { isTest, sourceFiles } from './source.ts'

const isWriting = process.env.MEASURES === 'write'
const files = sourceFiles()

/** The rows of a list, without empty lines. */
const rowsOf = (file: string): string[][] =>
  readFileSync(`testkit/${file}`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))

const write = (file: string, rows: readonly (readonly (string | number)[])[]): void =>
  writeFileSync(`testkit/${file}`, rows.map((row) => `${row.join('\t')}\n`).join(''))

test('a function is measured from its first to its last line, a component by a limit of its own', () => {
  const long = (lines: number): string => `{\n${'  run()\n'.repeat(lines - 2)}}`
  const text = `const a = () => ${long(61)}\nexport function b() ${long(60)}\nclass C {\n  d() ${long(70)}\n}\n`
  expect(longFunctions('a.ts', text)).toEqual([
    { name: 'a', lines: 61, limit: 60 },
    { name: 'd', lines: 70, limit: 60 },
  ])
  const screen = `function List() ${long(121)}\nfunction useRows() ${long(61)}\nfunction Row() ${long(120)}\n`
  expect(longFunctions('a.tsx', screen)).toEqual([
    { name: 'List', lines: 121, limit: 120 },
    { name: 'useRows', lines: 61, limit: 60 },
  ])
})

test('a function has at most 60 lines and a component 120, except those of the list, which may not grow', () => {
  const measured = files.filter((file) => !isTest(file) && !/^(testkit|bench)\//.test(file.path))
  const long = measured.flatMap(({ path, text }) => longFunctions(path, text).map((each) => ({ path, ...each })))
  const rows = long.map(({ path, name, lines }) => [path, name, lines] as const)
  if (isWriting) write('long-functions.tsv', [...rows].sort())
  const allowed = new Map(rowsOf('long-functions.tsv').map(([path, name, lines]) => [`${path} ${name}`, Number(lines)]))
  const grown = rows.filter(([path, name, lines]) => lines > (allowed.get(`${path} ${name}`) ?? 0))
  expect(grown).toEqual([])
  const shortened = [...allowed].filter(([key]) => !rows.some(([path, name]) => `${path} ${name}` === key))
  expect(shortened, 'remove these lines from testkit/long-functions.tsv').toEqual([])
})

test('folders of rules have as many lines of tests as of source, or at least the share in the list', () => {
  const shares = ['contract', 'core', 'designer', 'drivers', 'signal'].map((folder) => {
    const own = files.filter(({ path }) => path.startsWith(`${folder}/`))
    const linesOf = (isOfTests: boolean): number =>
      own.filter((file) => isTest(file) === isOfTests).reduce((sum, { lines }) => sum + lines, 0)
    return [folder, Math.floor((100 * linesOf(true)) / linesOf(false))] as const
  })
  if (isWriting)
    write(
      'test-shares.tsv',
      shares.map(([folder, share]) => [folder, Math.min(100, share)]),
    )
  const wanted = new Map(rowsOf('test-shares.tsv').map(([folder, share]) => [folder, Number(share)]))
  // A change of a few lines is no loss of tests.
  const tolerance = 1
  expect(shares.filter(([folder, share]) => share + tolerance < (wanted.get(folder) ?? 100))).toEqual([])
})
