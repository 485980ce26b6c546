// The active alarms on disk, and events that the outbox may not have yet: after a restart alarms keep their ids and are
// not raised a second time. If the disk loses them, the platform is corrected by the list of active alarms that the
// gateway sends after connecting (contract/topics `ActiveAlarms`).
import { z } from 'zod'
import { Events } from '../../../contract/topics.ts'
import { readIfThere, replaceFile } from '../file.ts'
import { createTurn } from '../in-turn.ts'
import type { EventEntry } from '../outbox/entry.ts'
import type { SavedAlarms } from './judging.ts'

/** `standing`: active alarms. `untold`: events that may not have reached the outbox yet. */
type AlarmsOnDisk = { standing: SavedAlarms; untold: EventEntry[] }

const Entry = z.object({
  ...{ equipmentId: z.number(), bindingId: z.number(), configHash: z.string(), events: Events.shape.events },
  taken: z.object({
    at: z.number(),
    boot: z.string().exactOptional(),
    upMs: z.number().exactOptional(),
    presumed: z.number().exactOptional(),
  }),
})
const OnDisk = z.object({
  standing: z.array(
    z.object({ ruleId: z.number().int(), print: z.string(), alarm: z.string().regex(/^[0-9a-f]{16}$/) }),
  ),
  untold: z.array(Entry),
})

export type AlarmFile = {
  /** The alarms that an earlier run saved; none if the file cannot be read. Never rejects. */
  load(): Promise<AlarmsOnDisk>
  /** Resolves when this or a newer state is on disk, or cannot be written. */
  save(alarms: AlarmsOnDisk): Promise<void>
}

export function createAlarmFile(path: string, log: (message: string) => void): AlarmFile {
  const inTurn = createTurn()
  let newest: AlarmsOnDisk = { standing: [], untold: [] }
  let waiting: Promise<void> | undefined

  async function write(): Promise<void> {
    waiting = undefined
    try {
      await replaceFile(path, JSON.stringify(newest))
    } catch (error) {
      log(`the active alarms cannot be saved: ${String(error)}`)
    }
  }

  return {
    async load() {
      try {
        const text = await readIfThere(path)
        return text === undefined ? { standing: [], untold: [] } : OnDisk.parse(JSON.parse(text))
      } catch (error) {
        log(`the earlier active alarms are not known: ${error instanceof Error ? error.message : String(error)}`)
        return { standing: [], untold: [] }
      }
    },
    save(alarms) {
      newest = alarms
      waiting ??= inTurn(write)
      return waiting
    },
  }
}
