// Upgrades of the simulated box: it starts as the new version, and reverts if that does not report within its time.
import { rm } from 'node:fs/promises'
import type { BoxTold } from '../../contract/box.ts'
import type { Installer } from './upgrade/loader.ts'

export type VirtualInstaller = Installer & {
  /** Makes the next installed version fail to start. */
  breakNext(): void
}

type Needs = {
  secondMs: number
  now(): number
  version(): string
  /** Starts as this version; `isDead`: it never reaches the platform. */
  boot(version: string, isDead: boolean): void
  after(name: string, ms: number, act: () => void): void
  stop(name: string): void
}

export function createVirtualInstaller({ secondMs, now, version, boot, after, stop }: Needs): VirtualInstaller {
  let isBroken = false
  let before: string | undefined
  let failed: BoxTold['firmware']['failed'] = null
  return {
    version,
    isTrial: () => before !== undefined,
    failed: () => failed,
    breakNext() {
      isBroken = true
    },
    async install(file, { version: next, trialS }) {
      await rm(file, { force: true })
      const old = version()
      before = old
      failed = null
      boot(next, isBroken)
      isBroken = false
      after('trial', trialS * secondMs, () => {
        failed = { version: next, reason: 'it did not reach the platform in time', at: now() }
        before = undefined
        boot(old, false)
      })
    },
    reached() {
      if (before === undefined) return
      before = undefined
      stop('trial')
    },
  }
}
