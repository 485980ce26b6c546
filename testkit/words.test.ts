// Prose that STYLE.md rejects, counted by folder: a count may only fall. `WORDS=<folder or rule> npx vitest run testkit/words`
// lists what is left of it, `WORDS=count` writes the counts.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { folderOf, slipsIn, slipsOf } from './words.ts'

const root = `${import.meta.dirname}/..`
const countsFile = `${import.meta.dirname}/word-counts.tsv`
const wanted = process.env.WORDS

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|css|md)$/.test(file))

test.each([
  ['a clause without a head', '// Who asks for what is not his would have it pile up here.', ['headless', 'person']],
  ['a question', '// Who may write?', []],
  ['a riddle', '/** The same at once. */', ['riddle']],
  ['a pronoun without antecedent', '// They get it first.', ['pronoun']],
  ['a pronoun after its noun', '// The gateway is asleep; it answers nothing.', []],
  ['code in a comment', '// Reads `what` and returns it.', []],
  ['a bare participle', 'export const told = 1', ['name']],
  ['a whole name', 'export const toldBy = 1', []],
  ['an address', "const site = 'https://what.example'", []],
  ['an end beside code', 'const a = 1 // starts by itself', ['riddle']],
])('%s', (_, source, rules) => {
  expect(slipsOf('core/sample.ts', source).map(({ rule }) => rule)).toEqual(rules)
})

test('the name of a test is prose', () => {
  const sample = (name: string): string => `test('${name}', () => {})`
  expect(slipsOf('core/sample.test.ts', sample('what rests is forgotten'))).toMatchObject([
    { line: 1, rule: 'headless' },
  ])
  expect(slipsOf('core/sample.ts', sample('what rests is forgotten'))).toEqual([])
})

test('no folder has more of it than before', () => {
  const slips = slipsIn(root, files)
  const counts = new Map<string, number>()
  for (const { file } of slips) counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + 1)
  const table = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([folder, count]) => `${folder}\t${count}\n`)
  if (wanted === 'count') writeFileSync(countsFile, table.join(''))
  else if (wanted)
    for (const { file, line, rule, text } of slips)
      if (file.startsWith(wanted) || rule === wanted) process.stdout.write(`${file}:${line} [${rule}] ${text}\n`)
  const allowed = new Map(
    readFileSync(countsFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'))
      .map(([folder, count]) => [folder, Number(count)]),
  )
  const grown = [...counts].filter(([folder, count]) => count > (allowed.get(folder) ?? 0))
  expect(grown.map(([folder, count]) => `${folder}: ${count}, at most ${allowed.get(folder) ?? 0}`)).toEqual([])
})
