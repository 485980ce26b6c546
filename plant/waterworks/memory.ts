// State of the works that survives a restart: everything except for the readings of the instruments, as plain JSON.
import { type Commands, initialCommands } from './commands.ts'
import { startWaterworks, step, type WaterworksState } from './model.ts'

export type WorksMemory = { works: Omit<WaterworksState, 'readings'>; commands: Commands }

/** After a longer pause the simulation starts anew. */
const longestPauseS = 6 * 3600

export const memoryOf = ({ readings: _, ...works }: WaterworksState, commands: Commands): WorksMemory => ({
  works,
  commands,
})

/** Continues a stored state of the waterworks, advanced to now; undefined if it is too old or of another model. */
export function resumeWorks(memory: WorksMemory | undefined, nowMs: number): WaterworksState | undefined {
  if (!memory || !isMemory(memory)) return undefined
  const pausedS = (nowMs - memory.works.atMs) / 1000
  if (pausedS > longestPauseS) return undefined
  // If the clock was set back, the simulation continues from the earlier time.
  const atMs = Math.min(memory.works.atMs, nowMs - 1000)
  const fresh = startWaterworks({ seed: 1, atMs })
  const works = { ...memory.works, atMs, readings: fresh.readings }
  return step(works, { commands: memory.commands, faults: [] }, (nowMs - atMs) / 1000)
}

const isMemory = ({ works, commands }: WorksMemory): boolean => {
  const { readings: _, ...fresh } = startWaterworks({ seed: 1, atMs: 0 })
  return isAlike(works, fresh) && isAlike(commands, initialCommands)
}

/** Whether both have the same fields of the same types, at every level. */
function isAlike(one: unknown, other: unknown): boolean {
  if (typeof one !== typeof other || (one === null) !== (other === null)) return false
  if (typeof one !== 'object' || one === null) return typeof one !== 'number' || Number.isFinite(one)
  const [mine, theirs] = [Object.keys(one), Object.keys(other as object)]
  return (
    mine.length === theirs.length &&
    theirs.every((key) => isAlike(Reflect.get(one, key), Reflect.get(other as object, key)))
  )
}
