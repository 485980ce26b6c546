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
  /** Called when the platform has responded. */
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

/** The download of an upgrade; a gateway has one at most. */
export class Loader {
  readonly #needs: Needs
  readonly #againMs: number
  readonly #folder: string
  readonly #part: string
  readonly #meta: string
  readonly #inTurn = createTurn()
  #current: Upgrade | undefined
  #loaded = 0
  #failed: Failed = null
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(needs: Needs) {
    this.#needs = needs
    this.#againMs = needs.againMs ?? 5000
    this.#folder = slotsFolder(needs.dataDir)
    this.#part = join(this.#folder, 'loading.part')
    this.#meta = join(this.#folder, 'loading.json')
  }

  /** Resumes the download of an earlier run at the size of the file, also in the middle of a piece. */
  restore(): Promise<void> {
    return this.#inTurn(() => this.#restore()).catch((error) => this.#refuse(error))
  }

  /** Starts a download, or returns the reason why not. Rejects if the disk refuses it. */
  order(of: Upgrade): Promise<Ending> {
    return this.#inTurn(() => this.#begin(of))
  }

  /** Adds a piece to the file, and installs the file once it is complete. Never rejects. */
  take(bytes: Down['bytes']): Promise<void> {
    return this.#inTurn(() => this.#take(bytes)).catch((error) => this.#refuse(error))
  }

  /** The platform has answered: requests the next piece. */
  welcome(): void {
    this.#needs.installer.reached()
    this.#request()
  }

  isBusy(): boolean {
    return this.#current !== undefined || this.#needs.installer.isTrial()
  }

  told(): BoxTold['firmware'] {
    const { installer } = this.#needs
    return {
      version: installer.version().slice(0, 40),
      phase: this.#current ? 'loading' : installer.isTrial() ? 'trial' : 'idle',
      target: this.#current?.version ?? null,
      loaded: this.#loaded,
      bytes: this.#current?.bytes ?? 0,
      failed: this.#failed ?? installer.failed(),
    }
  }

  /** Stops all timers. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #request(): void {
    clearTimeout(this.#timer)
    if (!this.#current || this.#isStopped) return
    this.#timer = setTimeout(() => this.#request(), this.#againMs)
    void this.#needs.ask({ upgrade: this.#current.upgrade, from: this.#loaded })
  }

  async #forget(): Promise<void> {
    clearTimeout(this.#timer)
    this.#current = undefined
    this.#loaded = 0
    for (const file of [this.#meta, this.#part])
      await rm(file, { force: true }).catch((error: unknown) =>
        this.#needs.log(`upgrade: ${file} is left: ${String(error)}`),
      )
  }

  async #fail(reason: string): Promise<void> {
    const { instant, log, changed } = this.#needs
    this.#failed = { version: this.#current?.version ?? '', reason, at: instant() }
    log(`upgrade: ${reason}`)
    await this.#forget()
    changed()
  }

  #refuse(error: unknown): Promise<void> {
    return this.#fail(`the disk refuses the file: ${String(error)}`)
  }

  async #finish(of: Upgrade): Promise<void> {
    clearTimeout(this.#timer)
    if ((await hashOf(this.#part)) !== of.sha256)
      return this.#fail('the file that was loaded is not the one that was ordered')
    await rm(this.#meta, { force: true })
    await this.#needs.installer.install(this.#part, of)
    this.#current = undefined
    this.#loaded = 0
    this.#needs.changed()
  }

  async #take({ upgrade, from, data }: Down['bytes']): Promise<void> {
    const current = this.#current
    // A piece that was requested twice arrives twice.
    if (!current || upgrade !== current.upgrade || from !== this.#loaded) return
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length === 0) return this.#fail('the platform has the file no more')
    if (this.#loaded + bytes.length > current.bytes) return this.#fail('the file is larger than was ordered')
    await appendFile(this.#part, bytes)
    this.#loaded += bytes.length
    this.#needs.changed(true)
    if (this.#loaded === current.bytes) return this.#finish(current)
    this.#request()
  }

  async #begin(of: Upgrade): Promise<Ending> {
    const { installer, trust, changed } = this.#needs
    if (this.#current) return this.#current.upgrade === of.upgrade ? done : failure(1311)
    if (installer.isTrial()) return failure(1311)
    if (installer.version() === of.version) return failure(1316)
    const refusal = trust.refusal(of)
    if (refusal !== undefined) return failure(refusal)
    await trust.accept(of)
    await mkdir(this.#folder, { recursive: true })
    await rm(this.#part, { force: true })
    await replaceFile(this.#meta, JSON.stringify(of))
    this.#current = of
    this.#loaded = 0
    this.#failed = null
    changed()
    this.#request()
    return done
  }

  async #restore(): Promise<void> {
    const text = await readIfThere(this.#meta)
    const known = text === undefined ? undefined : parsed(text)
    if (!known) return
    this.#current = known
    if (this.#needs.trust.refusal(known, true) !== undefined)
      return this.#fail('its signature is not one of the platform')
    this.#loaded = await stat(this.#part).then(
      ({ size }) => size,
      () => 0,
    )
    if (this.#loaded > known.bytes) {
      await truncate(this.#part, 0)
      this.#loaded = 0
    }
    if (this.#loaded === known.bytes) await this.#finish(known)
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
