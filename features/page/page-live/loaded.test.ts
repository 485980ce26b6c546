// The files of the build that a viewer's browser loads: nothing of the designer, and each heavy part only for a widget
// that needs it. [S9 chunk load]
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const pathOf = (id: string) => id.split('?')[0]!.replace(root, '')

/** A file of the build: the sources in it, and the files that it loads before it runs. */
type Part = { modules: string[]; needs: string[] }
const parts = new Map<string, Part>()
/** The file that contains a source. */
const fileOf = (path: string) => [...parts].find(([, { modules }]) => modules.includes(path))?.[0]

beforeAll(async () => {
  const options = { write: false, minify: false, emptyOutDir: false, reportCompressedSize: false }
  const built = await build({ configFile: `${root}apps/web/vite.config.ts`, logLevel: 'error', build: options })
  for (const { output } of [built].flat() as { output: Output[] }[])
    for (const each of output)
      if (each.type === 'chunk') parts.set(each.fileName, { modules: each.moduleIds.map(pathOf), needs: each.imports })
}, 120_000)
type Output = { type: string; fileName: string; moduleIds: string[]; imports: string[] }

/** All source files that are loaded together with the given ones. */
function loadedWith(...sources: string[]): string[] {
  const known = new Set<string>()
  const add = (file: string | undefined) => {
    if (file === undefined || known.has(file)) return
    known.add(file)
    for (const each of parts.get(file)?.needs ?? []) add(each)
  }
  for (const source of sources) {
    expect(fileOf(source), source).toBeDefined()
    add(fileOf(source))
  }
  return [...known].flatMap((file) => parts.get(file)?.modules ?? [])
}

const frame = ['apps/web/main.tsx', 'apps/web/shell.tsx']
const pages = ['features/page/page-live/page-runtime.tsx', 'features/project/live/part-project-pages.tsx']
const widgets = () =>
  [...parts.values()].flatMap(({ modules }) => modules.filter((id) => /^widgets\/\w+\/.*\.tsx$/.test(id)))
const heavy =
  /node_modules\/(echarts|zrender|maplibre-gl|three|hls\.js|mpegts\.js|quickjs|@jitl|dompurify|exceljs|uplot|papaparse)/

/** Routes and prefetches of the designer are needed before a page is chosen, and do not count. */
const isOfDesigner = (id: string) =>
  /^(designer|features\/page\/(page|scene)-designer)\/(?!.*\/?(routes|ahead)\.ts$)/.test(id)

test('a live page loads nothing of the designer, with any widgets', () => {
  const loaded = loadedWith(...frame, ...pages, ...widgets())
  expect(loaded.length).toBeGreaterThan(500)
  expect(loaded.filter(isOfDesigner)).toEqual([])
})

test('neither a live page nor the code of a widget loads a heavy part', () => {
  const loaded = loadedWith(...frame, ...pages, ...widgets())
  expect(loaded.filter((id) => heavy.test(id))).toEqual([])
})

test.each([
  ['charts', 'widgets/chart/echarts.ts', /node_modules\/echarts/],
  ['maps', 'widgets/map/open-map.ts', /node_modules\/maplibre-gl/],
  ['3D scenes', 'widgets/scene/open-scene.ts', /node_modules\/three/],
  ['curves', 'ui/curve-plot.ts', /node_modules\/uplot/],
  ['rich text', 'widgets/rich/safe-html.ts', /node_modules\/dompurify/],
])('%s have their own file, without the other heavy parts', (_, source, own) => {
  const found = loadedWith(source).filter((id) => heavy.test(id))
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((id) => !own.test(id) && !/zrender/.test(id))).toEqual([])
})
