// The one worker of this browser window that runs page scripts.
import { createRunner, type Runner } from './runner.ts'

let runner: Runner | undefined

export const ownRunner = (): Runner =>
  (runner ??= createRunner(() => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })))
