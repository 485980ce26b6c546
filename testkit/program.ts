// Runs a program of the repository as a process. It is built like `npm start` does, because the sources find their
// rooms by a pattern that only the build expands.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { serverSources } from '../scripts/build.mjs'
import { bundleOptions, copyMigrations, workersOf } from '../scripts/programs.mjs'

const root = resolve(import.meta.dirname, '..')

export type Program = AsyncDisposable & {
  /** Starts the program with these settings and no others. */
  run(env: Record<string, string>, stdio?: 'ignore' | 'pipe', args?: string[]): ChildProcess
}

/**
 * Builds a program: `await using edge = await program('edge')`. At the end the bundle is removed, but its processes are
 * not ended.
 */
export const program = (name: 'edge' | 'server' | 'demo'): Promise<Program> => programAt(`apps/${name}/main.ts`, name)

/** Builds a program from any file; at the end the bundle is removed, but its processes are not ended. */
export async function programAt(file: string, name: string): Promise<Program> {
  await mkdir(join(root, 'dist'), { recursive: true })
  // The output folder is below the repository, so that packages are found.
  const outdir = await mkdtemp(join(root, 'dist/test-'))
  const isPlatform = name === 'server' || name === 'demo'
  const workers = isPlatform ? workersOf(serverSources(root)) : []
  await build({ ...(await bundleOptions(root, [{ in: file, out: name }, ...workers])), outdir })
  if (isPlatform) copyMigrations(root, outdir)
  return {
    run: (env, stdio = 'ignore', args = []) =>
      spawn(process.execPath, [join(outdir, `${name}.mjs`), ...args], { env, stdio: ['ignore', stdio, stdio] }),
    [Symbol.asyncDispose]: () => rm(outdir, { recursive: true, force: true }),
  }
}

/** SIGKILL by default; resolves with the exit code when it has ended. */
export async function endProgram(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const gone = new Promise<number | null>((done) => child.once('exit', done))
  child.kill(signal)
  return gone
}
