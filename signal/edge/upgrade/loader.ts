// Loads the file of a new agent over the connection to the platform, piece by piece, and goes on where it was when the
// line or the box was cut. Only an order that the platform signed is carried out, and only a whole file with the hash of
// that order is installed. [S8 1310, 1311, 1316]
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { type BoxTold, Upgrade } from '../../../contract/box.ts'
import type { Down } from '../../../contract/topics.ts'
import { readIfThere, replaceFile } from '../file.ts'
import { createTurn } from '../in-turn.ts'
import { type Ending, failure } from '../poll/write.ts'
import { slotsFolder } from './slots.ts'
import type { TrustedKey } from './trusted-key.ts'

/** What puts a whole file in force; the virtual box has one of its own. */
export type Installer = {
  version(): string
  isTrial(): boolean
  failed(): BoxTold['firmware']['failed']
  /** Takes the file away and restarts into it a moment later. */
  install(file: string, of: Upgrade): Promise<void>
  /** The platform answers. */
  reached(): void
}

type Needs = {
  dataDir: string
  installer: Installer
  trust: Pick<TrustedKey, 'refusal' | 'accept'>
  /** Asks for the bytes from there on; false while there is no line. */
  ask(piece: { upgrade: string; from: number }): Promise<boolean>
  changed(soon?: boolean): void
  instant(): number
  log: (message: string) => void
  /** Until a piece that did not come is asked for again. */
  againMs?: number
}

const done: Ending = { status: 'success', code: 200 }
type Failed = BoxTold['firmware']['failed']

export function createLoader({ dataDir, installer, trust, ask, changed, instant, log, againMs = 5000 }: Needs) {
  const folder = slotsFolder(dataDir)
  const part = join(folder, 'loading.part')
  const meta = join(folder, 'loading.json')
  const inTurn = createTurn()
  let current: Upgrade | undefined
  let loaded = 0
  let failed: Failed = null
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const request = () => {
    clearTimeout(timer)
    if (!current || isStopped) return
    timer = setTimeout(request, againMs)
    void ask({ upgrade: current.upgrade, from: loaded })
  }

  async function forget(): Promise<void> {
    clearTimeout(timer)
    current = undefined
    loaded = 0
    await rm(meta, { force: true })
    await rm(part, { force: true })
  }

  async function fail(reason: string): Promise<void> {
    failed = { version: current?.version ?? '', reason, at: instant() }
    log(`upgrade: ${reason}`)
    await forget()
    changed()
  }

  async function finish(of: Upgrade): Promise<void> {
    clearTimeout(timer)
    if ((await hashOf(part)) !== of.sha256) return fail('the file that was loaded is not the one that was ordered')
    await rm(meta, { force: true })
    await installer.install(part, of)
    current = undefined
    loaded = 0
    changed()
  }

  async function take({ upgrade, from, data }: Down['bytes']): Promise<void> {
    // What was asked for twice comes twice.
    if (!current || upgrade !== current.upgrade || from !== loaded) return
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length === 0) return fail('the platform has the file no more')
    if (loaded + bytes.length > current.bytes) return fail('the file is larger than was ordered')
    await appendFile(part, bytes)
    loaded += bytes.length
    changed(true)
    if (loaded === current.bytes) return finish(current)
    request()
  }

  async function begin(of: Upgrade): Promise<Ending> {
    if (current) return current.upgrade === of.upgrade ? done : failure(1311)
    if (installer.isTrial()) return failure(1311)
    if (installer.version() === of.version) return failure(1316)
    const refusal = trust.refusal(of)
    if (refusal !== undefined) return failure(refusal)
    await trust.accept(of)
    await mkdir(folder, { recursive: true })
    await rm(part, { force: true })
    await replaceFile(meta, JSON.stringify(of))
    current = of
    loaded = 0
    failed = null
    changed()
    request()
    return done
  }

  /** What an earlier run had loaded; a half piece at the end was written in full or is cut with the rest. */
  async function restore(): Promise<void> {
    const text = await readIfThere(meta)
    const known = text === undefined ? undefined : parsed(text)
    if (!known) return
    current = known
    if (trust.refusal(known, true) !== undefined) return fail('its signature is not one of the platform')
    loaded = await stat(part).then(
      ({ size }) => size,
      () => 0,
    )
    if (loaded > known.bytes) {
      await truncate(part, 0)
      loaded = 0
    }
    if (loaded === known.bytes) await finish(known)
  }

  return {
    restore: () => inTurn(restore),
    order: (of: Upgrade): Promise<Ending> => inTurn(() => begin(of)),
    take: (bytes: Down['bytes']) =>
      inTurn(() => take(bytes)).catch((error: unknown) => fail(`the disk refuses the file: ${String(error)}`)),
    /** The platform answers, perhaps again: what is missing is asked for. */
    welcome() {
      installer.reached()
      request()
    },
    isBusy: () => current !== undefined || installer.isTrial(),
    told: (): BoxTold['firmware'] => ({
      version: installer.version().slice(0, 40),
      phase: current ? 'loading' : installer.isTrial() ? 'trial' : 'idle',
      target: current?.version ?? null,
      loaded,
      bytes: current?.bytes ?? 0,
      failed: failed ?? installer.failed(),
    }),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function parsed(text: string): Upgrade | undefined {
  try {
    return Upgrade.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
