import { cpSync, existsSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Stop, say } from './say.mjs'

/** @typedef {{ in: string, out: string }} Entry */

const ENTRIES = ['demo', 'server', 'edge', 'backup']

/**
 * Bundles the programs that there are: one file for each and for each worker thread; packages stay in node_modules.
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

/**
 * @param {string} root
 * @param {Entry[]} entries
 */
export async function bundle(root, entries) {
  const esbuild = await import('esbuild')
  try {
    await esbuild.build(await bundleOptions(root, entries))
  } catch (error) {
    throw new Stop('The programs cannot be built: see above', { cause: error })
  } finally {
    await esbuild.stop()
  }
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
 * @param {string} root
 * @param {string} [out] where the programs lie
 */
export function copyMigrations(root, out = join(root, 'dist')) {
  rmSync(join(out, 'migrations'), { recursive: true, force: true })
  cpSync(join(root, 'db/migrations'), join(out, 'migrations'), { recursive: true })
}

/**
 * Worker threads are files named `…-worker.ts`; they come to lie beside the programs as `…-worker.mjs`.
 * @param {string[]} sources
 * @returns {Entry[]}
 */
export function workersOf(sources) {
  return sources.filter((path) => path.endsWith('-worker.ts')).map((path) => ({ in: path, out: basename(path, '.ts') }))
}
