import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Stop, say } from './say.mjs'

/** @typedef {{ in: string, out: string }} Entry */

const ENTRIES = ['demo', 'server', 'backup', 'verify-log']
/** The file of the gateway agent, which runs on a box without other files. */
export const EDGE_FILE = 'gatehouse-edge.mjs'
/** The file of the local program of remote download, for the computer of an engineer. */
export const TUNNEL_FILE = 'gatehouse-tunnel.mjs'
/**
 * Flags of Node for the platform's program, wherever it is started. With room for 64 MiB of young objects, what a large
 * call leaves behind is collected before it counts as old; collecting the old objects holds up every caller. [decision 57]
 */
export const PLATFORM_FLAGS = ['--enable-source-maps', '--max-semi-space-size=64']

/**
 * Bundles the existing programs: one file for each program and each worker thread; packages stay in node_modules.
 * @param {string} root
 * @param {string[]} sources paths of all sources of the server
 */
export async function buildPrograms(root, sources) {
  const mains = ENTRIES.map((name) => ({ in: `apps/${name}/main.ts`, out: name }))
  const present = mains.filter((entry) => existsSync(join(root, entry.in)))
  if (present.length === 0) return
  say('building the programs ...')
  await bundle(root, [...present, ...workersOf(sources)])
}

/** Number of running builds. */
let running = 0

/**
 * esbuild has one service for the whole process: it stops when the last of several builds has ended.
 * @param {string} what
 * @param {(esbuild: typeof import('esbuild')) => Promise<unknown>} build
 */
async function withEsbuild(what, build) {
  const esbuild = await import('esbuild')
  running += 1
  try {
    await build(esbuild)
  } catch (error) {
    throw new Stop(`${what} cannot be built: see above`, { cause: error })
  } finally {
    running -= 1
    if (running === 0) await esbuild.stop()
  }
}

/**
 * @param {string} root
 * @param {Entry[]} entries
 */
export async function bundle(root, entries) {
  const options = await bundleOptions(root, entries)
  await withEsbuild('The programs', (esbuild) => esbuild.build(options))
  copyMigrations(root)
}

/**
 * @param {string} root
 * @param {Entry[]} entries
 * @returns {Promise<import('esbuild').BuildOptions>}
 */
export async function bundleOptions(root, entries) {
  const { globPlugin } = await import('./glob.mjs')
  return {
    absWorkingDir: root,
    entryPoints: entries,
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    plugins: [globPlugin],
    logLevel: 'warning',
  }
}

/**
 * The gateway agent with all its packages in one file, for any Node of version 20 or newer on any processor; beside it
 * its checksum, and what installs it as a service.
 * @param {string} root
 * @param {string} [out] where it comes to lie
 */
export async function buildEdge(root, out = join(root, 'dist')) {
  const { entryPoints: _, packages: __, outdir: ___, ...options } = await bundleOptions(root, [])
  const interpreter = readFileSync(new URL(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')))
  const agent = {
    ...options,
    entryPoints: [join(root, 'apps/edge/main.ts')],
    outfile: join(out, EDGE_FILE),
    sourcemap: false,
    legalComments: /** @type {const} */ ('eof'),
    plugins: [...(options.plugins ?? []), serialPlugin(root)],
    // The interpreter of scripts and the compiled parts for serial ports are embedded, because they are otherwise files
    // beside their packages.
    define: {
      GATEHOUSE_QUICKJS_WASM: JSON.stringify(interpreter.toString('base64')),
      GATEHOUSE_SERIAL_PARTS: JSON.stringify(serialParts()),
    },
    // The OPC UA library uses this package to lock folders of certificates, which the agent does not have.
    external: ['proper-lockfile'],
    // Older packages load modules of Node.js by `require`.
    banner: {
      js: "import { createRequire as gatehouseRequire } from 'node:module'\nconst require = gatehouseRequire(import.meta.url)",
    },
  }
  await withEsbuild('The gateway agent', (esbuild) => esbuild.build(agent))
  const sum = createHash('sha256').update(readFileSync(agent.outfile)).digest('hex')
  writeFileSync(`${agent.outfile}.sha256`, `${sum}  ${EDGE_FILE}\n`)
  for (const file of ['gatehouse-edge.service', 'install.sh']) cpSync(join(root, 'apps/edge', file), join(out, file))
}

/** The parts that run on the processors of usual gateways, by the name under which the agent looks for them. */
const SERIAL_PARTS = {
  'linux-x64-glibc': 'linux-x64/@serialport+bindings-cpp.glibc.node',
  'linux-x64-musl': 'linux-x64/@serialport+bindings-cpp.musl.node',
  'linux-arm64-glibc': 'linux-arm64/@serialport+bindings-cpp.armv8.glibc.node',
  'linux-arm64-musl': 'linux-arm64/@serialport+bindings-cpp.armv8.musl.node',
  'linux-arm-glibc': 'linux-arm/@serialport+bindings-cpp.armv6.glibc.node',
  'linux-arm-musl': 'linux-arm/@serialport+bindings-cpp.armv7.musl.node',
}

/** Compressed, in base64. */
function serialParts() {
  const own = createRequire(import.meta.url)
  const folder = dirname(createRequire(own.resolve('serialport')).resolve('@serialport/bindings-cpp/package.json'))
  const part = (/** @type {string} */ file) =>
    gzipSync(readFileSync(join(folder, 'prebuilds', file)), { level: 9 }).toString('base64')
  return Object.fromEntries(Object.entries(SERIAL_PARTS).map(([name, file]) => [name, part(file)]))
}

/**
 * Replaces the loader of the package's compiled part, which looks for files beside the package.
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
const serialPlugin = (root) => ({
  name: 'serial part',
  setup(build) {
    build.onResolve({ filter: /^\.\/serialport-bindings$/ }, () => ({ path: join(root, 'apps/edge/serial-part.ts') }))
  },
})

/**
 * The local program of remote download, in one file that the platform hands out beside its pages.
 * @param {string} root
 * @param {string} [out] where it comes to lie
 */
export async function buildTunnel(root, out = join(root, 'dist/web')) {
  const { entryPoints: _, packages: __, outdir: ___, ...options } = await bundleOptions(root, [])
  const program = {
    ...options,
    entryPoints: [join(root, 'apps/tunnel/main.ts')],
    outfile: join(out, TUNNEL_FILE),
    sourcemap: false,
    minify: true,
    legalComments: /** @type {const} */ ('eof'),
    banner: {
      js: "import { createRequire as gatehouseRequire } from 'node:module'\nconst require = gatehouseRequire(import.meta.url)",
    },
  }
  await withEsbuild('The program of remote download', (esbuild) => esbuild.build(program))
}

/**
 * @param {string} root
 * @param {string} [out] folder of the programs
 */
export function copyMigrations(root, out = join(root, 'dist')) {
  rmSync(join(out, 'migrations'), { recursive: true, force: true })
  cpSync(join(root, 'db/migrations'), join(out, 'migrations'), { recursive: true })
  const features = join(root, 'features')
  const files = existsSync(features) ? readdirSync(features, { recursive: true, encoding: 'utf8' }) : []
  for (const file of files.filter((each) => each.endsWith('.sql')))
    cpSync(join(features, file), join(out, 'migrations', basename(file)))
}

/**
 * Worker threads are files named `…-worker.ts`; they are written next to the programs as `…-worker.mjs`.
 * @param {string[]} sources
 * @returns {Entry[]}
 */
export function workersOf(sources) {
  return sources.filter((path) => path.endsWith('-worker.ts')).map((path) => ({ in: path, out: basename(path, '.ts') }))
}
