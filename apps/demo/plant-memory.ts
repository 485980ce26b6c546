// The simulated PLCs and the process keep their state over a restart of the demo, like real ones: a total never
// decreases, and no level jumps.
import { join } from 'node:path'
import { type Plant, type PlantOptions, startPlant } from '../../plant/plant.ts'
import { type Beginning, beginningOf, worksAtEnd } from '../../plant/waterworks/beginning.ts'
import { dayNumber } from '../../plant/waterworks/calendar.ts'
import { initialCommands } from '../../plant/waterworks/commands.ts'
import { type Counters, countersOf, startedToday, totals } from '../../plant/waterworks/counters.ts'
import { resumeWorks, type WorksMemory } from '../../plant/waterworks/memory.ts'
import { step, type WaterworksState } from '../../plant/waterworks/model.ts'
import { readJson, writeJson } from './json-file.ts'

/** When the works of this folder started, and their counters then: the end values of a generated past. */
export type FirstBeginning = Beginning & { counters: Counters }
type Kept = { day: number; counters: Counters; memory?: WorksMemory; beginning?: FirstBeginning }
type Start = Pick<PlantOptions, 'begin' | 'commands'> & { beginning?: FirstBeginning | undefined }

export type KeepingPlant = Plant & { beginning: FirstBeginning | undefined }

const seed = 1
const keepMs = 10_000

/** Starts the plant in its saved state. */
export async function startKeepingPlant(
  options: Omit<PlantOptions, 'begin' | 'seed' | 'clock' | 'commands'>,
  dataDir: string,
  log: (line: string) => void,
): Promise<KeepingPlant> {
  const file = join(dataDir, 'plant.json')
  const { beginning, ...start } = startOf(await readJson<Kept>(file), Date.now())
  const plant = await startPlant({ ...options, seed, ...start })
  let last = Promise.resolve()
  const keep = () => {
    const day = dayNumber(Date.now())
    const content: Kept = { day, counters: plant.counters(), memory: plant.memory(), ...(beginning && { beginning }) }
    last = last
      .then(() => writeJson(file, content))
      .catch((error: unknown) => log(`the state of the plant could not be saved: ${String(error)}`))
    return last
  }
  const timer = setInterval(keep, keepMs)
  timer.unref()
  return {
    ...plant,
    beginning,
    async stop() {
      clearInterval(timer)
      await keep()
      await plant.stop()
    },
  }
}

/**
 * The saved state; after a long pause the works start anew with their counters, the daily ones only on the same day.
 */
function startOf(kept: Kept | undefined, nowMs: number): Start {
  if (!kept) return firstStart(nowMs)
  const { memory, beginning } = kept
  const begin = resumeWorks(memory, nowMs)
  if (begin && memory) return { begin, commands: memory.commands, beginning }
  return { begin: startedToday({ seed, atMs: nowMs }, still(kept, nowMs)), beginning }
}

function firstStart(nowMs: number): Start {
  const beginning = beginningOf(seed, nowMs)
  const works = worksAtEnd(beginning)
  return { begin: upTo(works, nowMs), beginning: { ...beginning, counters: countersOf(works) } }
}

const upTo = (works: WaterworksState, nowMs: number): WaterworksState => {
  return nowMs > works.atMs
    ? step(works, { commands: initialCommands, faults: [] }, (nowMs - works.atMs) / 1000)
    : works
}

function still(kept: Kept | undefined, atMs: number): Partial<Counters> {
  if (!kept || kept.day === dayNumber(atMs)) return kept?.counters ?? {}
  return Object.fromEntries(totals.map((counter) => [counter, kept.counters[counter]]))
}
