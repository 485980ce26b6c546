// Which alarms stand, on disk: after a restart they go on by their names, and are not raised a second time. What a crash
// takes of it the platform sets right by what the gateway tells after connecting (contract/topics `Standing`).
import { z } from 'zod'
import { readIfThere, replaceFile } from '../file.ts'
import type { SavedAlarms } from './judging.ts'

const Saved = z.array(
  z.object({ ruleId: z.number().int(), print: z.string(), alarm: z.string().regex(/^[0-9a-f]{16}$/) }),
)

export type AlarmFile = {
  /** What an earlier run left; none where the file cannot be read. Never rejects. */
  load(): Promise<SavedAlarms>
  /** Writes the newest, one write at a time. Nothing waits for it. */
  save(standing: SavedAlarms): void
  settled(): Promise<void>
}

export function createAlarmFile(path: string, log: (message: string) => void): AlarmFile {
  let newest: SavedAlarms | undefined
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (newest) {
      const standing = newest
      newest = undefined
      try {
        await replaceFile(path, JSON.stringify(standing))
      } catch (error) {
        log(`the standing alarms cannot be saved: ${String(error)}`)
      }
    }
    writing = undefined
  }

  return {
    async load() {
      try {
        const text = await readIfThere(path)
        return text === undefined ? [] : Saved.parse(JSON.parse(text))
      } catch (error) {
        log(`the standing alarms of before are not known: ${error instanceof Error ? error.message : String(error)}`)
        return []
      }
    },
    save(standing) {
      newest = standing
      writing ??= write()
    },
    settled: async () => writing,
  }
}
