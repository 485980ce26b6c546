// Finds the private PostgreSQL of a running platform, for another process of the same user.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { urlOf } from './embedded.ts'
import { APPLICATION, type Login, loginAs, OWNER, SUPERUSER } from './embedded-roles.ts'
import { hasOwner } from './owner-lock.ts'
import { errorText, SetupError } from './setup-error.ts'

type RunningUrls = { url: string; migrateUrl: string }

/** The URLs of the private database that runs on DATA_DIR; undefined if no platform runs there. */
export function runningDatabase(dataDir: string): RunningUrls | undefined {
  const folder = resolve(dataDir)
  if (!hasOwner(join(folder, 'postgres.owner'))) return undefined
  try {
    const pointer = join(folder, 'postgres.at')
    const cluster = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(folder, 'postgres')
    const password = readFileSync(join(folder, 'postgres.password'), 'utf8').trim()
    // Lines of the file: process, folder, start, port, socket's folder, address, memory, state.
    const [, , , port = '', socket = '', address = ''] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split(
      '\n',
    )
    const superuser: Login = {
      ...{ host: socket.trim() || address.trim(), port: Number(port), user: SUPERUSER, password },
      database: 'gatehouse',
    }
    return { url: urlOf(loginAs(APPLICATION, superuser)), migrateUrl: urlOf(loginAs(OWNER, superuser)) }
  } catch (error) {
    throw new SetupError(
      'DATA_DIR',
      `The database of the platform that runs on DATA_DIR ${folder} cannot be reached (${errorText(error)}): run this as the user who started it, or once it has started`,
      error,
    )
  }
}

/** Whether DATA_DIR has a database, running or not. */
export function hasDatabase(dataDir: string): boolean {
  return ['postgres', 'postgres.at'].some((name) => existsSync(join(dataDir, name)))
}
