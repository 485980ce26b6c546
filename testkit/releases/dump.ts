// The dumps of earlier releases: a backup made by that release, and the answers that its content gives.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Envelope } from '../../contract/endpoint.ts'
import { beginPairing, enterDisplay } from '../../features/project/kiosk/contract.ts'
import { enterShare } from '../../features/project/share/contract.ts'
import { type Caller, callerOf, type TestServer, visitorOf } from '../server.ts'
import type { Credential } from './fill.ts'
import type { Question } from './questions.ts'

/**
 * The data stored with the backup of a release: the clock of the platform at that time (epoch ms), its callers, and the
 * answers to questions.
 */
export type Manifest = {
  release: string
  clock: number
  callers: Record<string, Credential>
  answers: (Question & { data: unknown })[]
}

const folder = import.meta.dirname

/** Path of the backup of a release. */
export const backupOf = (release: string): string => join(folder, `${release}.backup`)
const manifestOf = (release: string): string => join(folder, `${release}.json`)

/** The names of all releases with a dump, oldest first. */
export const releases = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.backup'))
    .map((file) => file.slice(0, -'.backup'.length))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** The manifest of a release. Throws if there is none. */
export const readManifest = (release: string): Manifest => JSON.parse(readFileSync(manifestOf(release), 'utf8'))

/** Writes the manifest, an answer a line. */
export function writeManifest({ answers, ...head }: Manifest): void {
  const lines = answers.map((answer) => `  ${JSON.stringify(answer)}`).join(',\n')
  const text = JSON.stringify({ ...head, answers: [] }, null, 1).replace('"answers": []', `"answers": [\n${lines}\n ]`)
  writeFileSync(manifestOf(head.release), `${text}\n`)
}

/** The data that a platform answers to each question, in order. Throws with all paths and codes of answers that are not 200. */
export async function answersTo(
  server: TestServer,
  { callers, questions }: { callers: Manifest['callers']; questions: readonly Question[] },
): Promise<unknown[]> {
  const signedIn = new Map<string, Caller>()
  for (const [name, credential] of Object.entries(callers)) signedIn.set(name, await signIn(server, credential))
  const answers: unknown[] = []
  const faults: string[] = []
  for (const { as, path, input } of questions) {
    const headers = { 'content-type': 'application/json' }
    const response = await signedIn.get(as)!.raw(path, { method: 'POST', headers, body: JSON.stringify(input) })
    const { code, msg, data } = (await response.json()) as Envelope<unknown>
    if (code !== 200) faults.push(`${as} ${path}: ${code} ${msg}`)
    answers.push(data)
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return answers
}

async function signIn(server: TestServer, credential: Credential): Promise<Caller> {
  if ('loginname' in credential) return server.as(credential.loginname, credential.password)
  if ('key' in credential) return callerOf(server.url, '', credential.key)
  if ('share' in credential) {
    const { share: token, password } = credential
    return visitorOf(server.url, (await server.nobody.call(enterShare, { token, password })).visit)
  }
  const { secret } = await server.nobody.call(beginPairing, {})
  await server.nobody.call(enterDisplay, { secret, token: credential.wall })
  return visitorOf(server.url, secret)
}

/** Creates a data folder that is removed at the end. */
export async function dataFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'gatehouse-release-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
