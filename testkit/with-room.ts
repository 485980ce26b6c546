// A copy of the sources with one more room: its folder is added, and no other file is changed. The room itself is
// testkit/made-up/room.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

const copied = [
  ...['apps', 'contract', 'core', 'db', 'drivers', 'features', 'plant', 'scripts', 'signal', 'spec', 'testkit', 'ui'],
  ...[
    'designer',
    'docs',
    'languages',
    'widgets',
    'bench',
    'e2e',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'vitest.config.ts',
  ],
]

export type Tree = AsyncDisposable & { root: string }

/** A copy of the sources with the made-up room as the folder `features/<wing>/<room>`. */
export async function treeWithRoom(room: `${string}/${string}`): Promise<Tree> {
  const copy = await mkdtemp(join(tmpdir(), 'gatehouse-room-'))
  for (const each of copied) await cp(join(root, each), join(copy, each), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  await cp(join(root, 'testkit/made-up/room'), join(copy, 'features', room), { recursive: true })
  return { root: copy, [Symbol.asyncDispose]: () => rm(copy, { recursive: true, force: true }) }
}

/** Builds pages and programs into its own `dist`. */
export async function buildTree({ root: at }: Tree): Promise<void> {
  const script = pathToFileURL(join(at, 'scripts/build.mjs')).href
  await run(process.execPath, ['-e', `import(${JSON.stringify(script)}).then(({ build }) => build())`], { cwd: at })
}
