// One of our programs as a process, built like `npm start` does: the sources name their rooms by a pattern that only
// the build knows.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'
import { serverSources } from '../scripts/build.mjs'
import { bundleOptions, copyMigrations, workersOf } from '../scripts/programs.mjs'

const root = resolve(import.meta.dirname, '..')

export type Program = AsyncDisposable & {
  /** Starts it with these settings and no others. */
  run(env: Record<string, string>, stdio?: 'ignore' | 'pipe', args?: string[]): ChildProcess
}

/** `await using edge = await program('edge')`; at the end the bundle is removed, not the processes. */
export const program = (name: 'edge' | 'server' | 'demo'): Promise<Program> => programAt(`apps/${name}/main.ts`, name)

/** The same for any file that runs as a program. */
export async function programAt(file: string, name: string): Promise<Program> {
  await mkdir(join(root, 'dist'), { recursive: true })
  // Below the repository, so that its packages are found.
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
