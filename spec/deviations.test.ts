// Former differences from the specification, each with the test that shows the current behaviour. A deliberate
// difference has a reason. One without a test is open: it is printed, and fails.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isTest, sourceFiles } from '../testkit/source.ts'

type Deviation = { part: string; item: string; proof: string; words: string; reason: string }

const deviations: Deviation[] = readFileSync('spec/deviations.tsv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [part = '', item = '', proof = '', words = '', reason = ''] = line.split('\t').map((cell) => cell.trim())
    return { part, item, proof, words, reason }
  })
const files = sourceFiles()
const rooms = readdirSync('features').flatMap((wing) => readdirSync(`features/${wing}`))

/** Why a deviation counts as open, or nothing. */
function openBy({ proof, words }: Deviation): string | undefined {
  if (!/\.(test|e2e)\.tsx?$/.test(proof) || !existsSync(proof)) return `no test ${proof}`
  if (words.length < 8) return `nothing named in ${proof}`
  const text = readFileSync(proof, 'utf8')
  if (!text.includes(words)) return `${proof} does not say: ${words}`
  return /\b(test|it|describe)\.(skip|todo|fails)\b/.test(text) ? `${proof} skips a test` : undefined
}

test('the list of deviations prints no open item', () => {
  const open = deviations.flatMap((each) => {
    const why = openBy(each)
    return why === undefined ? [] : [`${each.part}: ${each.item} (${why})`]
  })
  const lines = deviations.map((each) => {
    const state = openBy(each) ? 'OPEN   ' : each.reason ? 'reason ' : 'done   '
    return `  ${state} ${each.part}: ${each.item}\n            ${each.reason || each.proof}`
  })
  process.stdout.write(`\ndeviations: ${open.length} open of ${deviations.length}\n${lines.join('\n')}\n`)
  expect(open).toEqual([])
})

test('each deviation is named once, and every part has some', () => {
  const names = deviations.map(({ part, item }) => `${part}: ${item}`)
  expect(new Set(names).size).toBe(names.length)
  expect([...new Set(deviations.map(({ part }) => part))]).toEqual([
    ...['permissions', 'texts', 'pages', 'sharing', 'devices', 'gateway', 'validation', 'codes', 'calls'],
  ])
})

test('no IoT cards: none expires', () => {
  expect(rooms).not.toContain('card')
})

test('no work orders: their key guards nothing', () => {
  expect(rooms.filter((room) => ['repair', 'work-order', 'worksheet', 'inspection'].includes(room))).toEqual([])
})

test('no screen loads a static JSON file by its path', () => {
  const loading = /\b(fetch|open|get)\(\s*[`'"][^`'"]*\.json\b/
  const screens = files.filter(
    (file) => !isTest(file) && /^(apps\/web|features|widgets|designer|ui|signal\/web)\//.test(file.path),
  )
  expect(screens.length).toBeGreaterThan(500)
  expect(screens.filter(({ text }) => loading.test(text)).map(({ path }) => path)).toEqual([])
})
