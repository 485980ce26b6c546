// The modem of the simulated box: locates it by its cell, a limited number of times a day. [S4] [S8 1340-1346]
import type { BoxTold } from '../../contract/box.ts'
import { limits } from '../../contract/limits.ts'
import { type Ending, failure } from './poll/write.ts'

type Cell = { latitude: number; longitude: number; accuracyM: number }

export type VirtualModem = {
  /** Sets the cell that the modem is connected to; nothing: no cell is in range. */
  moveTo(cell: Cell | undefined): void
  order(order: { act: 'location'; isOn: boolean } | { act: 'locate' }): Ending | Promise<Ending>
  told(): NonNullable<BoxTold['location']>
}

type Needs = { locateMs: number; now: () => number; isMobile: () => boolean; change: () => void }

const dayMs = 24 * 3_600_000
const done: Ending = { status: 'success', code: 200 }

export function createVirtualModem({ locateMs, now, isMobile, change }: Needs): VirtualModem {
  let cell: Cell | undefined = { latitude: 31.2304, longitude: 121.4737, accuracyM: 550 }
  let isOn = false
  let isBusy = false
  let fix: NonNullable<BoxTold['location']>['fix'] = null
  let day = 0
  let used = 0

  const left = () => {
    const today = Math.floor(now() / dayMs)
    if (today !== day) [day, used] = [today, 0]
    return limits.locationsADay - used
  }

  async function locate(): Promise<Ending> {
    if (!isOn) return failure(1340)
    if (isBusy) return failure(1346)
    if (left() <= 0) return failure(1341, { limit: limits.locationsADay })
    if (!isMobile() || !cell) return failure(1342)
    isBusy = true
    used += 1
    await new Promise((resolve) => setTimeout(resolve, locateMs))
    isBusy = false
    if (!cell) return failure(1342)
    fix = { ...cell, at: now() }
    change()
    return done
  }

  return {
    moveTo(next) {
      cell = next
    },
    order(order) {
      if (order.act === 'locate') return locate()
      isOn = order.isOn
      change()
      return done
    },
    told: () => ({ isOn, left: left(), fix }),
  }
}
