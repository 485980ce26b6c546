// What was raised and cleared, on its way to the outbox: first it is written down with what stands, then the outbox has it.
// An agent that is killed in between tells it when it starts again, by the same name: told twice it is stored once.
import type { EventEntry } from '../outbox/entry.ts'
import type { AlarmFile } from './alarm-file.ts'
import type { SavedAlarms } from './judging.ts'

export type KeepingDeps = {
  file: AlarmFile
  /** To the outbox; resolves when it is on the disk, or counted as lost. */
  append(entry: EventEntry): Promise<boolean>
}

export type AlarmKeeping = {
  /** What stood when an earlier run ended; what it had not told goes to the outbox now. Never rejects. */
  load(): Promise<SavedAlarms>
  /** What happened, and what stands after it. Nothing waits for it. */
  take(entries: readonly EventEntry[], standing: SavedAlarms): void
  /** Everything taken so far is in the outbox. */
  settled(): Promise<void>
  /** Nothing is on its way to the outbox. */
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
