// The settings that the simulated box keeps over restarts, in one small file.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { Lan, modes, PowerSaving, SerialLine } from '../../contract/box.ts'

const Memory = z.object({
  firmware: z.string().max(40),
  mode: z.enum(modes),
  nextMode: z.enum(modes),
  lan: Lan,
  lines: z.array(SerialLine),
  power: PowerSaving,
})
type Memory = z.output<typeof Memory>

export type VirtualMemory = { load(): Memory | undefined; save(memory: Memory): void }

/**
 * Creates the saved state of a simulated box. An unreadable file counts as missing; without a path nothing is saved.
 */
export function createVirtualMemory(path: string | undefined): VirtualMemory {
  let last = ''
  return {
    load() {
      try {
        return path === undefined ? undefined : Memory.parse(JSON.parse(readFileSync(path, 'utf8')))
      } catch {
        return undefined
      }
    },
    save(memory) {
      const text = JSON.stringify(memory)
      if (path === undefined || text === last) return
      last = text
      writeFileSync(`${path}.new`, text)
      renameSync(`${path}.new`, path)
    },
  }
}
