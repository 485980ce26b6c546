import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildEdge, buildPrograms, buildTunnel, EDGE_FILE, TUNNEL_FILE } from './programs.mjs'
import { ROOT, Stop, say } from './say.mjs'

const SOURCES = [
  'apps',
  'contract',
  'core',
  'db',
  'designer',
  'docs/help',
  'drivers',
  'features',
  'languages',
  'plant',
  'signal',
  'spec',
  'testkit',
  'ui',
  'widgets',
]
const CONFIGS = ['package-lock.json', 'tsconfig.json', 'scripts/build.mjs', 'scripts/programs.mjs', 'scripts/glob.mjs']
/** Folders and files that are not part of the web pages: a change there does not rebuild the pages. */
const NOT_WEB =
  /^(apps\/(server|edge|demo|backup|language)|db|plant|testkit|signal\/(edge|cloud))\/|\/(server|store|driver)\.ts$|\.sql$/
/** Folders that are not part of the server. */
const NOT_SERVER = /^(apps\/web|docs|languages|ui|designer|widgets|signal\/web)\/|\.tsx$/

/** Folders and files that are not part of the gateway agent. */
const NOT_EDGE =
  /^(apps\/(?!edge\/)|db|designer|docs|features|languages|plant|spec|testkit|ui|widgets|signal\/(cloud|web|history))\/|\/server\.ts$|\.tsx$/

/** Folders of the local program of remote download. */
const IN_TUNNEL = /^(apps\/tunnel|contract|core|signal\/(tunnel|cloud))\//

/** Builds what changed since the last build: the web pages into dist/web, the programs into dist/*.mjs. */
export async function build(root = ROOT) {
  const dist = join(root, 'dist')
  mkdirSync(dist, { recursive: true })
  await Promise.all([
    ifChanged(
      join(dist, '.web-inputs'),
      digestOf(root, (path) => !NOT_WEB.test(path)),
      () => buildWeb(root),
    ),
    ifChanged(
      join(dist, '.server-inputs'),
      digestOf(root, (path) => !NOT_SERVER.test(path)),
      () => buildPrograms(root, serverSources(root)),
    ),
    buildAgent(root),
  ])
  await buildTunnelProgram(root)
}

/**
 * After the pages, whose folder is emptied when they are built.
 * @param {string} root
 */
async function buildTunnelProgram(root) {
  const dist = join(root, 'dist')
  if (!existsSync(join(root, 'apps/tunnel/main.ts'))) return
  const stamp = join(dist, '.tunnel-inputs')
  if (!existsSync(join(dist, 'web', TUNNEL_FILE))) rmSync(stamp, { force: true })
  await ifChanged(
    stamp,
    digestOf(root, (path) => IN_TUNNEL.test(path)),
    () => buildTunnel(root),
  )
}

/** Builds the gateway agent alone, if what it is made of has changed. Answers its file. */
export async function buildAgent(root = ROOT) {
  const dist = join(root, 'dist')
  const file = join(dist, EDGE_FILE)
  if (!existsSync(join(root, 'apps/edge/main.ts'))) return file
  mkdirSync(dist, { recursive: true })
  const stamp = join(dist, '.edge-inputs')
  if (!existsSync(file)) rmSync(stamp, { force: true })
  await ifChanged(
    stamp,
    digestOf(root, (path) => !NOT_EDGE.test(path)),
    () => buildEdge(root, dist),
  )
  return file
}

/** Whether the agent has been built from the present sources. */
export function isAgentBuilt(root = ROOT) {
  const [stamp, file] = [join(root, 'dist/.edge-inputs'), join(root, 'dist', EDGE_FILE)]
  if (!existsSync(stamp) || !existsSync(file)) return false
  return readFileSync(stamp, 'utf8') === digestOf(root, (path) => !NOT_EDGE.test(path))
}

/**
 * @param {string} stamp
 * @param {string} digest
 * @param {() => Promise<void>} act
 */
async function ifChanged(stamp, digest, act) {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  rmSync(stamp, { force: true })
  await act()
  writeFileSync(stamp, digest)
}

/**
 * Names, sizes and times of the inputs: reading all files would take too long.
 * @param {string} root
 * @param {(path: string) => boolean} isInput
 */
export function digestOf(root, isInput) {
  const hash = createHash('sha256')
  const files = [...SOURCES.flatMap((folder) => filesIn(root, folder)), ...CONFIGS]
  for (const path of files) {
    if (!isInput(path) || /\.test\.tsx?$/.test(path) || !existsSync(join(root, path))) continue
    const { size, mtimeMs } = statSync(join(root, path))
    hash.update(`${path}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** @param {string} root */
export function serverSources(root) {
  return SOURCES.flatMap((folder) => filesIn(root, folder)).filter((path) => !NOT_SERVER.test(path))
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]} paths from the root, with slashes, in order
 */
function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesIn(root, path)
    return entry.isFile() ? [path] : []
  })
}

/** @param {string} root */
async function buildWeb(root) {
  const config = 'apps/web/vite.config.ts'
  if (!existsSync(join(root, config))) return
  say('building the web pages ...')
  // The build runs in a separate process, so that its memory is free before the platform runs.
  const args = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', config, '--logLevel', 'error']
  const env = { ...process.env, NODE_ENV: 'production' }
  const code = await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Stop('The web pages cannot be built: see above')
  // The manifest is for the tests of sizes, and is not a file of the client.
  renameSync(join(root, 'dist/web/.vite/manifest.json'), join(root, 'dist/web-files.json'))
  rmSync(join(root, 'dist/web/.vite'), { recursive: true })
  compressFiles(join(root, 'dist/web'))
}

const COMPRESSIBLE = /\.(html|js|css|svg|json|wasm|webmanifest)$/

/**
 * Writes `…gz` beside each file that a browser gets shorter that way, so that the platform compresses none of them.
 * @param {string} folder
 */
export function compressFiles(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name)
    if (!COMPRESSIBLE.test(name) || statSync(file).size < 2048) continue
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
  }
}
