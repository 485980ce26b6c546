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

/** Location of the files of one embedded PostgreSQL. */
export type Place = {
  dataDir: string
  /** PostgreSQL's data folder. */
  cluster: string
  runAs: RunAs
  logFile: string
  password: string
  /** A folder for a copy of the binaries, reachable by the user of PostgreSQL. */
  openBinariesHome(): string
}

/** Creates DATA_DIR if necessary and checks that it is writable. */
export function prepareDataDir(dataDir: string): string {
  try {
    // 0711: if we are root, the user of PostgreSQL must pass through; secret files inside are 0600
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

/**
 * Finds the folder and the user of the private PostgreSQL. `dataDir` exists and belongs to the platform's user. `say`
 * prints messages for the terminal.
 */
export function findPlace(dataDir: string, say: (line: string) => void): Place {
  const { cluster, runAs } = findCluster(dataDir, say)
  return {
    dataDir,
    cluster,
    runAs,
    logFile: join(dataDir, 'postgres.log'),
    password: passwordIn(dataDir, cluster),
    // One copy of the binaries serves every DATA_DIR of the machine.
    openBinariesHome: () => (isRoot() ? openFolder('/var/lib/gatehouse-postgresql', dataDir) : dataDir),
  }
}

const isRoot = (): boolean => process.getuid?.() === 0

/** The user to run as on existing data. Data of a normal user, or of `nobody`, keeps its owner. */
function whoRuns(cluster: string, dataDir: string, say: (line: string) => void): RunAs {
  if (!isRoot()) {
    refuseNamelessUser()
    return undefined
  }
  const { uid, gid } = statSync(cluster)
  if (uid !== 0 && !existsSync(userNote(dataDir))) return { uid, gid }
  const user = ownUser(say)
  // The same user name has another user id on another machine.
  if (user.uid !== uid || user.gid !== gid) giveTo(cluster, user)
  return user
}

/** The system user that will run PostgreSQL on a new data folder. */
function whoWillRun(dataDir: string, say: (line: string) => void): RunAs {
  if (!isRoot()) {
    refuseNamelessUser()
    return undefined
  }
  writeFileSync(userNote(dataDir), `${OWN_USER}\n`, { mode: 0o600 })
  return ownUser(say)
}

/** A file that marks the data as owned by the platform's separate user, because its user id may change. */
const userNote = (dataDir: string): string => join(dataDir, 'postgres.user')

function refuseNamelessUser(): void {
  try {
    userInfo()
  } catch (error) {
    throw namelessUser(process.getuid?.() ?? -1, error)
  }
}

/** The error for a container that runs under a user id without a name, which PostgreSQL requires. */
export function namelessUser(uid: number, cause?: unknown): SetupError {
  return new SetupError(
    'DATABASE_URL',
    `PostgreSQL cannot run as user ${uid}, which has no entry in /etc/passwd: add the entry, or set DATABASE_URL to your own PostgreSQL`,
    cause,
  )
}

/**
 * The data is in DATA_DIR/postgres, unless the user of PostgreSQL cannot get there (root, and a folder of mode 0700
 * above): then it is in a folder under /var/lib, and the first start writes its path to `postgres.at` in DATA_DIR.
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

/**
 * Creates a data folder under /var/lib. An existing one without a pointer belonged to a deleted DATA_DIR: it is kept,
 * but not used.
 */
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

/** Reports that the data is elsewhere: a copy of DATA_DIR would lack it. */
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

/** The folder outside of DATA_DIR; it is under /var/lib, which survives a restart of the machine. */
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
