// Builds the web client into dist/web; in development passes calls and sockets on to the server.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { codeAhead } from './code-ahead.ts'
import { helpPages } from './help-pages.ts'
import { lightContracts } from './light-contracts.ts'
import { noJsonSchema } from './no-json-schema.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** The modules that a module needs before it runs. */
function needsOf(from: string, modules: Modules, known = new Set<string>()): Set<string> {
  for (const id of modules.getModuleInfo(from)?.importedIds ?? [])
    if (!known.has(id)) needsOf(id, modules, known.add(id))
  return known
}

/** The name of a group with the modules that these need, and none that only others need. */
function neededBy(name: string, from: readonly string[]) {
  let needed: Set<string> | undefined
  return (id: string, modules: Modules): string | null => {
    if (!needed) {
      needed = new Set()
      for (const file of from) needsOf(file, modules, needed)
    }
    return needed.has(id) ? name : null
  }
}

/** Assigns a module, and the files that it needs, to the chunk `name`. */
function withItsNeeds(name: string, file: string) {
  const needs = neededBy(name, [file])
  return (id: string, modules: Modules): string | null => (id === file ? name : needs(id, modules))
}

const shellParts = readdirSync(at('../../features'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /[\\/]shell\.tsx$/.test(file))
  .map((file) => at(`../../features/${file}`))

/** The application, its login, and what both need before they run. */
const [appFile, loginFile] = [at('app.tsx'), at('login-window.tsx')]
const isOfApp = withItsNeeds('app', appFile)
const isOfLogin = withItsNeeds('login', loginFile)
const isOfStart = neededBy('start', [at('main.tsx')])
const startGroup = (id: string, modules: Modules): string | null =>
  isOfStart(id, modules) ?? (isOfApp(id, modules) && isOfLogin(id, modules) && 'start')
/**
 * Widgets that nearly every page has, and others that many have, share a file, because a page of ten types would
 * otherwise load ten files.
 */
const isDrawn = (id: string) =>
  /[\\/]widgets[\\/](group[\\/]|shape[\\/]|usual[\\/](data-text|percent-fill|text|image|button)\.)[^\\/]*tsx$/.test(id)
const isDrawnOften = (id: string) => /[\\/]widgets[\\/](usual|navigate)[\\/][^\\/]+\.tsx$/.test(id)
const drawnFiles = readdirSync(at('../../widgets'), { recursive: true, encoding: 'utf8' })
  .map((path) => at(`../../widgets/${path}`))
  .filter((file) => isDrawn(file) && !file.endsWith('.test.tsx'))

/** The pages that show values before all else is loaded, with the frame around them and the usual widgets. */
const lightFiles = [
  ...[at('shell.tsx'), at('window-frame.tsx'), ...drawnFiles],
  ...[at('../../features/page/page-live/page-runtime.tsx'), at('../../features/project/project/page-viewer.tsx')],
]
const barFiles = [at('bars.tsx'), ...shellParts]
/** Code of the bars and of simple list pages; other pages load it too. */
const baseGroup = neededBy('base', [
  ...barFiles,
  at('../../features/project/monitor/page-list.tsx'),
  at('../../features/device/equipment/page-list.tsx'),
])
/** Code that visitors of a share and wall displays need beside a light page. */
const shareGroup = neededBy('visit', [at('../../features/project/share/page-visit.tsx')])
const wallGroup = neededBy('wall', [at('../../features/project/kiosk/page-kiosk.tsx')])
const isOfLight = neededBy('light', lightFiles)
const isShared = (id: string, modules: Modules): boolean =>
  [shareGroup, wallGroup, baseGroup].filter((group) => group(id, modules)).length > 1
const lightGroup = (id: string, modules: Modules): string | null =>
  isOfLight(id, modules) ?? (isShared(id, modules) ? 'light' : null)
const isShellPart = (id: string) => /[\\/]features[\\/][^\\/]+[\\/][^\\/]+[\\/]shell\.tsx$/.test(id)
/**
 * Many pages may need curves and tables as text, and few do: the code that draws and reads them is in no chunk that
 * every page loads.
 */
const isLight = (id: string) =>
  !/node_modules[\\/](uplot|papaparse)[\\/]|[\\/]ui[\\/]curve-(chart|plot)\.tsx?$/.test(id)
const isOfDates = (id: string) =>
  /node_modules[\\/](dayjs|@rc-component[\\/]picker)|antd[\\/]es[\\/](date|time)-picker/.test(id)

const server = { target: 'http://127.0.0.1:8080', ws: true }

export default defineConfig({
  root: at('.'),
  plugins: [
    react(),
    lightContracts(),
    noJsonSchema(),
    helpPages(at('../../docs')),
    codeAhead({
      sources: { app: [appFile], light: lightFiles, bars: barFiles, login: [loginFile] },
      start: at('main.tsx'),
      questions: at('ahead.ts'),
    }),
  ],
  // A worker loads its code in parts, as pages do.
  worker: { format: 'es', plugins: () => [lightContracts(), noJsonSchema()] },
  server: {
    port: 5173,
    fs: { allow: [at('../..')] },
    proxy: { '/lfscada': server, '/org': server, '/usual': server },
  },
  build: {
    outDir: at('../../dist/web'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A group contains the modules that its members need, so the frame comes first: else antd would include
          // React, and the login would have to load antd. Nearly every page except the login uses antd: one chunk,
          // which the browser caches across our releases. Small parts that several pages share are one file too, and so
          // are the rooms' parts of the shell: each file costs a request, and a page had a hundred.
          groups: [
            {
              name: 'ahead',
              test: /[\\/](contract[\\/]ahead|ui[\\/]kept)\.ts$|[\\/]([\w-]+-)?ahead\.ts$/,
              priority: 7,
            },
            { name: 'frame', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 6 },
            { name: startGroup, priority: 5 },
            { name: isOfLogin, priority: 4.8 },
            { name: isOfApp, priority: 4.5 },
            { name: lightGroup, priority: 4.2 },
            { name: shareGroup, priority: 4.1 },
            { name: wallGroup, priority: 4.1 },
            {
              name: 'antd',
              test: (id: string) => /node_modules[\\/](antd|@ant-design|@rc-component)/.test(id) && !isOfDates(id),
              priority: 4,
            },
            { name: 'dates', test: isOfDates, priority: 3 },
            { name: baseGroup, priority: 2 },
            { name: 'common', test: isLight, minShareCount: 4, priority: 1 },
            { name: 'drawn', test: isDrawn, priority: 0.5 },
            { name: 'drawn-often', test: isDrawnOften, priority: 0.4 },
            { name: 'shells', test: isShellPart, priority: 0 },
          ],
        },
      },
    },
  },
})
