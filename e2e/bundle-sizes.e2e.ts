// Limits of the built client: the bytes that the login transfers, and the script that is evaluated before a page shows
// its first value.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const folder = join(import.meta.dirname, '../dist/web')

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] }

/** The files that these chunks need before they run, by the name of a group or the source of a page. */
function filesOf(...wanted: string[]): Set<string> {
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(join(folder, '../web-files.json'), 'utf8'))
  const files = new Set<string>()
  const add = (chunk: Chunk | undefined, named: string) => {
    if (!chunk) throw new Error(`the build has no ${named}`)
    if (files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const each of chunk.imports ?? []) add(chunks[each], each)
  }
  const isGroup = ({ file, name }: Chunk, wanted: string) => name === wanted && file.endsWith('.js')
  for (const each of wanted) add(chunks[each] ?? Object.values(chunks).find((chunk) => isGroup(chunk, each)), each)
  return files
}

const transferred = (file: string): number => {
  const path = join(folder, file)
  return statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size
}
const sum = (files: Iterable<string>, sizeOf: (file: string) => number): number =>
  [...files].reduce((bytes, file) => bytes + sizeOf(file), 0)

test('a cold login transfers at most 120 kB', () => {
  const files = [...filesOf('index.html', 'login'), 'index.html', 'favicon.svg']
  // The limit includes some 6 kB for response headers and the requests of the login.
  expect(sum(files, transferred)).toBeLessThanOrEqual(110_000)
  expect(files.filter((file) => /(antd|app|light|base|common)-/.test(file))).toEqual([])
})

const features = '../../features'
const light = {
  'a page of a device': ['shell.tsx', `${features}/page/page-live/page-runtime.tsx`],
  'a page of a project': ['shell.tsx', `${features}/project/project/page-viewer.tsx`],
  'a shared project': ['window-frame.tsx', `${features}/project/share/page-visit.tsx`],
  'a wall': ['window-frame.tsx', `${features}/project/kiosk/page-kiosk.tsx`],
}

for (const [name, sources] of Object.entries(light)) {
  test(`${name} evaluates at most 900 kB of script before its first value`, () => {
    const files = [...filesOf('index.html', 'app', ...sources, 'drawn')].filter((file) => file.endsWith('.js'))
    expect(sum(files, (file) => statSync(join(folder, file)).size)).toBeLessThanOrEqual(900_000)
    expect(files.filter((file) => /(antd|dates|base|common)-/.test(file))).toEqual([])
  })
}
