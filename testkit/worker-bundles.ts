import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundleOptions } from '../scripts/programs.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Worker threads cannot load TypeScript: those of the sources are bundled into `dist/test/`, where a thread started
 * from the sources finds them. Each file is replaced atomically, so that parallel runs never read a partial file.
 */
export async function bundleWorkers(): Promise<void> {
  const target = join(ROOT, 'dist/test')
  mkdirSync(target, { recursive: true })
  const draft = mkdtempSync(join(target, 'new-'))
  const sources = ['signal', 'apps/server'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('-worker.ts'))
      .map((path) => ({ in: join(folder, path), out: basename(path, '.ts') })),
  )
  try {
    await build({ ...(await bundleOptions(ROOT, sources)), outdir: draft })
    for (const name of readdirSync(draft)) renameSync(join(draft, name), join(target, name))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
