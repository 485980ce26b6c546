// The LAN of the simulated box: settings that cut off the platform are undone after a while.
import type { Lan } from '../../contract/box.ts'
import { isSameSegment } from '../../core/ipv4.ts'
import type { HardwareEvent, HardwareTold } from './hardware.ts'
import type { Timers } from './virtual-timers.ts'

type Needs = {
  first: Lan
  /** The LAN address through which the platform is reached. */
  router: string
  /** Times in ms: from an order to its effect, and from the effect until it is undone. */
  pace: { afterMs: number; lanRollbackMs: number }
  timers: Timers
  now: () => number
  tell: (event: HardwareEvent) => void
}

/** The settings of the LAN; `tell` gets the events of their effects. */
export class VirtualLan {
  readonly #needs: Needs
  #current: Lan
  #before: Lan | undefined
  #undone: HardwareTold['lanUndone'] = null

  constructor(needs: Needs) {
    this.#needs = needs
    this.#current = needs.first
  }

  /** The settings in effect. */
  now(): Lan {
    return this.#current
  }

  /** The last settings that were undone, at an instant (epoch ms), or null. */
  undone(): HardwareTold['lanUndone'] {
    return this.#undone
  }

  /** Changes the settings; they take effect after `afterMs`. */
  set(next: Lan): void {
    const { timers, pace } = this.#needs
    timers.after('lan', pace.afterMs, () => {
      this.#before ??= this.#current
      this.#undone = null
      timers.after('undo', pace.lanRollbackMs, () => this.#undo())
      this.#apply(next)
    })
  }

  /** The platform was reached with the new settings: they stay. */
  reached(): void {
    if (!this.#before || !this.#leadsOut()) return
    this.#before = undefined
    this.#needs.timers.stop('undo')
  }

  #leadsOut(): boolean {
    return isSameSegment(this.#current.ip, this.#needs.router, this.#current.mask)
  }

  #apply(next: Lan): void {
    const couldReach = this.#leadsOut()
    this.#current = next
    const canReach = this.#leadsOut()
    if (couldReach === canReach) this.#needs.tell({ kind: 'change' })
    else this.#needs.tell({ kind: canReach ? 'lineUp' : 'lineDown' })
  }

  #undo(): void {
    const old = this.#before
    if (!old) return
    this.#undone = { ip: this.#current.ip, mask: this.#current.mask, at: this.#needs.now() }
    this.#before = undefined
    this.#apply(old)
  }
}
