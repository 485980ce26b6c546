import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, Stop, say } from './say.mjs'

const STAMP = '.gatehouse-installed'

/** Installs the packages of the lockfile, unless exactly these are installed. */
export async function ensureInstalled(root = ROOT) {
  const modules = join(root, 'node_modules')
  // A link belongs to another checkout, which manages it.
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) return
  const wanted = installKey(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const stamp = join(modules, STAMP)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(stamp, { force: true })
  say('installing packages ...')
  runNpmCi(root)
  writeFileSync(stamp, wanted)
}

/**
 * Everything that decides which packages belong in node_modules.
 * @param {string} lockfile
 */
export function installKey(
  lockfile,
  major = process.versions.node.split('.')[0],
  platform = process.platform,
  arch = process.arch,
) {
  return createHash('sha256').update(`${major} ${platform} ${arch}\n${lockfile}`).digest('hex')
}

/** @param {string} root */
function runNpmCi(root) {
  // Development packages build the web pages, so they are needed for any NODE_ENV.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const cli = process.env.npm_execpath
  const isNpm = cli !== undefined && /npm-cli\.(c|m)?js$/.test(cli) && existsSync(cli)
  const run = isNpm
    ? spawnSync(process.execPath, [cli, ...args], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (run.error && 'code' in run.error && run.error.code === 'ENOENT') {
    throw new Stop('npm is missing: it comes with Node from nodejs.org, install it and start again')
  }
  if (run.error || run.status !== 0) {
    throw new Stop(
      `The packages cannot be installed (npm ci: ${run.error?.message ?? whyEnded(run)}): see above, check network, free disk and npm's "registry" setting, and start again`,
    )
  }
}

/** @param {{ status: number | null, signal: string | null }} run */
function whyEnded({ status, signal }) {
  return signal ? `ended by ${signal}` : `exit code ${status}`
}
