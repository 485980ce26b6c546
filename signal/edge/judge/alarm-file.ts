// Which alarms stand, on disk, and what the outbox may not have of how they came and went: after a restart they go on by
// their names, and are not raised a second time. What a broken disk takes of it the platform sets right by what the gateway
// tells after connecting (contract/topics `ActiveAlarms`).
import { z } from 'zod'
import { Events } from '../../../contract/topics.ts'
import { readIfThere, replaceFile } from '../file.ts'
import { createTurn } from '../in-turn.ts'
import type { EventEntry } from '../outbox/entry.ts'
import type { SavedAlarms } from './judging.ts'

export type AlarmsOnDisk = { standing: SavedAlarms; untold: EventEntry[] }

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
  /** What an earlier run left; none where the file cannot be read. Never rejects. */
  load(): Promise<AlarmsOnDisk>
  /** Resolves when this or something newer is on the disk, or cannot be written. */
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
      log(`the standing alarms cannot be saved: ${String(error)}`)
    }
  }

  return {
    async load() {
      try {
        const text = await readIfThere(path)
        return text === undefined ? { standing: [], untold: [] } : OnDisk.parse(JSON.parse(text))
      } catch (error) {
        log(`the standing alarms of before are not known: ${error instanceof Error ? error.message : String(error)}`)
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
