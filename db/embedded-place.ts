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
import { giveTo, OWN_USER, ownUser } from './own-user.ts'
import { errorCode, errorText, SetupError } from './setup-error.ts'

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

/** `dataDir` is prepared and owned by us. `say` is for what the person at the terminal should know. */
export function findPlace(dataDir: string, say: (line: string) => void): Place {
  const { cluster, runAs } = findCluster(dataDir, say)
  return {
    dataDir,
    cluster,
    runAs,
    logFile: join(dataDir, 'postgres.log'),
    password: passwordIn(dataDir, cluster),
    // one copy serves every DATA_DIR of the machine
    openBinariesHome: () => (isRoot() ? openFolder('/var/lib/gatehouse-postgresql', dataDir) : dataDir),
  }
}

const isRoot = (): boolean => process.getuid?.() === 0

/** Whom PostgreSQL runs as on data that are there. Those of a plain user, and of `nobody`, stay theirs. */
function whoRuns(cluster: string, dataDir: string, say: (line: string) => void): RunAs {
  if (!isRoot()) {
    refuseNamelessUser()
    return undefined
  }
  const { uid, gid } = statSync(cluster)
  if (uid !== 0 && !existsSync(userNote(dataDir))) return { uid, gid }
  const user = ownUser(say)
  // the same name has another number on another machine
  if (user.uid !== uid || user.gid !== gid) giveTo(cluster, user)
  return user
}

/** Whom it runs as on data that are about to be made. */
function whoWillRun(dataDir: string, say: (line: string) => void): RunAs {
  if (!isRoot()) {
    refuseNamelessUser()
    return undefined
  }
  writeFileSync(userNote(dataDir), `${OWN_USER}\n`, { mode: 0o600 })
  return ownUser(say)
}

/** Says that the data belong to our own user, whatever its number. */
const userNote = (dataDir: string): string => join(dataDir, 'postgres.user')

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
function findCluster(dataDir: string, say: (line: string) => void): Pick<Place, 'cluster' | 'runAs'> {
  const inside = join(dataDir, 'postgres')
  const pointer = join(dataDir, 'postgres.at')
  if (existsSync(inside)) return { cluster: inside, runAs: reachable(inside, whoRuns(inside, dataDir, say)) }
  if (existsSync(pointer)) {
    const named = readFileSync(pointer, 'utf8').trim()
    sayOutside(named, dataDir, say)
    if (existsSync(named)) return { cluster: named, runAs: whoRuns(named, dataDir, say) }
    throw new SetupError(
      'DATA_DIR',
      `The database of DATA_DIR ${dataDir} was in ${named}, which no longer exists: restore that folder, or set DATA_DIR to a new folder`,
    )
  }
  const runAs = whoWillRun(dataDir, say)
  if (canPass(dataDir, runAs)) return { cluster: inside, runAs }
  return { cluster: makeOutside(dataDir, pointer, runAs, say), runAs }
}

/** A cluster without a pointer belonged to a DATA_DIR that was removed: it is kept, but it is not this one's. */
function makeOutside(dataDir: string, pointer: string, runAs: RunAs, say: (line: string) => void): string {
  const home = openFolder(outerHomeOf(dataDir), dataDir)
  const taken = readdirSync(home).filter((name) => /^postgres(-\d+)?$/.test(name)).length
  const outside = join(home, taken === 0 ? 'postgres' : `postgres-${taken + 1}`)
  if (taken > 0) say(`an earlier database of this folder is kept beside ${outside}`)
  mkdirSync(outside, { mode: 0o700 })
  if (runAs) chownSync(outside, runAs.uid, runAs.gid)
  writeFileSync(`${pointer}.new`, `${outside}\n`, { mode: 0o600 })
  renameSync(`${pointer}.new`, pointer)
  sayOutside(outside, dataDir, say)
  return outside
}

/** A copy of DATA_DIR would lack it, and who makes one should know. */
function sayOutside(outside: string, dataDir: string, say: (line: string) => void): void {
  say(
    `the database lies in ${outside}, since its user cannot pass through the folders above ${dataDir}: copy both, or use npm run backup`,
  )
}

function reachable(cluster: string, runAs: RunAs): RunAs {
  const parent = dirname(cluster)
  if (!canPass(parent, runAs)) {
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
  return runAs
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
