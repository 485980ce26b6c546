// Passes alarm events to the outbox: first they are saved with the active alarms, then appended. An agent that is
// killed in between sends them again after its restart, under the same ids, so that they are stored once.
import type { EventEntry } from '../outbox/entry.ts'
import type { AlarmFile } from './alarm-file.ts'
import type { SavedAlarms } from './judging.ts'

type KeepingDeps = {
  file: AlarmFile
  /** Appends to the outbox; resolves when the entry is on disk, or counted as lost. */
  append(entry: EventEntry): Promise<boolean>
}

export type AlarmKeeping = {
  /** The active alarms when an earlier run ended; appends its unsent events now. Never rejects. */
  load(): Promise<SavedAlarms>
  /** Saves and appends new events; `standing`: the active alarms after them. Does not block. */
  take(entries: readonly EventEntry[], standing: SavedAlarms): void
  /** Resolves when all events so far are in the outbox. */
  settled(): Promise<void>
  /** True if all events so far are in the outbox. */
  readonly isSettled: boolean
}

export function createAlarmKeeping({ file, append }: KeepingDeps): AlarmKeeping {
  let untold: EventEntry[] = []
  let telling: Promise<unknown> = Promise.resolve()

  async function tell(entries: readonly EventEntry[]): Promise<void> {
    await Promise.all(entries.map(append))
    untold = untold.filter((entry) => !entries.includes(entry))
  }

  return {
    async load() {
      const { standing, untold: left } = await file.load()
      if (left.length === 0) return standing
      untold = left
      telling = tell(left).then(() => file.save({ standing, untold }))
      await telling
      return standing
    },
    take(entries, standing) {
      untold.push(...entries)
      const saved = file.save({ standing, untold: [...untold] })
      const before = telling
      telling = saved.then(() => Promise.all([before, tell(entries)]))
    },
    settled: async () => void (await telling),
    get isSettled() {
      return untold.length === 0
    },
  }
}
