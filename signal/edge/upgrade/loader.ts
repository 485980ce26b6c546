// Downloads the file of a new agent from the platform in pieces, and resumes after the line or the box was cut.
// Executes only orders signed by the platform, and installs only a complete file with the hash of the order.
// [S8 1310, 1311, 1316]
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

/** Puts a complete file into service; the virtual box has its own. */
export type Installer = {
  version(): string
  isTrial(): boolean
  failed(): BoxTold['firmware']['failed']
  /** Moves the file away and restarts into it a moment later. */
  install(file: string, of: Upgrade): Promise<void>
  /** The platform has answered. */
  reached(): void
}

type Needs = {
  dataDir: string
  installer: Installer
  trust: Pick<TrustedKey, 'refusal' | 'accept'>
  /** Requests the bytes from `from` on; false while the link is down. */
  ask(piece: { upgrade: string; from: number }): Promise<boolean>
  changed(soon?: boolean): void
  instant(): number
  log: (message: string) => void
  /** Pause before a missing piece is requested again. */
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
    for (const file of [meta, part])
      await rm(file, { force: true }).catch((error: unknown) => log(`upgrade: ${file} is left: ${String(error)}`))
  }

  async function fail(reason: string): Promise<void> {
    failed = { version: current?.version ?? '', reason, at: instant() }
    log(`upgrade: ${reason}`)
    await forget()
    changed()
  }

  const refuse = (error: unknown) => fail(`the disk refuses the file: ${String(error)}`)

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
    // A piece that was requested twice arrives twice.
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

  /** Resumes the download of an earlier run at the size of the file, also in the middle of a piece. */
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
    restore: () => inTurn(restore).catch(refuse),
    order: (of: Upgrade): Promise<Ending> => inTurn(() => begin(of)),
    take: (bytes: Down['bytes']) => inTurn(() => take(bytes)).catch(refuse),
    /** The platform has answered: requests the next piece. */
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
