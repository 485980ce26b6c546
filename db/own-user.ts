// The operating-system user of the private PostgreSQL if the platform runs as root: a separate user, because other
// programs also run as `nobody`.
import { spawnSync } from 'node:child_process'
import { chownSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RunAs } from './embedded-binaries.ts'

export const OWN_USER = 'gatehouse-db'
export const NOBODY = { uid: 65534, gid: 65534 }

/** Runs a system program; returns its output, or the fault. */
export type RunSystem = (command: string, args: string[]) => { text: string } | { fault: string }

const runSystem: RunSystem = (command, args) => {
  const run = spawnSync(command, args, { encoding: 'utf8', timeout: 10_000, cwd: '/' })
  if (run.error) return { fault: `${command}: ${run.error.message}` }
  return run.status === 0 ? { text: run.stdout.trim() } : { fault: run.stderr.trim() || `${command}: ${run.status}` }
}

/** The separate user, created if missing; `nobody`, with a message, if that fails. */
export function ownUser(say: (line: string) => void, run: RunSystem = runSystem): NonNullable<RunAs> {
  const known = find(run)
  if (known) return known
  const made = run('useradd', [
    ...['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'],
    ...['--shell', '/usr/sbin/nologin', OWN_USER],
  ])
  // Another process may have created the user first.
  const found = find(run)
  if (found) return found
  const reason = 'fault' in made ? made.fault.split('\n')[0] : 'it is not found after it was made'
  say(`the database runs as nobody, since the user ${OWN_USER} cannot be made (${reason})`)
  return NOBODY
}

function find(run: RunSystem): NonNullable<RunAs> | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => run('id', [flag, OWN_USER]))
  if (!uid || !gid || 'fault' in uid || 'fault' in gid) return undefined
  const user = { uid: Number(uid.text), gid: Number(gid.text) }
  return user.uid > 0 && user.gid > 0 ? user : undefined
}

/** Makes a user the owner of a folder and its contents; links are changed, not followed. */
export function giveTo(path: string, { uid, gid }: NonNullable<RunAs>, give = chownSync): void {
  const status = lstatSync(path)
  if (status.isSymbolicLink()) return
  give(path, uid, gid)
  if (status.isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), { uid, gid }, give)
}
