import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { canPass, type RunAs } from './embedded-binaries.ts'
import { errorCode, errorText, SetupError } from './setup-error.ts'

const NOBODY = 65534

/** Where everything of one embedded PostgreSQL lies. */
export type Place = {
  dataDir: string
  /** PostgreSQL's data folder. */
  cluster: string
  runAs: RunAs
  logFile: string
  password: string
  /** A folder for a copy of the binaries that PostgreSQL's user can pass through. */
  openBinariesHome(): string
}

/** Makes DATA_DIR if need be and proves that it can be written. */
export function prepareDataDir(dataDir: string): string {
  try {
    // 0711: as root, PostgreSQL's own user must pass through; what is secret inside is 0600
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    const probe = join(dataDir, `.write-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    return realpathSync(dataDir)
  } catch (error) {
    throw new SetupError(
      'DATA_DIR',
      `DATA_DIR ${dataDir} is not writable (${errorCode(error) ?? errorText(error)}): set DATA_DIR to a writable folder`,
      error,
    )
  }
}

/** `dataDir` is prepared and owned by us. */
export function findPlace(dataDir: string, log: (line: string) => void): Place {
  const cluster = findCluster(dataDir, log)
  return {
    dataDir,
    cluster,
    runAs: whoRuns(cluster),
    logFile: join(dataDir, 'postgres.log'),
    password: passwordIn(dataDir, cluster),
    // one copy serves every DATA_DIR of the machine
    openBinariesHome: () => (isRoot() ? openFolder('/var/lib/gatehouse-postgresql', dataDir) : dataDir),
  }
}

const isRoot = (): boolean => process.getuid?.() === 0

function whoRuns(cluster: string): RunAs {
  if (!isRoot()) {
    refuseNamelessUser()
    return undefined
  }
  // data made by a plain user stays that user's
  const owner = existsSync(cluster) ? statSync(cluster) : undefined
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: NOBODY, gid: NOBODY }
}

function refuseNamelessUser(): void {
  try {
    userInfo()
  } catch (error) {
    throw namelessUser(process.getuid?.() ?? -1, error)
  }
}

/** Containers may run under any number; PostgreSQL insists on a name for it. */
export function namelessUser(uid: number, cause?: unknown): SetupError {
  return new SetupError(
    'DATABASE_URL',
    `PostgreSQL cannot run as user ${uid}, which has no entry in /etc/passwd: add the entry, or set DATABASE_URL to your own PostgreSQL`,
    cause,
  )
}

/**
 * The data lie in DATA_DIR/postgres, unless PostgreSQL's user cannot get there (root, and a folder of mode 0700 above):
 * then in a folder under /var/lib, and `postgres.at` in DATA_DIR says which, from the first start on.
 */
function findCluster(dataDir: string, log: (line: string) => void): string {
  const inside = join(dataDir, 'postgres')
  const pointer = join(dataDir, 'postgres.at')
  if (existsSync(inside)) return reachable(inside)
  if (existsSync(pointer)) {
    const named = readFileSync(pointer, 'utf8').trim()
    if (existsSync(named)) return named
    throw new SetupError(
      'DATA_DIR',
      `The database of DATA_DIR ${dataDir} was in ${named}, which no longer exists: restore that folder, or set DATA_DIR to a new folder`,
    )
  }
  if (!isRoot() || canPass(dataDir, { uid: NOBODY, gid: NOBODY })) return inside
  // A cluster without a pointer belonged to a DATA_DIR that was removed: it is kept, but it is not this one's
  const home = openFolder(outerHomeOf(dataDir), dataDir)
  const taken = readdirSync(home).filter((name) => /^postgres(-\d+)?$/.test(name)).length
  const outside = join(home, taken === 0 ? 'postgres' : `postgres-${taken + 1}`)
  if (taken > 0) log(`an earlier database of this folder is kept next to ${outside}`)
  mkdirSync(outside, { mode: 0o700 })
  chownSync(outside, NOBODY, NOBODY)
  writeFileSync(`${pointer}.new`, `${outside}\n`, { mode: 0o600 })
  renameSync(`${pointer}.new`, pointer)
  log(`the database is in ${outside}: PostgreSQL does not run as root, and its user cannot reach ${dataDir}`)
  return outside
}

function reachable(cluster: string): string {
  const parent = dirname(cluster)
  if (!canPass(parent, whoRuns(cluster))) {
    throw new SetupError(
      'DATA_DIR',
      `PostgreSQL's user can no longer reach ${cluster}: make the folders above it passable for others (chmod o+x), or set DATA_DIR to a new folder`,
    )
  }
  const uid = process.getuid?.()
  const owner = statSync(cluster).uid
  if (uid !== undefined && uid !== 0 && owner !== uid) {
    throw new SetupError(
      'DATA_DIR',
      `The database in DATA_DIR ${parent} belongs to user ${owner}, but this is user ${uid}: start as that user or as root, or set DATA_DIR to a new folder`,
    )
  }
  return cluster
}

/** In /var/lib, which survives a restart of the machine. */
function outerHomeOf(dataDir: string): string {
  return `/var/lib/gatehouse-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
}

function openFolder(folder: string, dataDir: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o755)
    return folder
  } catch (error) {
    throw new SetupError(
      'DATA_DIR',
      `PostgreSQL's user cannot reach DATA_DIR ${dataDir} or the packages, and ${folder} cannot be created (${errorCode(error)}): set DATA_DIR to a folder that other users can pass through`,
      error,
    )
  }
}

function passwordIn(dataDir: string, cluster: string): string {
  const file = join(dataDir, 'postgres.password')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    throw new SetupError(
      'DATA_DIR',
      `DATA_DIR ${dataDir} has a database, but its password file is missing: restore ${file}`,
    )
  }
  const password = randomBytes(24).toString('base64url')
  writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return password
}
