// Simulated values, the half that runs on the gateway.
import type { TagOpener } from '../driver.ts'
import { type Cells, VirtualSession } from './session.ts'

/** The memories of each gateway of this process, by its folder. */
const cellsByHome = new Map<string, Cells>()

export const opener: TagOpener = {
  async open(_params, _signal, home, drivers) {
    const cells = cellsByHome.get(home) ?? new Map()
    cellsByHome.set(home, cells)
    // Memories of removed drivers are dropped; a single query names no drivers.
    const ids = new Set(drivers.map(({ id }) => `${id}`))
    if (drivers.length > 0) for (const key of cells.keys()) if (!ids.has(key.split(' ')[0]!)) cells.delete(key)
    return new VirtualSession({ cells, drivers, now: Date.now, random: Math.random })
  },
}
