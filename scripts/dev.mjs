import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serverSources } from './build.mjs'
import { forwardSignals } from './child.mjs'
import { bundleOptions, copyMigrations, PLATFORM_FLAGS, workersOf } from './programs.mjs'
import { ROOT, Stop, say } from './say.mjs'

const MAIN = 'apps/demo/main.ts'
const WEB_CONFIG = 'apps/web/vite.config.ts'

/** The demo world with hot reload: pages by Vite, the program rebuilt and restarted at every change. */
export async function runDev() {
  if (!existsSync(join(ROOT, MAIN))) throw new Stop(`There is no ${MAIN} to start yet`)
  const esbuild = await import('esbuild')
  const server = restartable([...PLATFORM_FLAGS, 'dist/demo.mjs'])
  const options = await bundleOptions(ROOT, [{ in: MAIN, out: 'demo' }, ...workersOf(serverSources(ROOT))])
  const restart = {
    name: 'restart',
    /** @param {import('esbuild').PluginBuild} build */
    setup(build) {
      build.onEnd((result) => {
        if (result.errors.length > 0) return
        copyMigrations(ROOT)
        server.restart()
      })
    },
  }
  const context = await esbuild.context({ ...options, plugins: [...(options.plugins ?? []), restart] })
  await context.watch()
  const vite = existsSync(join(ROOT, WEB_CONFIG))
    ? startNode(['node_modules/vite/bin/vite.js', '--config', WEB_CONFIG])
    : undefined
  await new Promise((/** @type {(value: void) => void} */ done) => forwardSignals(() => done()))
  await context.dispose()
  vite?.kill('SIGTERM')
  await server.stop()
  return 0
}

/** @param {string[]} command */
function startNode(command) {
  const detached = process.platform !== 'win32'
  return spawn(process.execPath, ['--import', join(ROOT, 'scripts/leash.mjs'), ...command], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached,
  })
}

/**
 * One program at a time: the next is started when the one before has ended.
 * @param {string[]} command
 */
function restartable(command) {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  let last = Promise.resolve()
  const end = async () => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = new Promise((done) => running.once('exit', done))
    running.kill('SIGTERM')
    await ended
  }
  const stop = () => {
    last = last.then(end)
    return last
  }
  const restart = () => {
    last = last.then(end).then(() => {
      child = startNode(command)
      child.once('exit', (code) => code && say('the program ended; it restarts at the next change'))
    })
  }
  return { restart, stop }
}
