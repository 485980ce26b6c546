// The bytes of the built client: of the login as they are transferred, and of what is evaluated before a page shows its first
// value.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const folder = join(import.meta.dirname, '../dist/web')

type Chunk = { file: string; src?: string; imports?: string[]; css?: string[] }
/** As the build lists them, by their sources from apps/web. */
const manifest = (): Record<string, Chunk> => JSON.parse(readFileSync(join(folder, '../web-files.json'), 'utf8'))

/** The files that these sources need before they run. */
function filesOf(...sources: string[]): Set<string> {
  const chunks = manifest()
  const files = new Set<string>()
  const add = (key: string) => {
    const chunk = chunks[key]
    if (!chunk) throw new Error(`the build has no ${key}`)
    if (files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const each of chunk.imports ?? []) add(each)
  }
  for (const source of sources) add(source in chunks ? source : `../../${source}`)
  return files
}

const transferred = (file: string): number => {
  const path = join(folder, file)
  return statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size
}
const sum = (files: Iterable<string>, sizeOf: (file: string) => number): number =>
  [...files].reduce((bytes, file) => bytes + sizeOf(file), 0)

test('a cold login transfers at most 120 kB', () => {
  const files = [...filesOf('index.html', 'login-window.tsx'), 'index.html', 'favicon.svg']
  // Its answers and the heads of all of them are a few kilobytes more.
  expect(sum(files, transferred)).toBeLessThanOrEqual(112_000)
  expect(files.filter((file) => /antd|app|light|base|common/.test(file))).toEqual([])
})

const widgets = ['usual/data-text', 'usual/percent-fill', 'shape/circle', 'shape/line']
const shown = {
  'a device’s page': ['shell.tsx', 'features/page/page-runtime.tsx'],
  'a project’s page': ['shell.tsx', 'features/project/page-viewer.tsx'],
  'a shared project': ['window-frame.tsx', 'features/share/page-visit.tsx'],
  'a wall': ['window-frame.tsx', 'features/kiosk/page-kiosk.tsx'],
}

for (const [name, sources] of Object.entries(shown)) {
  test(`${name} evaluates at most 900 kB of script before its first value`, () => {
    const files = [...filesOf('index.html', 'app.tsx', ...sources, ...drawn())].filter((file) => file.endsWith('.js'))
    expect(sum(files, (file) => statSync(join(folder, file)).size)).toBeLessThanOrEqual(900_000)
    expect(files.filter((file) => /antd|dates|base/.test(file))).toEqual([])
  })
}

/** The usual widgets of a page. */
const drawn = () => widgets.map((each) => `widgets/${each}.tsx`)
