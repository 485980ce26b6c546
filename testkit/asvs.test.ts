// Tests that docs/asvs.md lists every requirement of OWASP ASVS 5.0.0 once, and that every file and test named there
// exists.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const text = readFileSync('docs/asvs.md', 'utf8')
const rows = text.split('\n').flatMap((line) => {
  const [, number, level, , state, shown] = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
  return number?.startsWith('V') ? [{ number, level, state, shown }] : []
})

/** The requirements of levels 1 and 2 by section. */
const sections = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
}

test('every requirement of levels 1 and 2 is there once', () => {
  const numbers = Object.entries(sections).flatMap(([section, last]) => last.map((each) => `V${section}.${each}`))
  expect(rows.map(({ number }) => number)).toEqual(numbers)
})

test('each has a state and a reason, and the head counts them', () => {
  const known = /^(met|n\/a|open, (low|medium|high|by specification|by installation))$/
  expect(rows.filter(({ state, shown }) => !known.test(state ?? '') || !shown)).toEqual([])
  const count = (start: string) => rows.filter(({ state }) => state?.startsWith(start)).length
  expect(text.replaceAll('\n', ' ')).toContain(
    `${count('met')} met, ${count('n/a')} not applicable (n/a), ${count('open')} open`,
  )
})

test('every file that it names exists', () => {
  const paths = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+|[\w-]+\.(?:md|json))`/g)].map(([, path]) => path!)
  // The platform creates this file when it runs.
  const missing = new Set(paths.filter((path) => path !== 'DATA_DIR/secret.key' && !existsSync(path)))
  expect(paths.length).toBeGreaterThan(100)
  expect([...missing]).toEqual([])
})

test('every test that it names is in its file', () => {
  const named = rows.flatMap(({ number, shown }) => {
    let file = ''
    return [...(shown ?? '').matchAll(/`([\w./-]+\.test\.tsx?)`|“([^”]+)”/g)].flatMap(([, path, name]) => {
      file = path ?? file
      return name ? [{ number, file, name }] : []
    })
  })
  expect(named.length).toBeGreaterThan(100)
  const isThere = ({ file, name }: { file: string; name: string }) =>
    existsSync(file) && readFileSync(file, 'utf8').includes(name)
  expect(named.filter((each) => !isThere(each))).toEqual([])
})
