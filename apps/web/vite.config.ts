// Builds the web client into dist/web; in development passes calls and sockets on to the server.
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
type Modules = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** What a module needs before it runs. */
function needsOf(from: string, modules: Modules, known = new Set<string>()): Set<string> {
  for (const id of modules.getModuleInfo(from)?.importedIds ?? [])
    if (!known.has(id)) needsOf(id, modules, known.add(id))
  return known
}

let early: Set<string> | undefined

/** The start and the login load this and nothing that only later pages need. */
function startGroup(id: string, modules: Modules): string | null {
  early ??= needsOf(at('../../features/login/page-login.tsx'), modules, needsOf(at('main.tsx'), modules))
  return early.has(id) ? 'start' : null
}

const server = { target: 'http://127.0.0.1:8080', ws: true }

export default defineConfig({
  root: at('.'),
  plugins: [react()],
  // A worker loads its code in parts, as pages do.
  worker: { format: 'es' },
  server: {
    port: 5173,
    fs: { allow: [at('../..')] },
    proxy: { '/lfscada': server, '/org': server, '/usual': server },
  },
  build: {
    outDir: at('../../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A group takes what its modules need with it, so the frame comes first: else antd would swallow React, and the
          // login would have to load antd.
          // antd is used by nearly every page but the login: one chunk, kept by the browser between our releases.
          // Small parts that several pages share are one file too: each file costs a request, and a page had a hundred.
          groups: [
            { name: 'ahead', test: /[\\/](contract[\\/]ahead|ui[\\/]kept)\.ts$|[\\/](part-)?ahead\.ts$/, priority: 4 },
            { name: 'antd', test: /node_modules[\\/](antd|@ant-design|@rc-component|dayjs)/, priority: 1 },
            { name: 'frame', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|i18next)[\\/]/, priority: 3 },
            { name: startGroup, priority: 2 },
            { name: 'common', minShareCount: 4, priority: 0 },
          ],
        },
      },
    },
  },
})
