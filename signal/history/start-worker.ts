import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts the thread of `<name>.ts`. In a program's bundle it is next to it as `<name>.mjs`; from the sources, in
 * tests, it is taken from `dist/test/`, where testkit/global-setup has bundled it.
 */
export function startWorker(name: string, options: WorkerOptions): Worker {
  const isBundle = import.meta.url.endsWith('.mjs')
  const place = new URL(isBundle ? `./${name}.mjs` : `../../dist/test/${name}.mjs`, import.meta.url)
  if (!existsSync(fileURLToPath(place))) throw new Error(`The worker thread ${fileURLToPath(place)} is not built`)
  return new Worker(place, { name, ...options })
}
