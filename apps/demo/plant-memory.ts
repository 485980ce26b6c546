// The simulated PLCs keep what they have counted over a restart of the demo, as real ones do: a total never goes back.
import { join } from 'node:path'
import { type Plant, type PlantOptions, startPlant } from '../../plant/plant.ts'
import { dayNumber } from '../../plant/waterworks/calendar.ts'
import { type Counters, startedToday, totals } from '../../plant/waterworks/counters.ts'
import { readJson, writeJson } from './json-file.ts'

type Kept = { day: number; counters: Counters }

const seed = 1
const keepMs = 10_000

/** Starts the plant with its counters where they stood, those of the day only on the same day. */
export async function startKeepingPlant(
  options: Omit<PlantOptions, 'begin' | 'seed' | 'clock'>,
  dataDir: string,
  log: (line: string) => void,
): Promise<Plant> {
  const file = join(dataDir, 'plant.json')
  const kept = await readJson<Kept>(file)
  const atMs = Date.now()
  const plant = await startPlant({ ...options, seed, begin: startedToday({ seed, atMs }, still(kept, atMs)) })
  let last = Promise.resolve()
  const keep = () => {
    const content: Kept = { day: dayNumber(Date.now()), counters: plant.counters() }
    last = last
      .then(() => writeJson(file, content))
      .catch((error: unknown) => log(`the counters of the plant could not be saved: ${String(error)}`))
    return last
  }
  const timer = setInterval(keep, keepMs)
  timer.unref()
  return {
    ...plant,
    async stop() {
      clearInterval(timer)
      await keep()
      await plant.stop()
    },
  }
}

function still(kept: Kept | undefined, atMs: number): Partial<Counters> {
  if (!kept || kept.day === dayNumber(atMs)) return kept?.counters ?? {}
  return Object.fromEntries(totals.map((counter) => [counter, kept.counters[counter]]))
}
