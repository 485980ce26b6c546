import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canPass, type RunAs } from './embedded-binaries.ts'
import type { Place } from './embedded-place.ts'

/** Address of the server: the folder of its socket, or loopback and a port. */
export type Listen = { host: string; port: number; isSocket: boolean }

/** Size of sun_path without its closing zero: 107 on Linux, 103 on macOS. */
const SOCKET_PATH_MAX = process.platform === 'linux' ? 107 : 103
const SOCKET_FILE = '.s.PGSQL.5432'
const PREFIX = 'gatehouse-'

/** Creates a private folder for the socket; returns loopback and a free port where sockets are unavailable. */
export async function findListen(place: Pick<Place, 'dataDir' | 'runAs'>): Promise<Listen> {
  const note = join(place.dataDir, 'postgres.socket')
  // A killed platform left this note behind.
  if (existsSync(note)) {
    removeSocketFolder(readFileSync(note, 'utf8').trim())
    // The note is removed and not overwritten, because a start as root may have left it to another user.
    rmSync(note)
  }
  const folder = makeSocketFolder(place.runAs, [tmpdir(), '/tmp', '/var/tmp', '/run'])
  if (!folder) return { host: '127.0.0.1', port: await freePort(), isSocket: false }
  writeFileSync(note, `${folder}\n`, { mode: 0o600 })
  return { host: folder, port: 5432, isSocket: true }
}

/**
 * Creates the folder under the first parent where the path of the socket is short enough and the user of PostgreSQL can
 * reach it.
 */
function makeSocketFolder(runAs: RunAs, parents: string[]): string | undefined {
  if (process.platform === 'win32') return undefined
  for (const parent of parents) {
    const pathBytes = Buffer.byteLength(join(parent, `${PREFIX}XXXXXX`, SOCKET_FILE))
    const folder = pathBytes <= SOCKET_PATH_MAX ? privateFolderIn(parent, runAs) : undefined
    if (folder) return folder
  }
  return undefined
}

function privateFolderIn(parent: string, runAs: RunAs): string | undefined {
  let folder: string
  try {
    folder = mkdtempSync(join(parent, PREFIX))
    if (runAs) chownSync(folder, runAs.uid, runAs.gid)
  } catch {
    return undefined
  }
  if (canPass(folder, runAs)) return folder
  rmSync(folder, { recursive: true, force: true })
  return undefined
}

/** Removes a socket folder if it contains nothing but sockets. */
export function removeSocketFolder(folder: string): void {
  if (!existsSync(folder)) return
  const names = readdirSync(folder)
  if (!names.every((name) => name.startsWith('.s.PGSQL.'))) return
  for (const name of names) rmSync(join(folder, name), { force: true })
  rmdirSync(folder)
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => done(port))
    })
  })
}
