import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './embedded-binaries.ts'
import { readPidFile } from './embedded-orphan.ts'
import { namelessUser, type Place } from './embedded-place.ts'
import { SUPERUSER } from './embedded-roles.ts'
import type { Listen } from './embedded-socket.ts'
import { errorText, SetupError } from './setup-error.ts'

const LOG_MAX_BYTES = 8 * 1024 * 1024
const STOP_WITHIN_MS = 60_000
const READY_WITHIN_MS = 180_000
const POLL_MS = 20

const SETTINGS: Record<string, string> = {
  max_wal_size: '1GB',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  wal_compression: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  unix_socket_permissions: '0700',
}

/** Creates the data folder completely or not at all. */
export function initCluster(place: Place, binaries: Binaries): void {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) {
    checkVersion(place, binaries)
    return
  }
  const parent = dirname(place.cluster)
  const draft = `${place.cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const passwordFile = `${draft}.password`
  writeFileSync(passwordFile, place.password, { mode: 0o600 })
  if (place.runAs) for (const path of [draft, passwordFile]) chownSync(path, place.runAs.uid, place.runAs.gid)
  // The built-in locale sorts the same on every machine, whatever its C library.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C', '--builtin-locale=C.UTF-8']
  const auth = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, `--username=${SUPERUSER}`]
  const run = spawnSync(binaries.initdb, ['-D', draft, ...locale, ...auth], {
    ...place.runAs,
    cwd: '/',
    env: environment(),
    encoding: 'utf8',
  })
  rmSync(passwordFile, { force: true })
  if (run.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw initFailed(parent, run.error ? errorText(run.error) : run.stderr)
  }
  renameSync(draft, place.cluster)
}

function initFailed(parent: string, output: string): SetupError {
  const nameless = /could not look up effective user ID (\d+)/.exec(output)
  if (nameless) return namelessUser(Number(nameless[1]))
  const line = output.split('\n').find((text) => /error|fatal|could not/i.test(text)) ?? output
  if (/no space left|read-only file system|permission denied|quota/i.test(output)) {
    return new SetupError(
      'DATA_DIR',
      `PostgreSQL cannot write to ${parent} (${line}): set DATA_DIR to a folder that it can write to`,
    )
  }
  return new SetupError(
    'DATABASE_URL',
    `The embedded PostgreSQL cannot be set up (${line}): set DATABASE_URL to your own PostgreSQL`,
  )
}

function checkVersion(place: Place, binaries: Binaries): void {
  const found = readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim()
  if (found === binaries.major) return
  throw new SetupError(
    'DATA_DIR',
    `DATA_DIR ${place.dataDir} contains data of PostgreSQL ${found}, but this Gatehouse comes with PostgreSQL ${binaries.major}: set DATA_DIR to a new folder, or DATABASE_URL to a PostgreSQL ${found}`,
  )
}

/** Environment of the server, without variables of the platform (PGDATA, PGPORT, locale). */
function environment(): Record<string, string> | undefined {
  return process.platform === 'win32' ? undefined : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

/** Starts the server; resolves once it answers, or throws the end of its log. */
export async function launch(
  place: Place,
  binaries: Binaries,
  listen: Listen,
  extra: Record<string, string>,
): Promise<ChildProcess> {
  boundLog(place.logFile)
  const all = {
    ...SETTINGS,
    ...extra,
    port: String(listen.port),
    listen_addresses: listen.isSocket ? '' : listen.host,
    unix_socket_directories: listen.isSocket ? listen.host : '',
  }
  const args = ['-D', place.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const logFd = openSync(place.logFile, 'a', 0o600)
  const logStart = statSync(place.logFile).size
  // The server is detached, so that Ctrl-C in the terminal reaches only the platform, which then stops the server
  // cleanly.
  const child = spawn(binaries.postgres, args, {
    ...place.runAs,
    cwd: '/',
    env: environment(),
    stdio: ['ignore', logFd, logFd],
    detached: true,
  })
  let failure: unknown
  child.on('error', (error) => {
    failure = error
  })
  closeSync(logFd)
  const deadline = Date.now() + READY_WITHIN_MS
  while (!isReady(place.cluster, child.pid)) {
    if (failure) throw new LaunchError(errorText(failure))
    if (hasEnded(child)) throw new LaunchError(lastWords(place.logFile, logStart))
    if (Date.now() > deadline) {
      await stopServer(child, place, binaries)
      throw new LaunchError(`not ready after ${READY_WITHIN_MS / 1000} s`)
    }
    await sleep(POLL_MS)
  }
  return child
}

/** A failed start; the supervisor decides whether to try again. */
export class LaunchError extends Error {}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function isReady(cluster: string, pid: number | undefined): boolean {
  const found = readPidFile(cluster)
  return found !== undefined && found.pid === pid && found.isReady
}

/** Fast stop, then an immediate one if sessions do not end; both are safe for the data. */
export async function stopServer(child: ChildProcess, place: Place, binaries: Binaries): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    if (hasEnded(child)) resolve()
    else child.once('exit', () => resolve())
  })
  if (hasEnded(child)) return
  if (process.platform === 'win32') {
    execFileSync(binaries.pgCtl, ['stop', '-D', place.cluster, '-m', 'fast', '-w'], { stdio: 'ignore' })
  } else {
    child.kill('SIGINT')
  }
  const harder = setTimeout(() => child.kill('SIGQUIT'), STOP_WITHIN_MS)
  await ended
  clearTimeout(harder)
}

/**
 * Starts a small shell that waits until the platform ends in any way (its pipe closes), then stops the server. Without
 * it a killed platform would leave the database running. Returns a function that stops the guard.
 */
export function guard(child: ChildProcess, place: Place): () => void {
  if (process.platform === 'win32' || child.pid === undefined) return () => undefined
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'gatehouse-guard', String(child.pid)], {
    ...place.runAs,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  // If the guard cannot be started, the next start still finds and stops a server that was left running.
  shell.on('error', () => undefined)
  shell.stdin.on('error', () => undefined)
  shell.unref()
  return () => {
    shell.kill('SIGKILL')
  }
}

/** Moves an oversized log to one older file. PostgreSQL appends, so it continues in the emptied file. */
export function boundLog(file: string, maxBytes = LOG_MAX_BYTES): void {
  if (!existsSync(file) || statSync(file).size <= maxBytes) return
  copyFileSync(file, `${file}.1`)
  truncateSync(file, 0)
}

function lastWords(file: string, from: number): string {
  const size = statSync(file).size
  const start = Math.max(from, size - 16_384)
  const buffer = Buffer.alloc(Math.max(0, size - start))
  const fd = openSync(file, 'r')
  readSync(fd, buffer, 0, buffer.length, start)
  closeSync(fd)
  const lines = buffer.toString('utf8').split('\n')
  const line =
    lines.findLast((text) => /FATAL|PANIC|could not/.test(text)) ?? lines.findLast((text) => text.trim() !== '')
  return line?.replace(/^.*?(FATAL|PANIC):\s*/, '').trim() ?? 'no reason given'
}
