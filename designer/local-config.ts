// The author's settings for the designer, stored in the browser under the specification's field names. [S3 Designer
// local config]
import { z } from 'zod'
import { keep, readKept } from '../ui/kept.ts'
import { createStore, useStore } from '../ui/store.ts'

const key = 'designer-config'

/** Minutes between two automatic saves. */
export const saveIntervals = { min: 1, max: 60 }

/** The text of a bound widget while the page is edited. */
const dataTexts = ['signalName', 'sample', 'value'] as const

const Config = z.object({
  autoSave: z.boolean().catch(false),
  /** Interval of automatic saving in minutes. [S9] */
  saveInterval: z.number().int().min(saveIntervals.min).max(saveIntervals.max).catch(5),
  grid: z.boolean().catch(false),
  ruler: z.boolean().catch(true),
  guides: z.boolean().catch(true),
  /** Whether positions snap to the grid. */
  adsorb: z.boolean().catch(true),
  /** The variable's name, a sample value, or the live or last value if known. */
  dataTextShow: z.enum(dataTexts).catch('signalName'),
})
export type LocalConfig = z.output<typeof Config>

/** The stored settings; invalid ones get their initial values. */
export function configFrom(text: string | null): LocalConfig {
  try {
    return Config.parse(JSON.parse(text ?? '{}'))
  } catch {
    return Config.parse({})
  }
}

const config = createStore(configFrom(readKept(key)))

export const useLocalConfig = (): LocalConfig => useStore(config)

export function setLocalConfig(change: Partial<LocalConfig>): void {
  config.set((now) => ({ ...now, ...change }))
  keep(key, JSON.stringify(config.get()))
}
